/** Each reason why a provider did not start, in words. */
import { CORE_VERSION, HANDSHAKE_VERSION } from '../protocol/handshake.ts';
import { endText, type StartReason } from './start-reason.ts';
import { TLS_POLICIES, TLS_VARIABLE } from './tls-policy.ts';

interface Explanation {
  readonly what: string;
  readonly remedy: string;
}

/** How much of a foreign line a message quotes, in characters. */
const QUOTE_LENGTH = 120;

/** What was found instead of a provider, and what to do about it. */
export function explain(reason: StartReason): Explanation {
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

function quote(text: string): string {
  const cut = text.length > QUOTE_LENGTH ? `${text.slice(0, QUOTE_LENGTH)}…` : text;
  return JSON.stringify(cut);
}

function unreachable(value: never): never {
  throw new Error(`not a start reason: ${JSON.stringify(value)}`);
}
