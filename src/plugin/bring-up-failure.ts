/** Why a provider can not be used, as a value and in words. */
import type { DiagnosticCode } from '../diagnostics/code.ts';
import { MODEL_PROTOCOL_VERSION } from '../protocol/handshake.ts';
import type { ModelError, ProviderCrash } from '../protocol/model-error.ts';
import type { CapabilityFinding } from './capability-finding.ts';
import { type StartFailure, startFailureText } from './start-failure.ts';

/** The calls right after the handshake are made together: which one failed first is not known. */
export type BringUpStep = 'first calls' | 'Describe' | 'GetCapabilities' | 'Configure';

interface Subject {
  /** Local name of the provider. */
  readonly provider: string;
  /** The path it is known by. */
  readonly program: string;
}

export type BringUpFailure =
  | { readonly type: 'start'; readonly failure: StartFailure }
  | ({ readonly type: 'wrong-category'; readonly found: string } & Subject)
  | ({ readonly type: 'wrong-version'; readonly found: number } & Subject)
  | ({ readonly type: 'nameless' } & Subject)
  | ({ readonly type: 'invalid'; readonly findings: readonly CapabilityFinding[] } & Subject)
  | ({ readonly type: 'refused'; readonly step: BringUpStep; readonly error: ModelError } & Subject)
  | ({
      readonly type: 'crashed';
      readonly step: BringUpStep;
      readonly crash: ProviderCrash;
    } & Subject)
  /** It crashed so often lately that it is not started again. */
  | ({ readonly type: 'crashing'; readonly crashes: number; readonly withinMs: number } & Subject)
  /** The caller's own decoding refused its block and has said so. */
  | { readonly type: 'undecodable'; readonly provider: string }
  | { readonly type: 'unknown-provider'; readonly provider: string }
  | { readonly type: 'cancelled'; readonly provider: string };

/** Words for a user; foreign text in them is not sanitized and not redacted yet. */
export interface BringUpFailureText {
  readonly code: DiagnosticCode;
  /** One line without a full stop. */
  readonly summary: string;
  readonly detail: string;
}

export function bringUpFailureText(failure: BringUpFailure): BringUpFailureText {
  switch (failure.type) {
    case 'start':
      return { code: 'provider-start-failed', ...startFailureText(failure.failure) };
    case 'crashed':
    case 'crashing':
    case 'wrong-category':
    case 'wrong-version':
      return explainProcess(failure);
    case 'refused':
      return explainRefusal(failure);
    case 'invalid':
      return explainFindings(failure);
    case 'nameless':
      return invalid(failure.provider, 'it does not say its name', failure.program);
    case 'undecodable':
      return refusal(
        failure.provider,
        'its block in the configuration is not valid',
        '"agent validate" shows each fault with its place.',
      );
    case 'unknown-provider':
      return {
        code: 'unknown-provider',
        summary: `Unknown provider "${failure.provider}"`,
        detail: 'Nothing in the configuration implements a provider of this name.',
      };
    case 'cancelled':
      return startFailed(failure.provider, 'the start was cancelled', '');
    default:
      return unreachable(failure);
  }
}

type Of<Type extends BringUpFailure['type']> = Extract<BringUpFailure, { readonly type: Type }>;

function explainProcess(
  failure: Of<'crashed' | 'crashing' | 'wrong-category' | 'wrong-version'>,
): BringUpFailureText {
  const { provider, program } = failure;
  const where = `The program is ${program}.`;
  switch (failure.type) {
    case 'crashed': {
      const lines = failure.crash.stderrTail.map((line) => `\n  ${line}`).join('');
      const tail = lines === '' ? '' : ` Its last lines of output were:${lines}`;
      return startFailed(
        provider,
        `it ended during ${failure.step === 'first calls' ? 'the first calls' : failure.step}`,
        `${where} ${capital(failure.crash.message)}.${tail}`,
      );
    }
    case 'crashing': {
      const what = `it crashed ${failure.crashes} times within ${failure.withinMs / 60_000} minutes`;
      return startFailed(provider, what, `${where} It is not started again for now.`);
    }
    case 'wrong-category':
      return startFailed(
        provider,
        `it is a provider of another kind ("${failure.found}")`,
        `${where} Only providers of models can be used here.`,
      );
    case 'wrong-version':
      return startFailed(
        provider,
        `it implements version ${failure.found} of the model contract, expected ${MODEL_PROTOCOL_VERSION}`,
        `${where} Provider and program are of different generations; update the older one.`,
      );
    default:
      return unreachable(failure);
  }
}

function explainRefusal({ provider, program, step, error }: Of<'refused'>): BringUpFailureText {
  if (step !== 'Configure') return invalid(provider, `${step} failed`, program, error.message);
  const detail = `It refused its configuration (${error.category}): ${error.message}`;
  return refusal(provider, 'it refused its configuration', detail);
}

function explainFindings({ provider, program, findings }: Of<'invalid'>): BringUpFailureText {
  const errors = findings.filter((finding) => finding.severity === 'error');
  const lines = errors.map(({ model, rule, message }) => {
    const subject = model === undefined ? '' : `model ${JSON.stringify(model)}: `;
    return `\n  ${subject}${message} (${rule})`;
  });
  const what = 'what it declares about itself breaks the contract';
  return invalid(provider, what, program, `Its author has to correct:${lines.join('')}`);
}

function startFailed(provider: string, what: string, detail: string): BringUpFailureText {
  const summary = `Provider "${provider}" did not start: ${what}`;
  return { code: 'provider-start-failed', summary, detail };
}

function invalid(provider: string, what: string, program: string, more = ''): BringUpFailureText {
  return {
    code: 'provider-invalid',
    summary: `Provider "${provider}" can not be used: ${what}`,
    detail: `The program is ${program}. ${more}`.trimEnd(),
  };
}

function refusal(provider: string, what: string, detail: string): BringUpFailureText {
  const summary = `Provider "${provider}" can not be used: ${what}`;
  return { code: 'configure-failed', summary, detail };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function unreachable(value: never): never {
  throw new Error(`not a bring-up failure: ${JSON.stringify(value)}`);
}
