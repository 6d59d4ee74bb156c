import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ModelErrorCategory } from '../../src/protocol/model-error.ts';
import {
  backoffDelay,
  decideRetry,
  fallbackFor,
  type RetryDecision,
} from '../../src/turn/retry.ts';
import { errorOfModel } from '../../src/turn/turn-error.ts';
import type { TurnError, TurnErrorCategory } from '../../src/turn/turn-event.ts';
import { DEFAULT_RETRY_POLICY, type RetryPolicy } from '../../src/turn/turn-plan.ts';

const half = () => 0.5;

function decide(
  error: Partial<TurnError>,
  counts: { callRetries?: number; sessionRetries?: number } = {},
  policy: Partial<RetryPolicy> = {},
): RetryDecision {
  const full = { category: 'overloaded', message: '', retryable: true, ...error } as const;
  const situation = { error: full, callRetries: 0, sessionRetries: 0, ...counts };
  return decideRetry(situation, { ...DEFAULT_RETRY_POLICY, ...policy }, half);
}

test.each<{ name: string; decision: RetryDecision; expected: RetryDecision }>([
  {
    name: 'a first retry waits a part of the base delay',
    decision: decide({}),
    expected: { type: 'wait', delayMs: 250 },
  },
  {
    name: 'the fourth waits eight times as long',
    decision: decide({}, { callRetries: 3 }),
    expected: { type: 'wait', delayMs: 2_000 },
  },
  {
    name: 'a computed delay is capped',
    decision: decide({}, { callRetries: 4 }, { backoffFactor: 1_000 }),
    expected: { type: 'wait', delayMs: 30_000 },
  },
  {
    name: 'the wait a vendor asks for is kept exactly, beyond the cap of computed ones',
    decision: decide({ retryAfterMs: 90_001 }, { callRetries: 4 }),
    expected: { type: 'wait', delayMs: 90_001 },
  },
  {
    name: 'the longest wait is still waited for',
    decision: decide({ retryAfterMs: 120_000 }),
    expected: { type: 'wait', delayMs: 120_000 },
  },
  {
    name: 'a longer one is not',
    decision: decide({ retryAfterMs: 120_001 }),
    expected: { type: 'stop', reason: 'wait-too-long' },
  },
  {
    name: 'an error that is not retryable stops',
    decision: decide({ retryable: false }),
    expected: { type: 'stop', reason: 'not-retryable' },
  },
  {
    name: 'the last retry of a call is made',
    decision: decide({ retryAfterMs: 1 }, { callRetries: 4 }),
    expected: { type: 'wait', delayMs: 1 },
  },
  {
    name: 'one more is not',
    decision: decide({ retryAfterMs: 1 }, { callRetries: 5 }),
    expected: { type: 'stop', reason: 'call-budget' },
  },
  {
    name: 'the last retry of a conversation is made',
    decision: decide({ retryAfterMs: 1 }, { sessionRetries: 49 }),
    expected: { type: 'wait', delayMs: 1 },
  },
  {
    name: 'one more is not, though the call has some left',
    decision: decide({ retryAfterMs: 1 }, { sessionRetries: 50 }),
    expected: { type: 'stop', reason: 'session-budget' },
  },
])('$name', ({ decision, expected }) => {
  expect(decision).toEqual(expected);
});

test.each<{ category: TurnErrorCategory; expected: string }>([
  { category: 'rate_limited', expected: 'any' },
  { category: 'overloaded', expected: 'any' },
  { category: 'provider_unavailable', expected: 'any' },
  { category: 'context_length_exceeded', expected: 'larger-window' },
  { category: 'auth_error', expected: 'none' },
  { category: 'invalid_request', expected: 'none' },
  { category: 'content_filtered', expected: 'none' },
  { category: 'unknown', expected: 'none' },
  { category: 'configuration', expected: 'none' },
  { category: 'no_eligible_model', expected: 'none' },
  { category: 'provider_crashed', expected: 'none' },
])('after $category the fallback is: $expected', ({ category, expected }) => {
  expect(fallbackFor(category)).toBe(expected);
});

const policies = fc.record({
  baseDelayMs: fc.nat(100_000),
  backoffFactor: fc.integer({ min: 1, max: 1_000 }),
  maxRetries: fc.nat(10_000),
  maxDelayMs: fc.integer({ min: 1, max: 100_000 }),
  maxWaitMs: fc.nat(),
  maxSessionRetries: fc.nat(),
});
const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

test('a delay is a whole number of milliseconds and never beyond the cap', () => {
  fc.assert(
    fc.property(policies, fc.nat(10_000), chance, (policy, retries, random) => {
      const delayMs = backoffDelay(retries, policy, () => random);

      return Number.isInteger(delayMs) && delayMs >= 0 && delayMs <= policy.maxDelayMs;
    }),
  );
});

const categories = fc.constantFrom<ModelErrorCategory>(
  'auth_error',
  'invalid_request',
  'context_length_exceeded',
  'content_filtered',
  'rate_limited',
  'overloaded',
  'unknown',
);
const waits = fc.option(fc.nat(100_000_000), { nil: undefined });

test('what a provider says is tried again only where its category may be', () => {
  const errors = fc.record({
    category: categories,
    message: fc.string(),
    retryable: fc.boolean(),
    retryAfterMs: waits,
  });
  fc.assert(
    fc.property(policies, errors, chance, (policy, said, random) => {
      const error = errorOfModel(said, { provider: 'acme', model: 'large' }, undefined);
      const situation = { error, callRetries: 0, sessionRetries: 0 };

      const decision = decideRetry(situation, policy, () => random);

      const mayRetry = ['rate_limited', 'overloaded', 'unknown'].includes(said.category);
      expect(decision.type === 'stop' || (said.retryable && mayRetry)).toBe(true);
    }),
  );
});

test('a wait the vendor asks for is kept to the millisecond or not at all', () => {
  fc.assert(
    fc.property(policies, fc.nat(100_000_000), chance, (policy, retryAfterMs, random) => {
      const error = {
        category: 'rate_limited',
        message: '',
        retryable: true,
        retryAfterMs,
      } as const;
      const situation = { error, callRetries: 0, sessionRetries: 0 };

      const decision = decideRetry(situation, policy, () => random);

      const isKept = decision.type === 'wait' && decision.delayMs === retryAfterMs;
      expect(isKept || decision.type === 'stop').toBe(true);
      expect(isKept && retryAfterMs > policy.maxWaitMs).toBe(false);
    }),
  );
});

test('no more is tried again than a call and a conversation allow', () => {
  const few = fc.record({ maxRetries: fc.nat(20), maxSessionRetries: fc.nat(20) });
  fc.assert(
    fc.property(policies, few, chance, (policy, caps, random) => {
      const error = { category: 'overloaded', message: '', retryable: true } as const;
      let retries = 0;
      for (;;) {
        const situation = { error, callRetries: retries, sessionRetries: retries };
        const decision = decideRetry(situation, { ...policy, ...caps }, () => random);
        if (decision.type === 'stop') break;
        retries += 1;
      }

      expect(retries).toBe(Math.min(caps.maxRetries, caps.maxSessionRetries));
    }),
  );
});

test('the jitter is full: from nothing to the whole delay', () => {
  expect(backoffDelay(2, DEFAULT_RETRY_POLICY, () => 0)).toBe(0);
  expect(backoffDelay(2, DEFAULT_RETRY_POLICY, () => 0.999_999)).toBe(2_000);
});

test('without a base delay there is none, however many retries there were', () => {
  const policy = { ...DEFAULT_RETRY_POLICY, baseDelayMs: 0 };

  expect(backoffDelay(5_000, policy, () => 0.5)).toBe(0);
});
