import type { Clock } from './host.ts';

/** A signal with a lifetime of its own; `close` releases its timer and its listeners. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Whether time, and not a parent, aborted the signal. */
  readonly expired: boolean;
  close(): void;
}

/**
 * Joins parents and a timeout into one signal that aborts with the first of them.
 *
 * @param timeoutMs - Milliseconds from now; `undefined` for parents only.
 * @returns A deadline the caller closes in `finally`. The signal's reason is that of the parent, or
 *   a `TimeoutError` when the time passed first.
 */
export function startDeadline(
  clock: Clock,
  timeoutMs: number | undefined,
  parents: readonly (AbortSignal | undefined)[] = [],
): Deadline {
  const controller = new AbortController();
  const timer = new AbortController();
  const present = parents.filter((parent) => parent !== undefined);
  const listeners = present.map((parent) => () => finish(parent.reason));
  let expired = false;

  function finish(reason: unknown): void {
    close();
    controller.abort(reason);
  }

  function close(): void {
    timer.abort();
    for (const [index, parent] of present.entries()) {
      parent.removeEventListener('abort', listeners[index] ?? close);
    }
  }

  for (const [index, parent] of present.entries()) {
    if (parent.aborted) finish(parent.reason);
    else parent.addEventListener('abort', listeners[index] ?? close);
  }
  if (timeoutMs !== undefined && !controller.signal.aborted) {
    void clock.sleep(timeoutMs, timer.signal).then(() => {
      if (timer.signal.aborted) return;
      expired = true;
      finish(new DOMException(`nothing came within ${timeoutMs} ms`, 'TimeoutError'));
    });
  }
  return {
    signal: controller.signal,
    get expired() {
      return expired;
    },
    close,
  };
}
