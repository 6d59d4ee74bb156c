import type { Clock } from '../host/host.ts';

/** Waits for a promise, but not longer than `limitMs` milliseconds; `undefined` when that passes. */
export async function within<T>(
  promise: Promise<T>,
  limitMs: number,
  clock: Clock,
): Promise<T | undefined> {
  const done = new AbortController();
  const late = clock.sleep(Math.max(0, limitMs), done.signal).then(() => undefined);
  try {
    return await Promise.race([promise, late]);
  } finally {
    done.abort();
  }
}
