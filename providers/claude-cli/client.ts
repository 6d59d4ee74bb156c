// One call of the program: started, read to the end of its turn, and let go.
import { tmpdir } from 'node:os';
import {
  type CallContext,
  joinDeltas,
  type ModelError,
  ModelFailure,
  type ModelRequest,
  ndjsonBatches,
  type StreamEvent,
} from 'agent-hcl/sdk';
import { type Child, type ChildEnd, startChild } from './child.ts';
import { brokenTurn, invalidRequest, PROVIDER_NAME } from './errors.ts';
import { TurnReader } from './events.ts';
import type { Settings } from './options.ts';
import { buildRequest } from './request.ts';
import { versionHint } from './version.ts';
import { Watch } from './watch.ts';
import { makeWorkplace, type Workplace } from './workplace.ts';

/** Lines with whole files in them are long. */
const MOST_LINE_LENGTH = 64 * 1024 * 1024;

export interface ClientTimes {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Silence after which the program counts as hung, milliseconds. */
  readonly idleMs: number;
  /** For it to end by itself after its turn, milliseconds. */
  readonly lingerMs: number;
}

interface PreparedCall {
  readonly args: readonly string[];
  readonly prompt: string;
  readonly workplace: Workplace;
}

/** Calls of one configuration. */
export class ClaudeClient {
  readonly #settings: Settings;
  readonly #times: ClientTimes;
  /** Until all of them is gone, their workplaces included. */
  readonly #children = new Map<Child, Promise<void>>();

  constructor(settings: Settings, times: ClientTimes) {
    this.#settings = settings;
    this.#times = times;
  }

  /**
   * Streams one turn.
   *
   * @throws ModelFailure - what can not be asked of the program.
   */
  async *stream(request: ModelRequest, call: CallContext): AsyncGenerator<StreamEvent> {
    const built = buildRequest(request, this.#settings.models);
    const { args, systemPrompt, prompt, notes, isStructured } = built;
    for (const note of notes) call.log('warn', note, { model: request.modelId });
    const workplace = await makeWorkplace(systemPrompt);
    const child = await this.#start({ args, prompt, workplace }, call.signal);
    yield* this.#readTurn(child, call.signal, isStructured);
  }

  /** Ends every program that still runs. */
  async close(): Promise<void> {
    for (const child of this.#children.keys()) child.kill();
    await Promise.all(this.#children.values());
  }

  async #start({ args, prompt, workplace }: PreparedCall, signal: AbortSignal): Promise<Child> {
    const { command, extraArgs, environment } = this.#settings;
    try {
      signal.throwIfAborted();
      const child = startChild({
        command,
        args: [...args, ...workplace.systemArgs, ...extraArgs],
        workingDirectory: workplace.directory,
        folder: workplace.folder,
        environment,
        input: prompt,
      });
      const gone = child.ended.then(async () => {
        await workplace.remove();
        this.#children.delete(child);
      });
      this.#children.set(child, gone);
      return child;
    } catch (error) {
      await workplace.remove();
      throw error;
    }
  }

  async *#readTurn(
    child: Child,
    signal: AbortSignal,
    isStructured: boolean,
  ): AsyncGenerator<StreamEvent> {
    const { now, idleMs, lingerMs } = this.#times;
    const reader = new TurnReader({ now, stderr: () => child.stderr(), isStructured });
    const watch = new Watch(child, { signal, idleMs, totalMs: this.#settings.timeoutMs });
    try {
      // All that was printed is told before any failure is.
      const lines = ndjsonBatches(watch.output(), {
        provider: PROVIDER_NAME,
        maxLineLength: MOST_LINE_LENGTH,
      });
      for await (const batch of lines) {
        yield* joinDeltas(batch.flatMap(({ value }) => reader.read(value)));
        if (reader.isEnded) return;
      }
      signal.throwIfAborted();
      yield* reader.fail(
        watch.problem ?? (await this.#problemOf(await child.ended, child.stderr())),
      );
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error;
      yield* reader.fail(error.error);
    } finally {
      watch.close();
      letGo(child, reader.isEnded ? lingerMs : 0);
    }
  }

  async #problemOf(end: ChildEnd, stderr: string): Promise<ModelError> {
    const { command } = this.#settings;
    if (end.type === 'not-started') {
      const why = end.code === 'ENOENT' ? 'it is not installed' : end.code;
      const advice = 'install the vendor’s program, or set command';
      return invalidRequest(`"${command}" can not be started: ${why}; ${advice}`).error;
    }
    const how = end.signal === null ? `with code ${end.code}` : `by ${end.signal}`;
    const hint = end.code === 0 ? '' : await versionHint(this.#settings, tmpdir());
    const problem = `the program ended ${how} before its answer was complete`;
    return hint === ''
      ? brokenTurn(problem, stderr)
      : brokenTurn(`${problem}; ${hint}`, stderr, {
          category: 'invalid_request',
          retryable: false,
        });
  }
}

/** Some versions never end after their turn. */
function letGo(child: Child, lingerMs: number): void {
  if (lingerMs === 0) {
    child.stop();
    return;
  }
  const timer = setTimeout(() => child.stop(), lingerMs);
  void child.ended.then(() => clearTimeout(timer));
}
