// The command `run` in this process, with real provider processes, on a clock that lets a wait pass
// only when the user was told of it just before: what is not announced is waited for.
import { EventEmitter } from 'node:events';
import { parseCommandLine } from '../../src/cli/cli.ts';
import { run } from '../../src/cli/commands/run.ts';
import { Secrets } from '../../src/cli/secrets.ts';
import type { Clock, Host } from '../../src/host/host.ts';
import { nodeClock } from '../../src/host/node-clock.ts';
import { nodeHost } from '../../src/host/node-host.ts';
import { MemoryOutput, memoryInput } from './fake-host.ts';
import { temporaryFolder } from './run-agent.ts';

export interface AnnouncedRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Waits before another try, milliseconds, in order. */
  readonly waits: readonly number[];
}

/** Runs `agent run …` with this text as `agent.hcl`; every jitter is half of what it may be. */
export async function runAnnounced(
  args: readonly string[],
  config: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<AnnouncedRun> {
  const line = await parseCommandLine(['run', ...args]);
  if (line.type !== 'command' || line.arguments.command !== 'run') {
    throw new Error(`not a run: ${JSON.stringify(line)}`);
  }
  const stdout = new MemoryOutput();
  const stderr = new MemoryOutput();
  const clock = new AnnouncedClock([stdout, stderr]);
  const workingDirectory = temporaryFolder({ 'agent.hcl': config });
  const host: Host = {
    ...nodeHost(),
    clock,
    random: () => 0.5,
    environment: { PATH: process.env['PATH'], HOME: temporaryFolder(), ...environment },
    stdin: memoryInput(),
    stdout,
    stderr,
    workingDirectory,
  };
  const context = { host, signals: new EventEmitter(), exit: () => undefined };
  const code = await run(line.arguments, { ...context, secrets: new Secrets() });
  return { code, stdout: stdout.text, stderr: stderr.text, waits: clock.waits };
}

/** Real time, except for waits that the newest line of an output announces. */
class AnnouncedClock implements Clock {
  readonly waits: number[] = [];
  readonly #outputs: readonly MemoryOutput[];
  #heard = 0;
  #passedMs = 0;

  constructor(outputs: readonly MemoryOutput[]) {
    this.#outputs = outputs;
  }

  now(): number {
    return nodeClock.now() + this.#passedMs;
  }

  monotonic(): number {
    return nodeClock.monotonic() + this.#passedMs;
  }

  sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
    if (!this.#isAnnounced()) return nodeClock.sleep(delayMs, signal);
    this.waits.push(delayMs);
    this.#passedMs += delayMs;
    return Promise.resolve();
  }

  /** Each announcement lets one wait pass. */
  #isAnnounced(): boolean {
    const count = this.#outputs.reduce((sum, output) => sum + announcements(output), 0);
    if (count === this.#heard) return false;
    this.#heard = count;
    return true;
  }
}

function announcements({ text }: MemoryOutput): number {
  return text.match(/"type":"retry"|: trying again in /g)?.length ?? 0;
}
