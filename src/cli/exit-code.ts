/** The exit code of a run (`cli` §4). Pure. */
import type { TurnErrorCategory, TurnOutcome } from '../turn/turn-event.ts';

export type EndSignal = 'SIGHUP' | 'SIGINT' | 'SIGTERM';

const SIGNAL_CODES: Readonly<Record<EndSignal, number>> = {
  SIGHUP: 129,
  SIGINT: 130,
  SIGTERM: 143,
};

const ERROR_CODES: Readonly<Record<TurnErrorCategory, number>> = {
  unknown: 1,
  invalid_request: 1,
  no_eligible_model: 1,
  configuration: 3,
  auth_error: 4,
  rate_limited: 5,
  overloaded: 5,
  context_length_exceeded: 6,
  content_filtered: 7,
  provider_unavailable: 10,
  provider_crashed: 10,
};

/** @param signal - What ended the run from outside; it beats any other cause. */
export function exitCodeFor(
  outcome: Pick<TurnOutcome, 'status' | 'error'>,
  signal?: EndSignal | undefined,
): number {
  if (signal !== undefined) return SIGNAL_CODES[signal];
  switch (outcome.status) {
    case 'success':
      return 0;
    case 'limited':
      return 8;
    case 'cancelled':
      return SIGNAL_CODES.SIGINT;
    case 'error':
      return ERROR_CODES[outcome.error?.category ?? 'unknown'];
  }
}
