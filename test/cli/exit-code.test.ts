import { expect, test } from 'vitest';
import { exitCodeFor } from '../../src/cli/exit-code.ts';
import type { TurnErrorCategory, TurnStatus } from '../../src/turn/turn-event.ts';

test.each<{ category: TurnErrorCategory; expected: number }>([
  { category: 'unknown', expected: 1 },
  { category: 'invalid_request', expected: 1 },
  { category: 'no_eligible_model', expected: 1 },
  { category: 'configuration', expected: 3 },
  { category: 'auth_error', expected: 4 },
  { category: 'rate_limited', expected: 5 },
  { category: 'overloaded', expected: 5 },
  { category: 'context_length_exceeded', expected: 6 },
  { category: 'content_filtered', expected: 7 },
  { category: 'provider_unavailable', expected: 10 },
  { category: 'provider_crashed', expected: 10 },
])('an error of category $category exits with $expected', ({ category, expected }) => {
  const error = { category, message: '', retryable: false };

  expect(exitCodeFor({ status: 'error', error })).toBe(expected);
});

test.each<{ status: TurnStatus; expected: number }>([
  { status: 'success', expected: 0 },
  { status: 'limited', expected: 8 },
  { status: 'cancelled', expected: 130 },
  { status: 'error', expected: 1 },
])('the status $status exits with $expected', ({ status, expected }) => {
  expect(exitCodeFor({ status })).toBe(expected);
});

test.each([
  { signal: 'SIGHUP' as const, expected: 129 },
  { signal: 'SIGINT' as const, expected: 130 },
  { signal: 'SIGTERM' as const, expected: 143 },
])('$signal beats any other cause', ({ signal, expected }) => {
  const error = { category: 'auth_error' as const, message: '', retryable: false };

  expect(exitCodeFor({ status: 'error', error }, signal)).toBe(expected);
  expect(exitCodeFor({ status: 'success' }, signal)).toBe(expected);
});
