import { RateLimitBook } from './rate-limit.ts';

/** What the turns of one conversation share; the engine changes it. */
export interface TurnMemory {
  /** Retries of all calls so far, against `maxSessionRetries`. */
  retriesSpent: number;
  readonly rateLimits: RateLimitBook;
  /** Providers that do not offer token counting. */
  readonly countingNotOffered: Set<string>;
  /** Providers whose last token count failed: one warning a streak. */
  readonly countingFailed: Set<string>;
}

export function createTurnMemory(): TurnMemory {
  return {
    retriesSpent: 0,
    rateLimits: new RateLimitBook(),
    countingNotOffered: new Set(),
    countingFailed: new Set(),
  };
}
