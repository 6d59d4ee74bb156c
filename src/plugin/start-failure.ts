/** Why a provider process is not there: each reason names what was found and what to do. */
import type { ProcessEnd } from '../host/host.ts';
import { CORE_VERSION, HANDSHAKE_VERSION } from '../protocol/handshake.ts';
import { TLS_CAUSE_TEXT, TLS_POLICIES, TLS_VARIABLE, type TlsCause } from './tls-policy.ts';

/** What went wrong between the launch and the first answer. */
export type StartReason =
  | { readonly type: 'missing' }
  | { readonly type: 'is-directory' }
  | { readonly type: 'not-executable' }
  /** The operating system's own code, such as `ENOEXEC`. */
  | { readonly type: 'not-started'; readonly code: string }
  | { readonly type: 'no-private-directory'; readonly path: string; readonly detail: string }
  | { readonly type: 'socket-path-too-long'; readonly path: string; readonly limitBytes: number }
  /** The variable that says when to encrypt has a value nobody knows. */
  | { readonly type: 'tls-setting'; readonly found: string }
  | { readonly type: 'timeout'; readonly limitMs: number }
  | { readonly type: 'exited'; readonly end: ProcessEnd }
  /** It printed something else. */
  | { readonly type: 'not-a-handshake'; readonly line: string }
  | { readonly type: 'closed-output'; readonly line: string }
  | { readonly type: 'core-version'; readonly found: string }
  | { readonly type: 'handshake-version'; readonly found: string }
  | { readonly type: 'network'; readonly found: string }
  | { readonly type: 'address'; readonly found: string }
  | { readonly type: 'protocol'; readonly found: string }
  | { readonly type: 'multiplexing'; readonly found: string }
  | { readonly type: 'unreachable'; readonly address: string; readonly detail: string }
  | { readonly type: 'unhealthy'; readonly detail: string }
  | { readonly type: 'tls'; readonly detail: string }
  | { readonly type: 'cancelled' };

/** A start that failed; holds no value of the child's environment. */
export interface StartFailure {
  /** Local name of the provider. */
  readonly provider: string;
  /** What the user knows it by: a path. */
  readonly program: string;
  readonly reason: StartReason;
  /** Last lines of its stderr, bounded; foreign text. */
  readonly stderrTail: readonly string[];
  /** Why it was asked for mutual TLS, if it was. */
  readonly tlsCause?: TlsCause | undefined;
}

/** One sentence without a full stop, then what to do. The caller sanitizes and redacts. */
export interface StartFailureText {
  readonly summary: string;
  readonly detail: string;
}

/** How much of a foreign line a message quotes, in characters. */
const QUOTE_LENGTH = 120;

export function startFailureText(failure: StartFailure): StartFailureText {
  const { what, remedy } = explain(failure.reason);
  const output = failure.stderrTail.map((line) => `\n  ${line}`).join('');
  const tail = output === '' ? '' : `\nIts last lines of output were:${output}`;
  // A provider without TLS may have failed by this alone, in whatever way.
  const asked = failure.tlsCause ? ` ${TLS_CAUSE_TEXT[failure.tlsCause]}` : '';
  return {
    summary: `Provider "${failure.provider}" did not start: ${what}`,
    detail: `The program is ${failure.program}. ${remedy}${asked}${tail}`,
  };
}

interface Explanation {
  readonly what: string;
  readonly remedy: string;
}

function explain(reason: StartReason): Explanation {
  switch (reason.type) {
    case 'missing':
    case 'is-directory':
    case 'not-executable':
    case 'not-started':
    case 'no-private-directory':
    case 'socket-path-too-long':
    case 'tls-setting':
      return explainLaunch(reason);
    case 'timeout':
    case 'exited':
    case 'not-a-handshake':
    case 'closed-output':
    case 'cancelled':
      return explainSilence(reason);
    case 'core-version':
    case 'handshake-version':
    case 'network':
    case 'address':
    case 'protocol':
    case 'multiplexing':
      return explainHandshake(reason);
    case 'unreachable':
    case 'unhealthy':
    case 'tls':
      return explainConnection(reason);
    default:
      return unreachable(reason);
  }
}

type Of<Type extends StartReason['type']> = Extract<StartReason, { readonly type: Type }>;

function explainLaunch(
  reason: Of<
    | 'missing'
    | 'is-directory'
    | 'not-executable'
    | 'not-started'
    | 'no-private-directory'
    | 'socket-path-too-long'
    | 'tls-setting'
  >,
): Explanation {
  switch (reason.type) {
    case 'missing':
      return { what: 'the program does not exist', remedy: 'Check the path, or build it first.' };
    case 'is-directory':
      return {
        what: 'the path is a directory',
        remedy: 'Name the executable or the JavaScript entry file inside it.',
      };
    case 'not-executable':
      return { what: 'the file is not executable', remedy: 'Allow it with "chmod +x".' };
    case 'not-started':
      return {
        what: `the operating system refused to run it (${reason.code})`,
        remedy: 'Check that it was built for this machine and that its interpreter is installed.',
      };
    case 'no-private-directory':
      return {
        what: 'no private directory for its socket could be made',
        remedy: `${reason.path} can not be used (${reason.detail}). Set TMPDIR to a writable directory.`,
      };
    case 'socket-path-too-long':
      return {
        what: 'the path of its socket would be too long',
        remedy: `${reason.path} leaves no room within ${reason.limitBytes} bytes. Set TMPDIR to a shorter path.`,
      };
    case 'tls-setting':
      return {
        what: `${TLS_VARIABLE} is ${quote(reason.found)}`,
        remedy: `Expected one of ${TLS_POLICIES.join(', ')}, or nothing.`,
      };
    default:
      return unreachable(reason);
  }
}

function explainSilence(
  reason: Of<'timeout' | 'exited' | 'not-a-handshake' | 'closed-output' | 'cancelled'>,
): Explanation {
  switch (reason.type) {
    case 'timeout':
      return {
        what: `it printed no handshake within ${reason.limitMs / 1000} s`,
        remedy: 'It was ended. Is it a provider at all, and does it start serving?',
      };
    case 'exited':
      return {
        what: `it ${endText(reason.end)} before its handshake`,
        remedy: 'A provider prints its handshake and goes on running until it is told to stop.',
      };
    case 'not-a-handshake':
      return {
        what: 'it printed something else than a handshake',
        remedy: `Its first line of output was ${quote(reason.line)}. Only the handshake may be printed to standard output; everything else belongs on standard error.`,
      };
    case 'closed-output':
      return {
        what: 'it closed its output without a handshake',
        remedy: 'A provider prints its handshake as the first line of its standard output.',
      };
    case 'cancelled':
      return { what: 'the start was cancelled', remedy: 'Nothing is left of it.' };
    default:
      return unreachable(reason);
  }
}

function explainHandshake(
  reason: Of<
    'core-version' | 'handshake-version' | 'network' | 'address' | 'protocol' | 'multiplexing'
  >,
): Explanation {
  const found = quote(reason.found);
  switch (reason.type) {
    case 'core-version':
      return {
        what: `its launcher version is ${found}, expected ${CORE_VERSION}`,
        remedy: 'It was built with another plugin library; rebuild it with a current one.',
      };
    case 'handshake-version':
      return {
        what: `its handshake version is ${found}, expected ${HANDSHAKE_VERSION}`,
        remedy: 'Provider and program are of different generations; update the older one.',
      };
    case 'network':
      return { what: `it listens on ${found}`, remedy: 'Expected "unix" or "tcp".' };
    case 'address':
      return {
        what: `it advertises the address ${found}`,
        remedy: 'Expected an absolute socket path, or a loopback address with a port.',
      };
    case 'protocol':
      return {
        what: `it speaks ${found}, expected "grpc"`,
        remedy: 'Only gRPC providers can run.',
      };
    case 'multiplexing':
      return {
        what: `its multiplexing mark is ${found}`,
        remedy: 'Expected "true", "false" or nothing.',
      };
    default:
      return unreachable(reason);
  }
}

function explainConnection(reason: Of<'unreachable' | 'unhealthy' | 'tls'>): Explanation {
  switch (reason.type) {
    case 'unreachable':
      return {
        what: 'nothing answers at the address it advertised',
        remedy: `The address is ${quote(reason.address)} (${reason.detail}).`,
      };
    case 'unhealthy':
      return {
        what: 'it does not report itself as serving',
        remedy: `Its health service answered: ${reason.detail}.`,
      };
    case 'tls':
      return { what: 'the encrypted connection failed', remedy: `${reason.detail}.` };
    default:
      return unreachable(reason);
  }
}

/** "exited with code 3", "was ended by SIGKILL". */
export function endText(end: ProcessEnd): string {
  if (end.type === 'not-started') return `could not be started (${end.code})`;
  if (end.signal !== undefined) return `was ended by ${end.signal}`;
  return `exited with code ${end.exitCode ?? 'unknown'}`;
}

function quote(text: string): string {
  const cut = text.length > QUOTE_LENGTH ? `${text.slice(0, QUOTE_LENGTH)}…` : text;
  return JSON.stringify(cut);
}

function unreachable(value: never): never {
  throw new Error(`not a start reason: ${JSON.stringify(value)}`);
}
