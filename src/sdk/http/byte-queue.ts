/** Unread bytes at which the socket is paused, so that a slow reader slows the vendor. */
const HIGH_WATER_BYTES = 256 * 1024;

/**
 * Bytes on their way from a socket to one reader. All that came since the last read is handed over
 * as one chunk: deltas that share a packet stay together, and no chunk waits for another.
 */
export class ByteQueue {
  readonly #onFull: () => void;
  readonly #onDrained: () => void;
  #chunks: Uint8Array[] = [];
  #length = 0;
  #end: { readonly error?: unknown } | undefined;
  #wake: (() => void) | undefined;

  constructor(hooks: { readonly onFull: () => void; readonly onDrained: () => void }) {
    this.#onFull = hooks.onFull;
    this.#onDrained = hooks.onDrained;
  }

  get isEnded(): boolean {
    return this.#end !== undefined;
  }

  push(chunk: Uint8Array): void {
    if (this.#end !== undefined) return;
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#length >= HIGH_WATER_BYTES) this.#onFull();
    this.#notify();
  }

  end(): void {
    this.#end ??= {};
    this.#notify();
  }

  /** What is queued is still delivered; the reader then gets `error` thrown. */
  fail(error: unknown): void {
    this.#end ??= { error };
    this.#notify();
  }

  /** Like `fail`, at once: what is queued is dropped. */
  abort(reason: unknown): void {
    this.#chunks = [];
    this.#length = 0;
    this.fail(reason);
  }

  /** The next bytes, or `undefined` after the last. */
  async read(): Promise<Uint8Array | undefined> {
    while (this.#length === 0) {
      if (this.#end !== undefined) {
        if ('error' in this.#end) throw this.#end.error;
        return undefined;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.#take();
  }

  #take(): Uint8Array {
    const [first, ...others] = this.#chunks;
    const isFull = this.#length >= HIGH_WATER_BYTES;
    const bytes =
      first !== undefined && others.length === 0
        ? first
        : Buffer.concat(this.#chunks, this.#length);
    this.#chunks = [];
    this.#length = 0;
    if (isFull && this.#end === undefined) this.#onDrained();
    return bytes;
  }

  #notify(): void {
    const wake = this.#wake;
    this.#wake = undefined;
    wake?.();
  }
}
