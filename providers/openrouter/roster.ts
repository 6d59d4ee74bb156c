// The gateway's list of models: fetched once before the first call, served from memory, renewed in the
// background. An old list now is better than a new one late.
import {
  arrayAt,
  type Http,
  type Log,
  ModelFailure,
  type ModelSpec,
  parseJson,
} from 'agent-hcl/sdk';
import { FALLBACK_MODELS } from './models.ts';
import { modelOf } from './roster-entry.ts';

/** Runs something later; the function it gives back forgets about it. */
export type Schedule = (run: () => void, delayMs: number) => () => void;

export interface RosterOptions {
  readonly http: Http;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly log: Log;
  readonly schedule: Schedule;
}

const HOUR_MS = 3_600_000;
/** After a failure: soon, since until then only a few models are known. */
const MINUTE_MS = 60_000;

/** Several hundred kilobytes today. */
const MOST_LIST_BYTES = 16 * 1024 * 1024;

export class Roster {
  readonly #options: RosterOptions;
  readonly #end = new AbortController();
  #models: readonly [ModelSpec, ...ModelSpec[]] = FALLBACK_MODELS;
  #cancelNext: () => void = () => {};

  constructor(options: RosterOptions) {
    this.#options = options;
  }

  /** What is known now; never waits. */
  get models(): readonly [ModelSpec, ...ModelSpec[]] {
    return this.#models;
  }

  /**
   * Fetches the list, and again every hour. A list that can not be had is no failure: the one before
   * stays, at first a few models of our own.
   */
  async load(signal: AbortSignal): Promise<void> {
    const problem = await this.#fetch(AbortSignal.any([signal, this.#end.signal]));
    if (this.#end.signal.aborted) return;
    signal.throwIfAborted();
    if (problem !== undefined) this.#options.log('warn', `no list of models: ${problem}`);
    const delayMs = problem === undefined ? HOUR_MS : MINUTE_MS;
    this.#cancelNext = this.#options.schedule(() => void this.load(this.#end.signal), delayMs);
  }

  close(): void {
    this.#cancelNext();
    this.#end.abort();
  }

  /** @returns What went wrong. */
  async #fetch(signal: AbortSignal): Promise<string | undefined> {
    const { http, url, headers } = this.#options;
    try {
      const response = await http.request({ method: 'GET', url, headers, signal });
      if (response.status !== 200) return `HTTP ${response.status}`;
      const list = arrayAt(parseJson(await response.text(MOST_LIST_BYTES)), 'data');
      const [first, ...others] = withoutRepeats(list.flatMap((entry) => modelOf(entry) ?? []));
      if (first === undefined) return 'the answer is no list of models';
      this.#models = [first, ...others];
      return undefined;
    } catch (error) {
      if (error instanceof ModelFailure) return error.message;
      // Whoever aborted knows.
      if (signal.aborted) return 'aborted';
      throw error;
    }
  }
}

function withoutRepeats(models: readonly ModelSpec[]): readonly ModelSpec[] {
  return [...new Map(models.map((model) => [model.id, model])).values()];
}
