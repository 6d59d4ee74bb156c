import { describe, expect, test } from 'vitest';
import { collect } from '../../support/collect.ts';
import { never, testHttp, testVendor, textResponse } from '../../support/http-client.ts';
import { rawServer } from '../../support/raw-server.ts';

const overloaded = { error: { category: 'overloaded', retryable: true } };

describe('an abort', () => {
  const reason = new Error('the user changed their mind');

  test('before the request sends nothing', async () => {
    const vendor = await testVendor();

    await expect(
      testHttp().request({ method: 'GET', url: vendor.url, signal: AbortSignal.abort(reason) }),
    ).rejects.toBe(reason);
    expect(vendor.connectionCount).toBe(0);
  });

  test('while the connection is made closes it', async () => {
    let onClosed = () => {};
    const isClosed = new Promise<void>((resolve) => {
      onClosed = resolve;
    });
    const { port, accepted } = await rawServer((socket) => socket.resume().once('close', onClosed));
    const controller = new AbortController();
    const pending = testHttp().request({
      method: 'GET',
      url: `https://127.0.0.1:${port}`,
      signal: controller.signal,
    });
    await accepted;

    controller.abort(reason);

    await expect(pending).rejects.toBe(reason);
    await isClosed;
  });

  test('while an early connection is made closes it', async () => {
    let onClosed = () => {};
    const isClosed = new Promise<void>((resolve) => {
      onClosed = resolve;
    });
    const { port, accepted } = await rawServer((socket) => socket.resume().once('close', onClosed));
    const controller = new AbortController();
    const http = testHttp();
    const url = `https://127.0.0.1:${port}`;
    http.connect(url);
    const pending = http.request({ method: 'GET', url, signal: controller.signal });
    await accepted;

    controller.abort(reason);

    await expect(pending).rejects.toBe(reason);
    await isClosed;
  });

  test('before the headers rejects with its reason and closes the connection', async () => {
    const vendor = await testVendor({ instead: 'hang' });
    const controller = new AbortController();
    const arrived = vendor.nextRequest();
    const pending = testHttp().request({
      method: 'POST',
      url: vendor.url,
      body: '{}',
      signal: controller.signal,
    });
    const { closed } = await arrived;

    controller.abort(reason);

    await expect(pending).rejects.toBe(reason);
    await closed;
  });

  test('inside the body throws its reason and closes the connection', async () => {
    const vendor = await testVendor(textResponse('data', { ending: 'hang' }));
    const controller = new AbortController();
    const response = await testHttp().request({
      method: 'GET',
      url: vendor.url,
      signal: controller.signal,
    });
    const read = async () => {
      for await (const _ of response.body) controller.abort(reason);
    };

    await expect(read()).rejects.toBe(reason);
    await vendor.requests[0]?.closed;
  });

  test('after the end changes nothing', async () => {
    const vendor = await testVendor(textResponse('ok'));
    const controller = new AbortController();
    const http = testHttp();
    const response = await http.request({
      method: 'GET',
      url: vendor.url,
      signal: controller.signal,
    });
    await response.text();

    controller.abort(reason);
    const next = await http.request({ method: 'GET', url: vendor.url, signal: never() });

    expect(await next.text()).toBe('ok');
    expect(vendor.connectionCount).toBe(1);
  });
});

test('leaving the loop closes the connection', async () => {
  const vendor = await testVendor(textResponse('data', { ending: 'hang' }));
  const response = await testHttp().request({ method: 'GET', url: vendor.url, signal: never() });

  for await (const chunk of response.body) {
    expect(Buffer.from(chunk).toString()).toBe('data');
    break;
  }

  await vendor.requests[0]?.closed;
});

describe('a deadline that passes is an overload', () => {
  test('to connect', async () => {
    const { port } = await rawServer(() => {});

    await expect(
      testHttp({ connectMs: 5 }).request({
        method: 'GET',
        url: `https://127.0.0.1:${port}`,
        signal: never(),
      }),
    ).rejects.toMatchObject({
      error: {
        ...overloaded.error,
        message: /^acme: 127\.0\.0\.1:\d+ did not connect within 0\.005 s$/,
      },
    });
  });

  test('for the headers, and closes the connection', async () => {
    const vendor = await testVendor({ instead: 'hang' });

    await expect(
      testHttp({ headersMs: 5 }).request({ method: 'GET', url: vendor.url, signal: never() }),
    ).rejects.toMatchObject({
      error: { ...overloaded.error, message: /sent no response headers/ },
    });
    await vendor.requests[0]?.closed;
  });

  test('between two bytes, after what had come', async () => {
    const vendor = await testVendor(textResponse('data', { ending: 'hang' }));
    const response = await testHttp({ idleMs: 5 }).request({
      method: 'GET',
      url: vendor.url,
      signal: never(),
    });

    await expect(collect(response.body)).rejects.toMatchObject({
      error: { ...overloaded.error, message: /sent nothing within/ },
    });
    await vendor.requests[0]?.closed;
  });

  test.each([
    { name: 'before the headers', answer: { instead: 'hang' as const } },
    { name: 'inside the body', answer: textResponse('data', { ending: 'hang' }) },
  ])('for the whole request, $name', async ({ answer }) => {
    const vendor = await testVendor(answer);
    const whole = async () => {
      const http = testHttp({ totalMs: 60 });
      const response = await http.request({ method: 'GET', url: vendor.url, signal: never() });
      await collect(response.body);
    };

    await expect(whole()).rejects.toMatchObject({
      error: { ...overloaded.error, message: /did not finish within 0\.06 s/ },
    });
    await vendor.requests[0]?.closed;
  });
});

test('a compressed answer, which nobody asked for, is named and not tried again', async () => {
  let asked = '';
  const { port } = await rawServer((socket) =>
    socket.once('data', (bytes) => {
      asked = String(bytes);
      socket.write('HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 4\r\n\r\nabcd');
    }),
  );

  const pending = testHttp().request({
    method: 'GET',
    url: `http://127.0.0.1:${port}`,
    signal: never(),
  });

  await expect(pending).rejects.toMatchObject({
    message: expect.stringContaining('content-encoding: gzip'),
    error: { category: 'unknown', retryable: false },
  });
  expect(asked).toContain('accept-encoding: identity');
});
