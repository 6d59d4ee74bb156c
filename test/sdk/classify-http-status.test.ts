import { describe, expect, test } from 'vitest';
import { classifyHttpStatus } from '../../src/sdk/classify-http-status.ts';

const REFERENCE = [
  [400, 'invalid_request', false],
  [401, 'auth_error', false],
  [402, 'auth_error', false],
  [403, 'auth_error', false],
  [404, 'invalid_request', false],
  [409, 'invalid_request', false],
  [413, 'context_length_exceeded', false],
  [422, 'invalid_request', false],
  [429, 'rate_limited', true],
  [499, 'unknown', false],
  [500, 'overloaded', true],
  [502, 'overloaded', true],
  [503, 'overloaded', true],
  [504, 'overloaded', true],
  [529, 'overloaded', true],
  [599, 'overloaded', true],
  [418, 'unknown', false],
  [451, 'unknown', false],
  [301, 'unknown', false],
  [101, 'unknown', false],
  [200, 'unknown', false],
  [600, 'unknown', false],
] as const;

describe.each([{ strict: false }, { strict: true }])('with %o', (options) => {
  test.each(REFERENCE)('status %i is %s, retryable: %s', (status, category, retryable) => {
    expect(classifyHttpStatus(status, options)).toEqual({ category, retryable });
  });
});

test.each([408, 425])(
  'status %i is transient for us and unknown in the reference table',
  (status) => {
    expect(classifyHttpStatus(status)).toEqual({ category: 'overloaded', retryable: true });
    expect(classifyHttpStatus(status, { strict: true })).toEqual({
      category: 'unknown',
      retryable: false,
    });
  },
);
