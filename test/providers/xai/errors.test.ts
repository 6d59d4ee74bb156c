import { expect, test } from 'vitest';
import { ERRORS } from '../../../providers/xai/errors.ts';
import { dialectError } from '../../../src/sdk/chat-completions/dialect-error.ts';

function classified(status: number | undefined, body: object) {
  const text = JSON.stringify(body);
  const response =
    status === undefined
      ? undefined
      : {
          status,
          headers: {},
          receivedAtMs: 0,
          body: (async function* () {})(),
          text: () => Promise.resolve(text),
        };
  return dialectError({ text, body: JSON.parse(text), response }, ERRORS);
}

test.each<[number | undefined, object, string, boolean]>([
  [
    400,
    { code: 'Client specified an invalid argument', error: 'Incorrect API key provided: xa***le.' },
    'auth_error',
    false,
  ],
  [400, { error: 'Incorrect API key provided' }, 'auth_error', false],
  [
    400,
    {
      code: 'Client specified an invalid argument',
      error: 'Model grok-4 does not support parameter reasoningEffort.',
    },
    'invalid_request',
    false,
  ],
  [
    400,
    {
      error: "This model's maximum prompt length is 131072 but the request contains 200000 tokens.",
    },
    'context_length_exceeded',
    false,
  ],
  [401, { error: 'No key' }, 'auth_error', false],
  [
    403,
    { error: 'Content violates usage guidelines. Failed check: SAFETY_CHECK_TYPE_BIO' },
    'content_filtered',
    false,
  ],
  [403, { error: 'Your team has used all available credits' }, 'auth_error', false],
  [404, { error: 'The model grok-9 does not exist' }, 'invalid_request', false],
  [422, { error: 'Failed to deserialize' }, 'invalid_request', false],
  [429, { error: 'Too many requests' }, 'rate_limited', true],
  [429, { error: 'Your team reached its monthly spending limit' }, 'auth_error', false],
  [503, { error: 'Down' }, 'overloaded', true],
  [
    200,
    { code: 'The service is currently unavailable', error: 'Timed out waiting for first token' },
    'overloaded',
    true,
  ],
  [200, { error: 'Something new' }, 'overloaded', true],
  [
    undefined,
    { code: 'The service is currently unavailable', error: 'Timed out' },
    'overloaded',
    true,
  ],
  [undefined, { error: { message: 'Slow', code: 'rate_limit_exceeded' } }, 'rate_limited', true],
])('%s %j is %s', (status, body, category, retryable) => {
  expect(classified(status, body)).toMatchObject({ category, retryable });
});

test('the message is the sentence of the vendor', () => {
  expect(classified(400, { code: 'x', error: 'Incorrect API key provided' }).message).toBe(
    'xai: Incorrect API key provided',
  );
});
