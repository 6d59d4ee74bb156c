import { describe, expect, test } from 'vitest';
import { errorOfEvent, errorOfResponse } from '../../../providers/anthropic/errors.ts';
import type { HttpResponse } from '../../../src/sdk/http.ts';

const NOW = Date.parse('2026-05-03T04:00:00Z');

function response(status: number, headers: Readonly<Record<string, string>> = {}): HttpResponse {
  return {
    status,
    headers,
    receivedAtMs: NOW,
    body: (async function* () {})(),
    text: async () => '',
  };
}

function body(type: string, message = 'No.'): string {
  return JSON.stringify({ type: 'error', error: { type, message }, request_id: 'req_body' });
}

function classified(status: number, text: string, headers?: Readonly<Record<string, string>>) {
  const { category, retryable, retryAfterMs } = errorOfResponse(response(status, headers), text);
  return { category, retryable, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}

test.each([
  [400, 'invalid_request_error', 'No.', 'invalid_request', false],
  [
    400,
    'invalid_request_error',
    'prompt is too long: 9 tokens > 8 maximum',
    'context_length_exceeded',
    false,
  ],
  [
    400,
    'invalid_request_error',
    'input length and `max_tokens` exceed context limit: 9 + 2 > 8',
    'context_length_exceeded',
    false,
  ],
  [
    400,
    'invalid_request_error',
    'Output blocked by content filtering policy',
    'content_filtered',
    false,
  ],
  [
    400,
    'invalid_request_error',
    'Your credit balance is too low to use the API',
    'auth_error',
    false,
  ],
  [401, 'authentication_error', 'invalid x-api-key', 'auth_error', false],
  [402, 'billing_error', 'No.', 'auth_error', false],
  [403, 'permission_error', 'No.', 'auth_error', false],
  [404, 'not_found_error', 'model: claude-0', 'invalid_request', false],
  [409, 'conflict_error', 'No.', 'invalid_request', false],
  [413, 'request_too_large', 'No.', 'context_length_exceeded', false],
  [429, 'rate_limit_error', 'No.', 'rate_limited', true],
  [500, 'api_error', 'No.', 'overloaded', true],
  [504, 'timeout_error', 'No.', 'overloaded', true],
  [529, 'overloaded_error', 'Overloaded', 'overloaded', true],
  // The body comes first, the status second.
  [500, 'invalid_request_error', 'prompt is too long', 'context_length_exceeded', false],
  [429, 'overloaded_error', 'No.', 'overloaded', true],
  [503, 'something_new', 'No.', 'overloaded', true],
  [418, 'something_new', 'No.', 'unknown', false],
  // Only an invalid request is judged by its wording.
  [529, 'overloaded_error', 'prompt is too long', 'overloaded', true],
])('HTTP %i %s "%s" is %s', (status, type, message, category, retryable) => {
  expect(classified(status, body(type, message))).toEqual({ category, retryable });
});

test.each([
  [400, 'invalid_request', false],
  [401, 'auth_error', false],
  [402, 'auth_error', false],
  [403, 'auth_error', false],
  [404, 'invalid_request', false],
  [413, 'context_length_exceeded', false],
  [429, 'rate_limited', true],
  [500, 'overloaded', true],
  [502, 'overloaded', true],
  [529, 'overloaded', true],
  [302, 'unknown', false],
])('without an error object HTTP %i is %s', (status, category, retryable) => {
  for (const text of ['', '<html>Bad gateway</html>', '{', 'null', '{"error":{}}']) {
    expect(classified(status, text)).toEqual({ category, retryable });
  }
});

describe('the vendor says whether to try again', () => {
  test.each([
    { status: 429, type: 'rate_limit_error', word: 'false', retryable: false },
    { status: 529, type: 'overloaded_error', word: 'true', retryable: true },
    { status: 400, type: 'invalid_request_error', word: 'true', retryable: false },
    { status: 403, type: 'permission_error', word: 'true', retryable: false },
    { status: 418, type: 'something_new', word: 'true', retryable: true },
  ])('x-should-retry: $word with $type gives $retryable', ({ status, type, word, retryable }) => {
    expect(classified(status, body(type), { 'x-should-retry': word })).toMatchObject({ retryable });
  });
});

describe('the wait', () => {
  const exhausted = {
    'anthropic-ratelimit-requests-remaining': '49',
    'anthropic-ratelimit-requests-reset': '2026-05-03T04:05:00Z',
    'anthropic-ratelimit-input-tokens-remaining': '0',
    'anthropic-ratelimit-input-tokens-reset': '2026-05-03T04:00:12Z',
  };

  test.each([
    {
      name: 'milliseconds first',
      headers: { 'retry-after-ms': '1500', 'retry-after': '9' },
      waitMs: 1500,
    },
    { name: 'seconds', headers: { 'retry-after': '12' }, waitMs: 12_000 },
    { name: 'a date', headers: { 'retry-after': 'Sun, 03 May 2026 04:00:30 GMT' }, waitMs: 30_000 },
    { name: 'the reset of the exhausted budget', headers: exhausted, waitMs: 12_000 },
    {
      name: 'the header before the budget',
      headers: { ...exhausted, 'retry-after': '3' },
      waitMs: 3000,
    },
    { name: 'nothing, when unreadable', headers: { 'retry-after': 'soon' }, waitMs: undefined },
    { name: 'nothing, when zero', headers: { 'retry-after': '0' }, waitMs: undefined },
  ])('of a rate limit is $name', ({ headers, waitMs }) => {
    const error = errorOfResponse(response(429, headers), body('rate_limit_error'));

    expect(error.retryAfterMs).toBe(waitMs);
  });

  test('is never given for what must not be tried again', () => {
    const error = errorOfResponse(
      response(400, { 'retry-after': '3' }),
      body('invalid_request_error'),
    );

    expect(error.retryAfterMs).toBeUndefined();
  });
});

describe('what is told', () => {
  const organization = '0a1b2c3d-1111-2222-3333-0123456789ab';
  const long = `This request would exceed the rate limit for your organization (${organization}) of 40,000 input tokens per minute.`;

  test('names the organization nowhere', () => {
    const error = errorOfResponse(response(429), body('rate_limit_error', long));

    expect(JSON.stringify(error)).not.toContain(organization);
    expect(error.message).toContain('for your organization of 40,000 input tokens per minute.');
  });

  test('a 429 without budgets is the vendor being short, not the quota', () => {
    const plain = errorOfResponse(response(429), body('rate_limit_error', 'Rate limited'));
    const quota = errorOfResponse(
      response(429, { 'anthropic-ratelimit-requests-remaining': '0' }),
      body('rate_limit_error', 'Rate limited'),
    );

    expect(plain.message).toBe(
      'anthropic: Rate limited (the vendor is short of capacity, your quota is not used up)',
    );
    expect(quota.message).toBe('anthropic: Rate limited');
  });

  test('the detail begins with status, code and request id, the header before the body', () => {
    const text = body('api_error');

    expect(errorOfResponse(response(500, { 'request-id': 'req_head' }), text).rawDetail).toBe(
      `http_status=500 vendor_code=api_error request_id=req_head\n${text}`,
    );
    expect(errorOfResponse(response(500), text).rawDetail).toContain('request_id=req_body\n');
  });

  test.each([
    { text: '{"error":"upstream gave up"}', says: 'anthropic: upstream gave up' },
    { text: '{"message":"no route"}', says: 'anthropic: no route' },
    { text: '<html>', says: 'anthropic: HTTP 502' },
  ])('of a gateway answering $text is $says', ({ text, says }) => {
    expect(errorOfResponse(response(502), text).message).toBe(says);
  });
});

test.each([
  ['overloaded_error', 'overloaded', true],
  ['api_error', 'overloaded', true],
  ['rate_limit_error', 'rate_limited', true],
  ['invalid_request_error', 'invalid_request', false],
  ['authentication_error', 'auth_error', false],
  ['something_new', 'unknown', false],
])('inside a stream %s is %s, whatever the HTTP status was', (type, category, retryable) => {
  const text = body(type);

  expect(errorOfEvent(JSON.parse(text), text)).toMatchObject({
    category,
    retryable,
    message: 'anthropic: No.',
    rawDetail: `vendor_code=${type} request_id=req_body\n${text}`,
  });
});

test('an error event without any words is told as what it is', () => {
  expect(errorOfEvent({ type: 'error' }, '{"type":"error"}')).toMatchObject({
    category: 'unknown',
    retryable: false,
    message: 'anthropic: the stream reported an error',
  });
});
