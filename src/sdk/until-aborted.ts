/** Waits that end with a signal, whatever the other side does. */

/**
 * Waits for a promise, but no longer than until the signal aborts.
 *
 * @throws The signal's reason once it aborts. The promise is then left to itself.
 */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let stopWaiting = (): void => {};
  try {
    return await new Promise<T>((resolve, reject) => {
      stopWaiting = () => reject(signal.reason);
      if (signal.aborted) stopWaiting();
      signal.addEventListener('abort', stopWaiting, { once: true });
      promise.then(resolve, reject);
    });
  } finally {
    signal.removeEventListener('abort', stopWaiting);
  }
}

/**
 * Reads an iterable until it ends or the signal aborts, even when the one who makes it does not
 * look at the signal. It is told to stop in either case.
 *
 * @param onStopped - Called when its own clean-up is over, which may be later than the end here.
 * @throws The signal's reason, or what the iterable throws.
 */
export async function* readUntilAborted<T>(
  source: AsyncIterable<T>,
  signal: AbortSignal,
  onStopped: () => void,
): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  let stopWaiting = (): void => {};
  const onAbort = (): void => stopWaiting();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    while (true) {
      const result = await new Promise<IteratorResult<T>>((resolve, reject) => {
        stopWaiting = () => reject(signal.reason);
        if (signal.aborted) stopWaiting();
        else iterator.next().then(resolve, reject);
      });
      if (result.done) return;
      yield result.value;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    // Not awaited: a source that ignores the signal would hold up the answer to a cancel.
    void stop(iterator).then(onStopped);
  }
}

async function stop(iterator: AsyncIterator<unknown>): Promise<void> {
  try {
    await iterator.return?.();
  } catch {
    // What fails while stopping has nobody left to be told.
  }
}
