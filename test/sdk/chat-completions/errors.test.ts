import { describe, expect, test } from 'vitest';
import { dialectError } from '../../../src/sdk/chat-completions/dialect-error.ts';
import { readChatError, waitInText } from '../../../src/sdk/chat-completions/errors.ts';

const ERRORS = { provider: 'acme' };

function classified(status: number | undefined, body: unknown) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const parsed = typeof body === 'string' ? undefined : JSON.parse(text);
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
  return dialectError({ text, body: parsed, response }, ERRORS);
}

const coded = (code: string | null, message = 'Sorry', type = 'invalid_request_error') => ({
  error: { message, type, param: null, code },
});

describe('a failure is what its code, type, status and text say, in this order', () => {
  test.each<[string, number | undefined, unknown, string, boolean]>([
    [
      'the code of a long prompt',
      400,
      coded('context_length_exceeded'),
      'context_length_exceeded',
      false,
    ],
    ['a spent quota', 429, coded('insufficient_quota'), 'auth_error', false],
    ['a wrong key', 401, coded('invalid_api_key'), 'auth_error', false],
    ['a limit', 429, coded('rate_limit_exceeded', 'Slow', 'tokens'), 'rate_limited', true],
    ['a limit by its type alone', undefined, coded(null, 'Slow', 'requests'), 'rate_limited', true],
    [
      'too many tokens a minute',
      429,
      coded(null, 'too many tokens per minute'),
      'rate_limited',
      true,
    ],
    ['an unknown model', 404, coded('model_not_found'), 'invalid_request', false],
    ['a policy', 400, coded('content_policy_violation'), 'content_filtered', false],
    ['a bad prompt', undefined, coded('invalid_prompt', 'Malformed'), 'invalid_request', false],
    [
      'a bad prompt by policy',
      400,
      coded('invalid_prompt', 'flagged by our usage policy'),
      'content_filtered',
      false,
    ],
    [
      'a server error',
      undefined,
      coded('server_error', 'Oops', 'server_error'),
      'overloaded',
      true,
    ],
    [
      'an image that can not be read',
      undefined,
      coded('failed_to_download_image', 'x', 'x'),
      'invalid_request',
      false,
    ],
    [
      'data in the wrong place',
      undefined,
      coded('data_residency_mismatch', 'x', 'x'),
      'invalid_request',
      false,
    ],
    [
      'a store that is slow',
      undefined,
      coded('vector_store_timeout', 'x', 'x'),
      'overloaded',
      true,
    ],
    [
      'a long prompt by its text',
      400,
      coded(null, "This model's maximum context length is 10"),
      'context_length_exceeded',
      false,
    ],
    [
      'the same in a 500',
      500,
      { error: { code: 500, message: 'the request exceeds the available context size' } },
      'context_length_exceeded',
      false,
    ],
    ['a long prompt without a word', 413, '', 'context_length_exceeded', false],
    ['a page of a proxy', 502, '<html>Bad Gateway</html>', 'overloaded', true],
    [
      'a number in the place of a status',
      undefined,
      { error: { code: 503, message: 'Loading model' } },
      'overloaded',
      true,
    ],
    ['a conflict', 409, coded(null), 'invalid_request', false],
    [
      'an unpaid account',
      402,
      coded(null, 'Insufficient Balance', 'unknown_error'),
      'auth_error',
      false,
    ],
    ['something new in a stream', undefined, coded('brand_new', 'x', 'x'), 'unknown', false],
    ['a code called constructor', 400, coded('constructor'), 'invalid_request', false],
  ])('%s', (_name, status, body, category, retryable) => {
    expect(classified(status, body)).toMatchObject({ category, retryable });
  });
});

describe('an error body is read in any of its shapes', () => {
  test.each([
    [{ error: { message: 'a', type: 't', code: 'c' } }, { message: 'a', code: 'c', type: 't' }],
    [{ error: 'a' }, { message: 'a' }],
    [
      { code: 'c', error: 'a' },
      { message: 'a', code: 'c' },
    ],
    [
      { object: 'error', message: 'a', type: 't' },
      { message: 'a', type: 't' },
    ],
    [{ detail: [{ loc: ['x'], msg: 'a' }] }, { message: 'a' }],
    [{ detail: 'a' }, { message: 'a' }],
    [[{ error: { message: 'a' } }], { message: 'a' }],
    [{ error: { message: 'a', code: null, status_code: 400 } }, { message: 'a', status: 400 }],
  ])('%j', (body, expected) => {
    const found = readChatError(JSON.parse(JSON.stringify(body)));

    expect(JSON.parse(JSON.stringify(found))).toEqual(expected);
  });

  test('and is none when it says nothing', () => {
    expect(readChatError({ id: 'x' })).toBeUndefined();
    expect(readChatError(undefined)).toBeUndefined();
  });
});

test.each([
  ['Please try again in 1.574s. Visit', '1.574s'],
  ['Please try again in 6m0s.', '6m0s'],
  ['try again in 174ms', '174ms'],
  ['Please try again later', undefined],
])('the wait in "%s" is %s', (text, wait) => {
  expect(waitInText(text)).toBe(wait);
});

test('a limit in mid-stream has only its text to say how long to wait', () => {
  const text = 'Rate limit reached for m in organization org-AbCd1234. Please try again in 1.5s.';

  expect(classified(undefined, coded('rate_limit_exceeded', text))).toMatchObject({
    retryAfterMs: 1500,
    message: 'acme: Rate limit reached for m in organization org-…. Please try again in 1.5s.',
  });
});

test('neither the organization nor a piece of the key leaves in a message or a detail', () => {
  const text = 'Incorrect API key provided: sk-ex***mple for org-AbCd1234.';
  const error = classified(401, coded('invalid_api_key', text));

  expect(JSON.stringify(error)).not.toMatch(/ex\*\*\*mple|AbCd1234/);
  expect(error.rawDetail?.split('\n', 1)[0]).toBe('http_status=401 vendor_code=invalid_api_key');
});

test('a vendor may read its bodies in its own way, and hide what names its customer', () => {
  const body = { outcome: 'slow_down', wait: 2.5, customer: 'jane' };
  const error = dialectError(
    { body, text: JSON.stringify(body) },
    {
      provider: 'acme',
      read: () => ({
        message: 'slower, jane',
        code: 'slow_down',
        type: undefined,
        status: undefined,
        retryAfter: 2.5,
      }),
      hide: (text) => text.replaceAll('jane', '…'),
    },
  );

  expect(error).toMatchObject({
    category: 'rate_limited',
    retryAfterMs: 2500,
    message: 'acme: slower, …',
  });
  expect(error.rawDetail).not.toContain('jane');
});
