// The deadlines of one call, and the caller's patience.
import type { ModelError } from 'agent-hcl/sdk';
import type { Child } from './child.ts';
import { timedOut } from './errors.ts';

export interface WatchLimits {
  readonly signal: AbortSignal;
  readonly idleMs: number;
  readonly totalMs: number | undefined;
}

/** After a child was told to end, for the rest of its output to be read, milliseconds. */
const REST_MS = 3000;

/** Ends the reading of a child when the caller gives up, or a deadline passes. */
export class Watch {
  readonly #child: Child;
  readonly #limits: WatchLimits;
  readonly #given = new AbortController();
  readonly #total: NodeJS.Timeout | undefined;
  #idle: NodeJS.Timeout | undefined;
  #rest: NodeJS.Timeout | undefined;
  #problem: ModelError | undefined;
  readonly #onAbort = () => {
    this.#child.stop();
    this.#given.abort();
  };

  constructor(child: Child, limits: WatchLimits) {
    this.#child = child;
    this.#limits = limits;
    const { signal, totalMs } = limits;
    signal.addEventListener('abort', this.#onAbort);
    if (signal.aborted) this.#onAbort();
    if (totalMs !== undefined) {
      this.#total = setTimeout(() => this.#expire(`no answer within ${totalMs} ms`), totalMs);
    }
    this.#rearm();
  }

  /** The deadline that passed. */
  get problem(): ModelError | undefined {
    return this.#problem;
  }

  /** The child's output: to its end, or until nobody waits for it any more. */
  async *output(): AsyncGenerator<Uint8Array> {
    const chunks = this.#child.stdout[Symbol.asyncIterator]();
    const givenUp = new Promise<IteratorResult<Uint8Array>>((resolve) => {
      const onGivenUp = () => resolve({ done: true, value: undefined });
      this.#given.signal.addEventListener('abort', onGivenUp, { once: true });
      if (this.#given.signal.aborted) onGivenUp();
    });
    while (true) {
      const { done, value } = await Promise.race([chunks.next(), givenUp]);
      if (done === true) return;
      this.#rearm();
      yield value;
    }
  }

  close(): void {
    this.#limits.signal.removeEventListener('abort', this.#onAbort);
    for (const timer of [this.#total, this.#idle, this.#rest]) clearTimeout(timer);
  }

  #rearm(): void {
    const { idleMs } = this.#limits;
    clearTimeout(this.#idle);
    if (this.#problem !== undefined) return;
    this.#idle = setTimeout(
      () => this.#expire(`the program said nothing for ${idleMs} ms`),
      idleMs,
    );
  }

  /** What stands in the pipe is still read: it was printed in time. */
  #expire(problem: string): void {
    this.#problem ??= timedOut(problem, this.#child.stderr());
    this.#child.stop();
    this.#rest ??= setTimeout(() => this.#given.abort(), REST_MS);
  }
}
