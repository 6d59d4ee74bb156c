/** A provider program started as the kernel starts it, and reached over its own connection. */
import type { ChildInput, ProcessEnd } from '../host/host.ts';
import { agreeOnSecurity } from '../plugin/channel-security.ts';
import { Connection } from '../plugin/connect.ts';
import { readFirstLine } from '../plugin/first-line.ts';
import type { LaunchSpec } from '../plugin/launch-spec.ts';
import { PluginLink } from '../plugin/plugin-link.ts';
import type { PluginProcess } from '../plugin/plugin-process.ts';
import { awaitHandshake, type LaunchContext, launch } from '../plugin/start.ts';
import type { StartFailure } from '../plugin/start-failure.ts';
import { stopPlugin } from '../plugin/stop.ts';
import { within } from '../plugin/within.ts';
import type { Handshake } from '../protocol/handshake.ts';
import { type EnvironmentEdits, type RecordedLaunch, recordLaunch } from './recorded-launch.ts';

export interface OpenProgram {
  readonly type: 'open';
  readonly process: PluginProcess;
  readonly connection: Connection;
  readonly handshake: Handshake;
  /** Socket path or loopback address it advertised. */
  readonly address: string;
  readonly network: 'unix' | 'tcp';
  readonly output: RecordedLaunch;
  /** Ends it as the kernel does; nothing is left. */
  close(): Promise<void>;
}

export type ProgramStart =
  | OpenProgram
  | { readonly type: 'failed'; readonly failure: StartFailure; readonly output: RecordedLaunch };

const HEALTH_MS = 5000;

/**
 * Launch, handshake, connection; whether anybody answers there is for a check to see.
 *
 * @param input - What the program finds on stdin; by default neither a byte nor an end.
 */
export async function openProgram(
  spec: LaunchSpec,
  base: LaunchContext,
  signal: AbortSignal,
  input?: ChildInput,
): Promise<ProgramStart> {
  const output = recordLaunch(base, {}, input);
  const launched = launch(spec, output.context);
  if (launched.type === 'failed') return notOpen(launched.failure, output);
  const { process } = launched;
  const started = await awaitHandshake(process, output.context, signal);
  if (started.type === 'failed') return notOpen(started.failure, output);
  const { handshake } = started;
  const agreed = agreeOnSecurity(process.tls?.certificate, handshake);
  if (agreed.type === 'refused') {
    await stopPlugin(process, undefined, base.clock);
    const failure = process.startFailure({ type: 'tls', detail: agreed.detail });
    return notOpen(failure, output);
  }
  const { clock, log } = base;
  const { security } = agreed;
  const connection = new Connection({ provider: spec.name, handshake, security, clock, log });
  const link = new PluginLink(process, connection, clock, HEALTH_MS);
  return {
    type: 'open',
    process,
    connection,
    handshake,
    address: handshake.address,
    network: handshake.network,
    output,
    async close() {
      await stopPlugin(process, link, clock);
      output.close();
    },
  };
}

function notOpen(failure: StartFailure, output: RecordedLaunch): ProgramStart {
  output.close();
  return { type: 'failed', failure, output };
}

/** What a program did that was started in an unusual way. */
export interface BriefRun {
  /** What it printed until its first line feed, or until its end. */
  readonly stdout: string;
  readonly stderr: string;
  /** Absent: it went on running and was ended. */
  readonly end: ProcessEnd | undefined;
}

/**
 * Starts a program with a bent environment and looks what it does: it prints a line, it ends, or it
 * does neither within `limitMs` milliseconds.
 */
export async function runBriefly(
  spec: LaunchSpec,
  base: LaunchContext,
  edits: EnvironmentEdits,
  limitMs: number,
): Promise<BriefRun> {
  const output = recordLaunch(base, edits);
  try {
    const launched = launch(spec, output.context);
    if (launched.type === 'failed') throw new Error('the program could not be started again');
    const { process } = launched;
    const first = await within(readFirstLine(process.stdout), limitMs, base.clock);
    if (first?.type === 'ended') await within(process.ended, limitMs, base.clock);
    const { end } = process;
    await process.lastWords();
    const [stdout, stderr] = [output.stdout(), output.stderr()];
    process.signalGroup('SIGKILL');
    await process.ended;
    return { stdout, stderr, end };
  } finally {
    output.close();
  }
}
