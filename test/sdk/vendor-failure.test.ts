import { describe, expect, test } from 'vitest';
import { parseErrorDetail } from '../../src/protocol/model-error.ts';
import type { HttpResponse } from '../../src/sdk/http.ts';
import { ModelFailure } from '../../src/sdk/model-failure.ts';
import { modelErrorOf, readErrorBody, vendorFailure } from '../../src/sdk/vendor-failure.ts';

const answered = (status: number, headers: Record<string, string> = {}) => ({
  status,
  headers,
  receivedAtMs: Date.parse('2026-05-03T04:00:00Z'),
});

test('the first line of the detail is read back into properties', () => {
  const error = modelErrorOf({
    provider: 'acme',
    classification: { category: 'rate_limited', retryable: true },
    message: 'Too\n  many requests.',
    vendorCode: 'rate_limit_error',
    requestId: 'req_1',
    body: '{"error":"x"}',
    response: answered(429, { 'retry-after': '2' }),
  });

  expect(error).toEqual({
    category: 'rate_limited',
    message: 'acme: Too many requests.',
    retryable: true,
    retryAfterMs: 2000,
    rawDetail: 'http_status=429 vendor_code=rate_limit_error request_id=req_1\n{"error":"x"}',
  });
  expect(parseErrorDetail(error.rawDetail)).toEqual({
    httpStatus: 429,
    vendorCode: 'rate_limit_error',
    requestId: 'req_1',
  });
});

test('without a vendor’s code the status decides, and the page of a proxy stays in the detail', () => {
  const error = modelErrorOf({
    provider: 'acme',
    body: '<html>Bad Gateway</html>',
    response: answered(502),
  });

  expect(error).toEqual({
    category: 'overloaded',
    message: 'acme: HTTP 502',
    retryable: true,
    rawDetail: 'http_status=502\n<html>Bad Gateway</html>',
  });
});

test('only what is known stands in the first line', () => {
  const error = modelErrorOf({ provider: 'acme', vendorCode: 'overloaded error', requestId: ' ' });

  expect(error.rawDetail?.split('\n')[0]).toBe('vendor_code=overloaded_error');
  expect(error.message).toBe('acme: overloaded error');
});

test('an error inside a stream without any code is unknown and keeps a detail', () => {
  const error = modelErrorOf({ provider: 'acme', body: '{}' });

  expect(error).toMatchObject({ category: 'unknown', retryable: false, rawDetail: '\n{}' });
  expect(parseErrorDetail(error.rawDetail)).toEqual({});
});

describe('retry-after', () => {
  test('is not read when the category is never retried', () => {
    const error = modelErrorOf({
      provider: 'acme',
      response: answered(401, { 'retry-after': '2' }),
      retryAfterMs: 5,
    });

    expect(error.retryAfterMs).toBeUndefined();
  });

  test('a header comes before the body', () => {
    const facts = { provider: 'acme', retryAfterMs: 9000 };

    expect(modelErrorOf({ ...facts, response: answered(429) }).retryAfterMs).toBe(9000);
    expect(
      modelErrorOf({ ...facts, response: answered(429, { 'retry-after': '2' }) }).retryAfterMs,
    ).toBe(2000);
  });
});

describe('x-should-retry', () => {
  test.each([
    { name: 'true makes an unknown status retryable', status: 418, header: 'true', expected: true },
    { name: 'false stops a rate limit', status: 429, header: 'false', expected: false },
    { name: 'false stops an overload', status: 503, header: 'False', expected: false },
    { name: 'true never touches auth_error', status: 403, header: 'true', expected: false },
    { name: 'true never touches invalid_request', status: 400, header: 'true', expected: false },
    { name: 'any other value is no news', status: 429, header: 'maybe', expected: true },
  ])('$name', ({ status, header, expected }) => {
    const response = answered(status, { 'x-should-retry': header });

    expect(modelErrorOf({ provider: 'acme', response }).retryable).toBe(expected);
  });

  test('true does not revive a spent quota', () => {
    const error = modelErrorOf({
      provider: 'acme',
      classification: { category: 'rate_limited', retryable: false },
      response: answered(429, { 'x-should-retry': 'true', 'retry-after': '2' }),
    });

    expect(error).toMatchObject({ category: 'rate_limited', retryable: false });
    expect(error.retryAfterMs).toBeUndefined();
  });
});

test('a retryable flag on a category that is never retried is dropped', () => {
  const error = modelErrorOf({
    provider: 'acme',
    classification: { category: 'auth_error', retryable: true },
  });

  expect(error.retryable).toBe(false);
});

test('a failure to throw carries the same error and keeps its cause', () => {
  const cause = new Error('below');

  const failure = vendorFailure({ provider: 'acme', response: answered(500) }, { cause });

  expect(failure).toBeInstanceOf(ModelFailure);
  expect(failure.error.category).toBe('overloaded');
  expect(failure.cause).toBe(cause);
});

function responseOf(body: () => AsyncGenerator<Uint8Array>): HttpResponse {
  return { ...answered(500), body: body(), text: () => Promise.reject(new Error('not used')) };
}

describe('an error body', () => {
  test('that breaks off is what came of it', async () => {
    const response = responseOf(async function* () {
      yield Buffer.from('half a bo');
      throw new ModelFailure({ category: 'unknown', message: 'cut off', retryable: true });
    });

    expect(await readErrorBody(response)).toBe('half a bo');
  });

  test('passes an abort on', async () => {
    const reason = new Error('aborted');
    const response = responseOf(async function* () {
      yield Buffer.from('x');
      throw reason;
    });

    await expect(readErrorBody(response)).rejects.toBe(reason);
  });

  test('is bounded', async () => {
    let chunks = 0;
    const response = responseOf(async function* () {
      for (;;) {
        chunks += 1;
        yield Buffer.alloc(10_000, 'x');
      }
    });

    expect((await readErrorBody(response)).length).toBe(64 * 1024);
    expect(chunks).toBe(7);
  });
});
