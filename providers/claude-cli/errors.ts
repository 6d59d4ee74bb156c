// What the program's failures mean: its own word first, then the status of the API behind it, then
// its sentence, which is all there is for some.
import {
  type Classification,
  classifyHttpStatus,
  type ModelError,
  type ModelErrorCategory,
  ModelFailure,
  modelErrorOf,
} from 'agent-hcl/sdk';

/** Begins every message. */
export const PROVIDER_NAME = 'claude-cli';

/** What is known of a turn that failed. */
export interface FailedTurn {
  /** The program's word, of an answer or of the end of the turn. */
  readonly codes: readonly (string | undefined)[];
  /** Of the API's response. */
  readonly status: number | undefined;
  readonly reason: string | undefined;
  /** The end of what it printed beside. */
  readonly stderr: string;
  /** When the window that is used up begins anew, milliseconds since the epoch. */
  readonly resetAtMs: number | undefined;
  readonly nowMs: number;
}

const final = (category: ModelErrorCategory): Classification => ({ category, retryable: false });
const transient = (category: ModelErrorCategory): Classification => ({ category, retryable: true });

const CODES: Readonly<Record<string, Classification>> = {
  authentication_failed: final('auth_error'),
  oauth_org_not_allowed: final('auth_error'),
  billing_error: final('auth_error'),
  rate_limit: transient('rate_limited'),
  overloaded: transient('overloaded'),
  server_error: transient('unknown'),
  invalid_request: final('invalid_request'),
  blocking_limit: final('context_length_exceeded'),
  prompt_too_long: final('context_length_exceeded'),
  error_max_turns: final('unknown'),
  error_max_budget_usd: final('unknown'),
  error_max_structured_output_retries: final('unknown'),
  // The way to the API broke; the least exact word, so the last.
  api_error: transient('unknown'),
};

const WORDINGS: readonly (readonly [RegExp, Classification])[] = [
  [/invalid api key|please run \/login/i, final('auth_error')],
  [/credit balance is too low/i, final('auth_error')],
  [/prompt is too long/i, final('context_length_exceeded')],
  [/you.ve hit your .*limit|usage limit reached/i, transient('rate_limited')],
];

/** Classifies a turn that the program ended as failed. */
export function errorOfTurn(turn: FailedTurn): ModelError {
  const classification = classify(turn);
  const wait = waitOf(turn);
  const isSpent = classification.category === 'rate_limited' && wait !== undefined && wait > DAY_MS;
  return modelErrorOf({
    provider: PROVIDER_NAME,
    classification: isSpent ? final('rate_limited') : classification,
    message: withoutKeys(turn.reason ?? 'the program reported an error without saying which'),
    vendorCode: turn.codes.find((code) => code !== undefined),
    body: withoutKeys([turn.reason ?? '', turn.stderr].filter((text) => text !== '').join('\n')),
    ...(turn.status === undefined
      ? {}
      : { response: { status: turn.status, headers: {}, receivedAtMs: turn.nowMs } }),
    retryAfterMs:
      classification.category === 'rate_limited' && wait !== undefined && wait > 0
        ? wait
        : undefined,
  });
}

/** The program ended, or fell silent, in the middle. What it printed beside is all that is known. */
export function brokenTurn(
  problem: string,
  stderr: string,
  classification: Classification = transient('unknown'),
): ModelError {
  const words = withoutKeys(stderr.trim());
  return modelErrorOf({
    provider: PROVIDER_NAME,
    classification,
    message: words === '' ? problem : `${problem}: ${words}`,
    body: words,
  });
}

/** A deadline of ours passed. */
export function timedOut(problem: string, stderr: string): ModelError {
  return brokenTurn(problem, stderr, transient('overloaded'));
}

/** A request or a setting that can not work, told before anything is started. */
export function invalidRequest(text: string): ModelFailure {
  const message = `${PROVIDER_NAME}: ${text}`;
  return new ModelFailure({ category: 'invalid_request', message, retryable: false });
}

const DAY_MS = 24 * 3_600_000;

function classify({ codes, status, reason }: FailedTurn): Classification {
  const byCode = codes
    .filter((code) => code !== undefined && code !== 'api_error')
    .find((code) => code !== undefined && Object.hasOwn(CODES, code));
  if (byCode !== undefined && byCode !== 'server_error') return CODES[byCode] ?? final('unknown');
  if (status !== undefined) return classifyStatus(status);
  const worded = WORDINGS.find(([wording]) => wording.test(reason ?? ''));
  if (worded !== undefined) return worded[1];
  const isOfApi = codes.includes('server_error') || codes.includes('api_error');
  return isOfApi ? transient('unknown') : final('unknown');
}

/** The vendor's 500 may be anything; the rest is as everywhere. */
function classifyStatus(status: number): Classification {
  return status === 500 ? transient('unknown') : classifyHttpStatus(status);
}

const RESET_IN_WORDS = /limit reached\|(\d{9,11})\b/i;

function waitOf({ reason, resetAtMs, nowMs }: FailedTurn): number | undefined {
  const seconds = RESET_IN_WORDS.exec(reason ?? '')?.[1];
  const until = seconds === undefined ? resetAtMs : Number(seconds) * 1000;
  return until === undefined ? undefined : until - nowMs;
}

function withoutKeys(text: string): string {
  return text.replaceAll(/\bsk-ant-[\w-]+/g, '(key)');
}
