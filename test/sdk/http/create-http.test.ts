import { describe, expect, test } from 'vitest';
import { collect } from '../../support/collect.ts';
import { never, testHttp, testVendor, textResponse } from '../../support/http-client.ts';

describe('a request', () => {
  test('carries method, path, headers and body', async () => {
    const vendor = await testVendor(textResponse('ok'));

    await testHttp().request({
      method: 'POST',
      url: `${vendor.url}/v1/messages?beta=true`,
      headers: { 'content-type': 'application/json', 'x-api-key': 'k' },
      body: '{"text":"grün"}',
      signal: never(),
    });

    expect(vendor.requests).toHaveLength(1);
    expect(vendor.requests[0]).toMatchObject({
      method: 'POST',
      path: '/v1/messages?beta=true',
      headers: {
        host: new URL(vendor.url).host,
        'content-type': 'application/json',
        'x-api-key': 'k',
        'content-length': '16',
      },
      body: '{"text":"grün"}',
    });
  });

  test('that can not be sent is an invalid request that names the header, not its value', async () => {
    const vendor = await testVendor();
    const request = testHttp().request({
      method: 'GET',
      url: vendor.url,
      headers: { 'x-team': 'secret\r\nx-evil: 1' },
      signal: never(),
    });

    await expect(request).rejects.toMatchObject({
      error: { category: 'invalid_request', retryable: false, message: /x-team/ },
    });
    await expect(request).rejects.not.toThrow(/secret/);
    expect(vendor.requests).toHaveLength(0);
  });

  test.each(['', 'nothing', 'file:///etc/passwd', 'ws://127.0.0.1'])(
    'to "%s" is an invalid request',
    async (url) => {
      await expect(
        testHttp().request({ method: 'GET', url, signal: never() }),
      ).rejects.toMatchObject({ error: { category: 'invalid_request' } });
    },
  );
});

describe('a response', () => {
  test('has its headers in lower case and the time they arrived', async () => {
    const vendor = await testVendor(textResponse('ok', { headers: { 'Request-Id': 'req_1' } }));
    const before = Date.now();

    const response = await testHttp().request({ method: 'GET', url: vendor.url, signal: never() });

    expect(response.status).toBe(200);
    expect(response.headers['request-id']).toBe('req_1');
    expect(response.receivedAtMs).toBeGreaterThanOrEqual(before);
    expect(response.receivedAtMs).toBeLessThanOrEqual(Date.now());
  });

  test.each([400, 404, 429, 500, 503])(
    'of status %i is a response like any other',
    async (status) => {
      const vendor = await testVendor(textResponse('why', { status }));

      const response = await testHttp().request({
        method: 'GET',
        url: vendor.url,
        signal: never(),
      });

      expect(response.status).toBe(status);
      expect(await response.text()).toBe('why');
    },
  );

  test.each([301, 302, 307, 308])('of status %i is not followed', async (status) => {
    const vendor = await testVendor(textResponse('', { status, headers: { location: '/other' } }));

    const response = await testHttp().request({ method: 'POST', url: vendor.url, signal: never() });
    await response.text();

    expect(response.status).toBe(status);
    expect(vendor.requests).toHaveLength(1);
  });

  test.each(['whole', 'bytes', { seed: 1 }, { seed: 2 }] as const)(
    'body arrives byte for byte when written as %o',
    async (chunking) => {
      const body = 'data: grün 😀\n\n'.repeat(500);
      const vendor = await testVendor(textResponse(body, { chunking }));

      const response = await testHttp().request({
        method: 'GET',
        url: vendor.url,
        signal: never(),
      });

      expect(Buffer.concat(await collect(response.body)).toString()).toBe(body);
    },
  );

  test('body of many megabytes arrives whole at a slow reader', async () => {
    const body = Buffer.alloc(8 * 1024 * 1024, 'abcdefgh');
    const vendor = await testVendor({ body });
    const response = await testHttp().request({ method: 'GET', url: vendor.url, signal: never() });

    const chunks: Uint8Array[] = [];
    for await (const chunk of response.body) {
      chunks.push(chunk);
      await new Promise((resolve) => setImmediate(resolve));
    }

    expect(Buffer.compare(Buffer.concat(chunks), body)).toBe(0);
  });

  test('text is cut at its limit, on a character boundary, and the rest is not waited for', async () => {
    const vendor = await testVendor(textResponse('grün', { ending: 'hang' }));

    const response = await testHttp().request({ method: 'GET', url: vendor.url, signal: never() });

    expect(await response.text(3)).toBe('gr');
    await vendor.requests[0]?.closed;
  });
});
