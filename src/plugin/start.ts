/** Starts a provider's process and reads its handshake. */
import type { Clock, Environment, Files, PrivateDirectory, Processes } from '../host/host.ts';
import { createCertificate } from '../protocol/certificate.ts';
import { HANDSHAKE_TIMEOUT_MS, type Handshake, parseHandshake } from '../protocol/handshake.ts';
import { childEnvironment } from './child-environment.ts';
import { diagnoseEnd } from './diagnose-start.ts';
import { type FirstLine, readFirstLine } from './first-line.ts';
import type { LaunchSpec } from './launch-spec.ts';
import type { PluginLogger } from './plugin-log.ts';
import { PluginProcess, type TlsOffer } from './plugin-process.ts';
import type { StartFailure } from './start-failure.ts';
import type { StartReason } from './start-reason.ts';
import {
  TLS_VARIABLE,
  type TlsCause,
  type TlsPolicy,
  tlsCauseOf,
  tlsPolicyOf,
} from './tls-policy.ts';
import { within } from './within.ts';

/** How long after the end of its output a process may take to end itself. */
const EXIT_AFTER_OUTPUT_MS = 1000;

/** The shortest limit of the systems we run on (macOS; Linux takes 107). */
const SOCKET_PATH_LIMIT_BYTES = 103;

/** A slash and the longest name a plugin library gives a socket, with some to spare. */
const SOCKET_NAME_BYTES = 24;

const DEFAULT_TEMPORARY_DIRECTORY = '/tmp';

/** What a launch needs of the world. */
export interface LaunchContext {
  readonly processes: Processes;
  readonly files: Files;
  readonly clock: Clock;
  /** This process's own variables. */
  readonly environment: Environment;
  readonly log: PluginLogger;
  /** Milliseconds from the launch to the handshake; default 60,000. */
  readonly handshakeMs?: number | undefined;
  /** When it is asked for mutual TLS, with a fresh key for each launch; default by the environment. */
  readonly tls?: TlsPolicy | undefined;
}

export type Launched =
  | { readonly type: 'launched'; readonly process: PluginProcess }
  | { readonly type: 'failed'; readonly failure: StartFailure };

export type Started =
  | { readonly type: 'started'; readonly handshake: Handshake }
  | { readonly type: 'failed'; readonly failure: StartFailure };

/**
 * Starts the process without waiting for anything it does.
 *
 * @param isShared - Others can connect to its channel; by default where a system has TCP ports only.
 */
export function launch(
  spec: LaunchSpec,
  context: LaunchContext,
  isShared = !context.processes.hasUnixSockets,
): Launched {
  const policy = tlsPolicyOf(context);
  if (policy === undefined) {
    return failed(spec, { type: 'tls-setting', found: context.environment[TLS_VARIABLE] ?? '' });
  }
  const made = makeSocketDirectory(context);
  if (made.type === 'refused') return failed(spec, made.reason);
  const { directory } = made;
  const workingDirectory =
    spec.workingDirectory ?? context.processes.privateDirectory(directory.path).path;
  const { clock, log } = context;
  const tls = offerTls(tlsCauseOf(policy, isShared), clock);
  const child = context.processes.start({
    command: spec.command,
    args: spec.args,
    workingDirectory,
    environment: childEnvironment(context.environment, spec, {
      socketDirectory: directory.path,
      clientCertificate: tls?.certificate.pem,
    }),
  });
  const process = new PluginProcess({ spec, child, clock, directory, log, tls });
  return { type: 'launched', process };
}

function offerTls(cause: TlsCause | undefined, clock: Clock): TlsOffer | undefined {
  if (cause === undefined) return undefined;
  return { cause, certificate: createCertificate({ nowMs: clock.now(), commonName: 'agent' }) };
}

type SocketDirectory =
  | { readonly type: 'made'; readonly directory: PrivateDirectory }
  | { readonly type: 'refused'; readonly reason: StartReason };

/** A directory of our own on a short path: a longer one would be cut by the system, silently. */
function makeSocketDirectory(context: LaunchContext): SocketDirectory {
  const preferred = context.environment['TMPDIR'] || DEFAULT_TEMPORARY_DIRECTORY;
  let refusal: StartReason | undefined;
  for (const parent of new Set([preferred, DEFAULT_TEMPORARY_DIRECTORY])) {
    const tried = tryDirectory(parent, context.processes);
    if (tried.type === 'made') return tried;
    refusal ??= tried.reason;
  }
  return { type: 'refused', reason: refusal ?? unusable(preferred, 'unknown') };
}

function tryDirectory(parent: string, processes: Processes): SocketDirectory {
  let directory: PrivateDirectory;
  try {
    directory = processes.privateDirectory(parent);
  } catch (error) {
    return { type: 'refused', reason: unusable(parent, codeOf(error)) };
  }
  const bytes = Buffer.byteLength(directory.path) + SOCKET_NAME_BYTES;
  if (bytes <= SOCKET_PATH_LIMIT_BYTES) return { type: 'made', directory };
  directory.remove();
  const limitBytes = SOCKET_PATH_LIMIT_BYTES;
  return { type: 'refused', reason: { type: 'socket-path-too-long', path: parent, limitBytes } };
}

function unusable(path: string, detail: string): StartReason {
  return { type: 'no-private-directory', path, detail };
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}

/**
 * Waits for the handshake. On any failure the process group is ended.
 *
 * @param signal - Gives up the start.
 */
export async function awaitHandshake(
  process: PluginProcess,
  context: LaunchContext,
  signal: AbortSignal,
): Promise<Started> {
  const limitMs = context.handshakeMs ?? HANDSHAKE_TIMEOUT_MS;
  const line = await firstLineWithin(process, context.clock, limitMs, signal);
  const outcome = await judge(line, process, context, limitMs);
  if (outcome.type === 'ok') return { type: 'started', handshake: outcome.handshake };
  process.signalGroup('SIGKILL');
  await process.lastWords();
  return { type: 'failed', failure: process.startFailure(outcome.reason) };
}

type Awaited = FirstLine | { readonly type: 'timeout' } | { readonly type: 'cancelled' };

async function firstLineWithin(
  process: PluginProcess,
  clock: Clock,
  limitMs: number,
  signal: AbortSignal,
): Promise<Awaited> {
  const done = new AbortController();
  const giveUp = (): void => done.abort();
  signal.addEventListener('abort', giveUp);
  if (signal.aborted) giveUp();
  const late = clock
    .sleep(limitMs, done.signal)
    .then((): Awaited => ({ type: signal.aborted ? 'cancelled' : 'timeout' }));
  try {
    return await Promise.race([readFirstLine(process.stdout), late]);
  } finally {
    signal.removeEventListener('abort', giveUp);
    done.abort();
  }
}

type Judged =
  | { readonly type: 'ok'; readonly handshake: Handshake }
  | { readonly type: 'refused'; readonly reason: StartReason };

async function judge(
  first: Awaited,
  process: PluginProcess,
  context: LaunchContext,
  limitMs: number,
): Promise<Judged> {
  switch (first.type) {
    case 'line':
      return judgeLine(first.text);
    case 'too-long':
      return { type: 'refused', reason: { type: 'not-a-handshake', line: first.text } };
    case 'ended':
      return { type: 'refused', reason: await whyEnded(first.text, process, context) };
    case 'timeout':
      return { type: 'refused', reason: { type: 'timeout', limitMs } };
    case 'cancelled':
      return { type: 'refused', reason: first };
    default:
      return unreachable(first);
  }
}

function judgeLine(text: string): Judged {
  const parsed = parseHandshake(text);
  if (parsed.type === 'handshake') return { type: 'ok', handshake: parsed.handshake };
  const { fault } = parsed;
  return fault.type === 'not-a-handshake'
    ? { type: 'refused', reason: { type: fault.type, line: fault.found } }
    : { type: 'refused', reason: { type: fault.type, found: fault.found } };
}

/** Its output ended before a line did: most often because it has ended itself. */
async function whyEnded(
  text: string,
  process: PluginProcess,
  context: LaunchContext,
): Promise<StartReason> {
  const end = await within(process.ended, EXIT_AFTER_OUTPUT_MS, context.clock);
  if (end) return diagnoseEnd(context.files, process.spec, end);
  return { type: text === '' ? 'closed-output' : 'not-a-handshake', line: text };
}

/** There is no process that could say anything. */
function failed({ name: provider, program }: LaunchSpec, reason: StartReason): Launched {
  return { type: 'failed', failure: { provider, program, reason, stderrTail: [] } };
}

function unreachable(value: never): never {
  throw new Error(`not a first line: ${JSON.stringify(value)}`);
}
