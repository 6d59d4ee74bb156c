/** Whether and when a failed call is tried again (`error-taxonomy` §3). Pure. */
import type { Random } from '../host/host.ts';
import type { TurnError, TurnErrorCategory } from './turn-event.ts';
import type { RetryPolicy } from './turn-plan.ts';

export interface RetrySituation {
  readonly error: TurnError;
  /** Retries of this call so far. */
  readonly callRetries: number;
  /** Retries of the conversation so far. */
  readonly sessionRetries: number;
}

export type RetryDecision =
  | { readonly type: 'wait'; readonly delayMs: number }
  | {
      readonly type: 'stop';
      readonly reason: 'not-retryable' | 'call-budget' | 'session-budget' | 'wait-too-long';
    };

/** A vendor's wait is kept exactly; otherwise exponential backoff with full jitter. */
export function decideRetry(
  { error, callRetries, sessionRetries }: RetrySituation,
  policy: RetryPolicy,
  random: Random,
): RetryDecision {
  if (!error.retryable) return { type: 'stop', reason: 'not-retryable' };
  if (callRetries >= policy.maxRetries) return { type: 'stop', reason: 'call-budget' };
  if (sessionRetries >= policy.maxSessionRetries) return { type: 'stop', reason: 'session-budget' };
  if (error.retryAfterMs === undefined) {
    return { type: 'wait', delayMs: backoffDelay(callRetries, policy, random) };
  }
  if (error.retryAfterMs > policy.maxWaitMs) return { type: 'stop', reason: 'wait-too-long' };
  return { type: 'wait', delayMs: error.retryAfterMs };
}

/**
 * A random part of a delay that grows with each retry.
 *
 * @param retries - Retries before this one; 0 for the first.
 * @returns Whole milliseconds, from 0 to `maxDelayMs`.
 */
export function backoffDelay(retries: number, policy: RetryPolicy, random: Random): number {
  const growth = policy.backoffFactor ** retries;
  // 0 × Infinity is not a number.
  const ceiling = policy.baseDelayMs === 0 ? 0 : policy.baseDelayMs * growth;
  return Math.round(random() * Math.min(ceiling, policy.maxDelayMs));
}

/** Whether another model may take over once this one is given up. */
export function fallbackFor(category: TurnErrorCategory): 'any' | 'larger-window' | 'none' {
  switch (category) {
    case 'rate_limited':
    case 'overloaded':
    case 'provider_unavailable':
      return 'any';
    case 'context_length_exceeded':
      return 'larger-window';
    case 'auth_error':
    case 'invalid_request':
    case 'content_filtered':
    case 'unknown':
    case 'configuration':
    case 'no_eligible_model':
    case 'provider_crashed':
      return 'none';
  }
}
