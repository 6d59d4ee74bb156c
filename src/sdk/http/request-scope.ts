/**
 * The lifetime of one request: everything that can end it early (the caller's signal, a deadline,
 * the reader leaving) aborts one signal, whose reason is what the caller sees.
 */
export class RequestScope {
  readonly #controller = new AbortController();
  readonly #parent: AbortSignal;
  readonly #onParentAbort: () => void;
  #total: NodeJS.Timeout | undefined;
  #phase: NodeJS.Timeout | undefined;

  constructor(parent: AbortSignal) {
    this.#parent = parent;
    this.#onParentAbort = () => this.stop(parent.reason);
    parent.addEventListener('abort', this.#onParentAbort, { once: true });
    if (parent.aborted) this.#onParentAbort();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Bounds the whole request. */
  limitTotal(limitMs: number, failure: () => unknown): void {
    if (this.signal.aborted) return;
    this.#total = setTimeout(() => this.stop(failure()), limitMs);
  }

  /** Bounds what happens next; replaces the bound of the phase before. */
  limitPhase(limitMs: number, failure: () => unknown): void {
    if (this.signal.aborted) return;
    clearTimeout(this.#phase);
    this.#phase = setTimeout(() => this.stop(failure()), limitMs);
  }

  /** Something arrived: the phase's time starts anew. */
  touch(): void {
    this.#phase?.refresh();
  }

  /** No time runs while the reader, not the other side, is slow. */
  suspendPhase(): void {
    clearTimeout(this.#phase);
    this.#phase = undefined;
  }

  stop(reason: unknown): void {
    this.#controller.abort(reason);
    this.close();
  }

  /** The request is over: no timer and no listener stays behind. */
  close(): void {
    clearTimeout(this.#total);
    this.suspendPhase();
    this.#parent.removeEventListener('abort', this.#onParentAbort);
  }
}
