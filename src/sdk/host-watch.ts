/** Ends a plugin whose host is gone: nothing in the protocol tells it, so the connection has to. */
import type { Clock } from '../host/host.ts';

/** Milliseconds without any connection, once there was one. */
const GONE_MS = 1000;
/** Milliseconds until the first connection. */
const NEVER_CAME_MS = 60_000;

export class HostWatch {
  readonly #clock: Clock;
  readonly #onGone: () => void;
  #connections = 0;
  #waiting: AbortController | undefined;

  /** @param onGone - Called once, when nobody is left to serve. */
  constructor(clock: Clock, onGone: () => void) {
    this.#clock = clock;
    this.#onGone = onGone;
  }

  /** Begins to wait for the first connection. */
  start(): void {
    this.#wait(NEVER_CAME_MS);
  }

  connected(): void {
    this.#connections += 1;
    this.#waiting?.abort();
  }

  disconnected(): void {
    this.#connections -= 1;
    if (this.#connections === 0) this.#wait(GONE_MS);
  }

  /** Stops watching. */
  close(): void {
    this.#waiting?.abort();
  }

  #wait(delayMs: number): void {
    const waiting = new AbortController();
    this.#waiting = waiting;
    void this.#clock.sleep(delayMs, waiting.signal).then(() => {
      if (!waiting.signal.aborted) this.#onGone();
    });
  }
}
