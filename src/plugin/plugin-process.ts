/** One provider's process: its output, its end and what it leaves behind. */
import type { ChildProcess, Clock, PrivateDirectory, ProcessEnd } from '../host/host.ts';
import type { Certificate } from '../protocol/certificate.ts';
import type { ProviderCrash } from '../protocol/model-error.ts';
import type { LaunchSpec } from './launch-spec.ts';
import type { PluginLogger } from './plugin-log.ts';
import type { StartFailure } from './start-failure.ts';
import { endText, type StartReason } from './start-reason.ts';
import { readStderr, type StderrLog } from './stderr-log.ts';
import type { TlsCause } from './tls-policy.ts';
import { within } from './within.ts';

/** How long an ended process may leave its stderr unfinished before we report without it. */
const LAST_WORDS_MS = 100;

/** What mutual TLS was asked for with, and why. */
export interface TlsOffer {
  readonly certificate: Certificate;
  readonly cause: TlsCause;
}

export class PluginProcess {
  readonly spec: LaunchSpec;
  readonly ended: Promise<ProcessEnd>;
  readonly stdout: AsyncIterable<Uint8Array>;
  /** Present when mutual TLS was asked for. */
  readonly tls: TlsOffer | undefined;
  readonly #child: ChildProcess;
  readonly #clock: Clock;
  readonly #directory: PrivateDirectory;
  readonly #stderr: StderrLog;
  #end: ProcessEnd | undefined;

  constructor(parts: {
    readonly spec: LaunchSpec;
    readonly child: ChildProcess;
    readonly clock: Clock;
    readonly directory: PrivateDirectory;
    readonly log: PluginLogger;
    readonly tls: TlsOffer | undefined;
  }) {
    this.spec = parts.spec;
    this.#child = parts.child;
    this.#clock = parts.clock;
    this.#directory = parts.directory;
    this.stdout = parts.child.stdout;
    this.tls = parts.tls;
    this.#stderr = readStderr(parts.child.stderr, parts.spec.name, parts.log);
    this.ended = parts.child.ended.then((end) => {
      this.#end = end;
      // The socket of a crashed child would otherwise stay until the kernel ends.
      this.#directory.remove();
      return end;
    });
  }

  /** The operating system's number; absent when it never ran. */
  get id(): number | undefined {
    return this.#child.id;
  }

  /** How it ended, once it has. */
  get end(): ProcessEnd | undefined {
    return this.#end;
  }

  stderrTail(): readonly string[] {
    return this.#stderr.tail();
  }

  /** Why it is no provider, with what it said last. */
  startFailure(reason: StartReason): StartFailure {
    const { name: provider, program } = this.spec;
    const stderrTail = this.stderrTail();
    return { provider, program, reason, stderrTail, tlsCause: this.tls?.cause };
  }

  /** Signals the whole process group; nothing once it has ended, as its group ended with it. */
  signalGroup(signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL'): void {
    if (this.#end === undefined) this.#child.signalGroup(signal);
  }

  /** Waits, for a moment at most, until everything it wrote before its end has been read. */
  async lastWords(): Promise<void> {
    await within(this.#stderr.finished, LAST_WORDS_MS, this.#clock);
  }

  /**
   * What every call in flight is told once the process has ended or its connection broke.
   *
   * @param whenAlive - What happened, for a process that is still there.
   */
  async crash(whenAlive: string): Promise<ProviderCrash> {
    const end = this.#end;
    if (end !== undefined) await this.lastWords();
    const happened = end === undefined ? whenAlive : endText(end);
    const exited = end?.type === 'exited' ? end : undefined;
    return {
      message: `provider "${this.spec.name}" ${happened}`,
      exitCode: exited?.exitCode,
      signal: exited?.signal,
      stderrTail: this.stderrTail(),
    };
  }
}
