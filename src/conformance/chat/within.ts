import type { Clock } from '../../host/host.ts';

/** @returns `undefined` when it takes longer than `limitMs`; the work itself goes on. */
export async function within<T>(
  clock: Clock,
  limitMs: number,
  work: Promise<T>,
): Promise<T | undefined> {
  const done = new AbortController();
  const late = clock.sleep(limitMs, done.signal).then(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    done.abort();
  }
}
