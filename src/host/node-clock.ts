import type { Clock } from './host.ts';

/** The longest delay a Node timer takes; a longer one would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const nodeClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  async sleep(delayMs, signal) {
    let restMs = delayMs;
    while (restMs > 0 && !signal?.aborted) {
      await sleepOnce(Math.min(restMs, LONGEST_TIMER_MS), signal);
      restMs -= LONGEST_TIMER_MS;
    }
  },
};

function sleepOnce(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, delayMs);
    signal?.addEventListener('abort', finish);
  });
}
