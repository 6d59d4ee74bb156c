/** One provider of a fleet through its launches, its crashes and its end. */
import type { Exposed, Inspected, Ready, Unavailable } from './bring-up.ts';
import type { FleetContext, FleetMember } from './fleet-member.ts';
import type { PluginLink } from './plugin-link.ts';
import type { PluginProcess } from './plugin-process.ts';
import { type Launched, launch } from './start.ts';

/** So many crashes within this time, and a provider is left alone (`error-taxonomy.md` §7). */
const BREAKER = { crashes: 3, withinMs: 5 * 60_000 } as const;

/** The process that counts: a second one, where the first had to be started again. */
interface Attempt {
  process: PluginProcess;
  /** Present from the moment there is a connection. */
  link: PluginLink | undefined;
}

/** One start and what it has told so far. */
interface Run {
  readonly attempt: Attempt;
  readonly abort: AbortController;
  readonly inspected: Promise<Inspected | Unavailable>;
  ready: Promise<Ready | Unavailable> | undefined;
  /** Present once we ended it ourselves. */
  stopped: Promise<void> | undefined;
}

export class ProviderSlot {
  readonly #member: FleetMember;
  readonly #context: FleetContext;
  readonly #crashTimesMs: number[] = [];
  #run: Run | undefined;
  /** Why there is no process at all. */
  #unavailable: Unavailable | undefined;
  #isClosing = false;

  constructor(member: FleetMember, context: FleetContext) {
    this.#member = member;
    this.#context = context;
  }

  /** The running process; absent before the start and after the end. */
  get process(): PluginProcess | undefined {
    return this.#run?.attempt.process;
  }

  /** Launches the process unless it runs, or must not. */
  start(): void {
    if (this.#run || this.#isClosing) return;
    const { spec } = this.#member;
    this.#unavailable = this.#breaker();
    if (this.#unavailable) return;
    const launched = launch(spec, this.#context);
    if (launched.type === 'failed') this.#unavailable = notLaunched(launched);
    else this.#run = this.#begin(launched.process);
  }

  inspected(): Promise<Inspected | Unavailable> {
    return this.#run?.inspected ?? Promise.resolve(this.#whyNot());
  }

  ready(): Promise<Ready | Unavailable> {
    const run = this.#run;
    if (!run) return Promise.resolve(this.#whyNot());
    run.ready ??= this.#configure(run);
    return run.ready;
  }

  /** Ends the process for good, and waits for that. */
  async close(): Promise<void> {
    this.#isClosing = true;
    if (this.#run) await this.#stop(this.#run);
  }

  #begin(process: PluginProcess): Run {
    const abort = new AbortController();
    const attempt: Attempt = { process, link: undefined };
    const inspected = this.#inspectPrivately(attempt, abort.signal);
    const run: Run = { attempt, abort, inspected, ready: undefined, stopped: undefined };
    void this.#stopUnlessUsable(run, inspected);
    void this.#afterEnd(run);
    return run;
  }

  /**
   * A provider that listens where others can connect is started again, asked for mutual TLS. Until
   * then it has been told nothing.
   */
  async #inspectPrivately(attempt: Attempt, signal: AbortSignal): Promise<Inspected | Unavailable> {
    let result = await this.#inspect(attempt, signal);
    while (result.type === 'exposed') {
      attempt.process.signalGroup('SIGKILL');
      await attempt.process.ended;
      if (signal.aborted) return this.#cancelled();
      const launched = launch(this.#member.spec, this.#context, true);
      if (launched.type === 'failed') return notLaunched(launched);
      attempt.process = launched.process;
      result = await this.#inspect(attempt, signal);
    }
    return result;
  }

  async #inspect(
    attempt: Attempt,
    signal: AbortSignal,
  ): Promise<Inspected | Exposed | Unavailable> {
    const { inspect } = await import('./bring-up.ts');
    return inspect(attempt.process, this.#context, signal, (link) => {
      attempt.link = link;
    });
  }

  async #configure(run: Run): Promise<Ready | Unavailable> {
    const inspected = await run.inspected;
    if (inspected.type === 'unavailable') return inspected;
    const config = this.#member.decode(inspected.capabilities);
    if (config === undefined) {
      const provider = this.#member.spec.name;
      return { type: 'unavailable', failure: { type: 'undecodable', provider } };
    }
    const { configure } = await import('./bring-up.ts');
    const ready = configure(inspected, config, this.#context.clock.now(), run.abort.signal);
    void this.#stopUnlessUsable(run, ready);
    return ready;
  }

  /** A provider that failed on its way up is of no more use. */
  async #stopUnlessUsable(run: Run, result: Promise<{ readonly type: string }>): Promise<void> {
    const { type } = await result;
    if (type === 'unavailable') await this.#stop(run);
  }

  async #stop(run: Run): Promise<void> {
    run.stopped ??= this.#stopOnce(run);
    await run.stopped;
  }

  async #stopOnce(run: Run): Promise<void> {
    run.abort.abort();
    const { stopPlugin } = await import('./stop.ts');
    const { clock, stopLimits } = this.#context;
    await stopPlugin(run.attempt.process, run.attempt.link, clock, stopLimits);
  }

  /** A process that crashed in use makes room for the next. */
  async #afterEnd(run: Run): Promise<void> {
    const inspected = await run.inspected;
    await run.attempt.process.ended;
    if (run.stopped !== undefined || inspected.type === 'unavailable') return;
    this.#crashTimesMs.push(this.#context.clock.now());
    if (this.#run === run) this.#run = undefined;
  }

  #breaker(): Unavailable | undefined {
    const { crashes, withinMs } = BREAKER;
    const since = this.#context.clock.now() - withinMs;
    if (this.#crashTimesMs.filter((time) => time > since).length < crashes) return undefined;
    const { name: provider, program } = this.#member.spec;
    const failure = { type: 'crashing', provider, program, crashes, withinMs } as const;
    return { type: 'unavailable', failure };
  }

  #cancelled(): Unavailable {
    const provider = this.#member.spec.name;
    return { type: 'unavailable', failure: { type: 'cancelled', provider } };
  }

  #whyNot(): Unavailable {
    if (this.#unavailable) return this.#unavailable;
    throw new Error('a provider was asked for that had not been started');
  }
}

function notLaunched({ failure }: Extract<Launched, { readonly type: 'failed' }>): Unavailable {
  return { type: 'unavailable', failure: { type: 'start', failure } };
}
