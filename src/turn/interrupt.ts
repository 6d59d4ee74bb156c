import type { Clock } from '../host/host.ts';

/** Why a turn ends before its model is done. */
export type StopCause = 'cancelled' | 'time' | 'idle' | 'cost';

/** Ends everything a turn waits for: one signal, and the first cause. */
export interface Interrupt {
  readonly signal: AbortSignal;
  readonly cause: StopCause | undefined;
  /** The first cause counts; later ones change nothing. */
  stop(cause: StopCause): void;
  /** Releases the timer and the caller's signal; whatever still runs is told to end. */
  close(): void;
}

/** @param maxDurationMs - Milliseconds from now; `undefined` for no limit. */
export function startInterrupt(
  caller: AbortSignal,
  clock: Clock,
  maxDurationMs: number | undefined,
): Interrupt {
  const controller = new AbortController();
  let cause: StopCause | undefined;

  function stop(next: StopCause): void {
    if (controller.signal.aborted) return;
    cause = next;
    controller.abort();
  }

  const onAbort = () => stop('cancelled');
  if (caller.aborted) onAbort();
  caller.addEventListener('abort', onAbort);
  if (maxDurationMs !== undefined) {
    void clock.sleep(maxDurationMs, controller.signal).then(() => stop('time'));
  }
  return {
    signal: controller.signal,
    get cause() {
      return cause;
    },
    stop,
    close() {
      caller.removeEventListener('abort', onAbort);
      controller.abort();
    },
  };
}
