import type { TurnError, TurnOutcome } from '../turn/turn-event.ts';

/** The outcome of a run that ended before its first turn. */
export function failedOutcome(
  error: Pick<TurnError, 'category' | 'message'> & Partial<TurnError>,
): TurnOutcome {
  return {
    status: 'error',
    text: '',
    durationMs: 0,
    rateLimits: [],
    incomplete: true,
    costUsd: 0,
    error: { retryable: false, ...error },
  };
}
