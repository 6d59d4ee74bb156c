import type { Clock } from '../host/host.ts';

/** Watches that somebody who is waited for does not stay silent. */
export interface IdleWatch {
  /** The wait for the next event begins. */
  wait(): void;
  /** It came; until the next `wait` time does not count, however slow its reader is. */
  arrived(): void;
  close(): Promise<void>;
}

/**
 * One timer for a whole stream, not one an event.
 *
 * @param onIdle - Called once, when one wait has lasted `idleMs`.
 */
export function watchIdle(clock: Clock, idleMs: number, onIdle: () => void): IdleWatch {
  const closing = new AbortController();
  let waitingSinceMs: number | undefined;

  async function watch(): Promise<void> {
    let restMs = idleMs;
    while (restMs > 0) {
      await clock.sleep(restMs, closing.signal);
      if (closing.signal.aborted) return;
      restMs = waitingSinceMs === undefined ? idleMs : waitingSinceMs + idleMs - clock.monotonic();
    }
    onIdle();
  }

  const watching = watch();
  return {
    wait: () => {
      waitingSinceMs = clock.monotonic();
    },
    arrived: () => {
      waitingSinceMs = undefined;
    },
    close: async () => {
      closing.abort();
      await watching;
    },
  };
}
