import type { Dispatcher } from 'undici';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { Exchange } from '../../../src/sdk/http/exchange.ts';
import { RequestScope } from '../../../src/sdk/http/request-scope.ts';
import { ModelFailure } from '../../../src/sdk/model-failure.ts';
import { never, testHttp, testVendor, textResponse } from '../../support/http-client.ts';
import { rawServer } from '../../support/raw-server.ts';

const overloaded = { error: { category: 'overloaded', retryable: true } };
const cutOff = { error: { category: 'unknown', retryable: true } };

describe('a broken connection', () => {
  test('that is refused is an overload that names the address', async () => {
    await expect(
      testHttp().request({ method: 'GET', url: 'http://127.0.0.1:1', signal: never() }),
    ).rejects.toMatchObject({
      error: {
        ...overloaded.error,
        message: 'acme: 127.0.0.1:1 could not be reached (connection refused)',
      },
    });
  });

  test('before any byte is an overload', async () => {
    const vendor = await testVendor({ instead: 'reset' });

    await expect(
      testHttp().request({ method: 'POST', url: vendor.url, body: '{}', signal: never() }),
    ).rejects.toMatchObject(overloaded);
    expect(vendor.requests).toHaveLength(1);
  });

  test.each(['reset', 'cut'] as const)(
    'inside the body (%s) is unknown and may be retried, after what had come',
    async (ending) => {
      const vendor = await testVendor(textResponse('data', { ending }));
      const response = await testHttp().request({
        method: 'GET',
        url: vendor.url,
        signal: never(),
      });
      const seen: string[] = [];
      const read = async () => {
        for await (const chunk of response.body) seen.push(Buffer.from(chunk).toString());
      };

      await expect(read()).rejects.toThrow(ModelFailure);
      await expect(response.text()).resolves.toBe('');
      expect(seen.join('')).toMatch(ending === 'cut' ? /^data$/ : /^(?:data)?$/);
    },
  );

  test('that ends short of its announced length was cut off', async () => {
    const { port } = await rawServer((socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nshort'));
    });
    const url = `http://127.0.0.1:${port}`;
    const response = await testHttp().request({ method: 'GET', url, signal: never() });

    await expect(response.text()).rejects.toMatchObject(cutOff);
  });

  test('is the proper end of a body without a length', async () => {
    const { port } = await rawServer((socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\n\r\nto the end'));
    });
    const url = `http://127.0.0.1:${port}`;
    const response = await testHttp().request({ method: 'GET', url, signal: never() });

    expect(await response.text()).toBe('to the end');
  });

  test('to something that does not speak HTTP is an overload', async () => {
    const { port } = await rawServer((socket) => socket.write('220 mail.example ESMTP\r\n'));

    await expect(
      testHttp().request({ method: 'GET', url: `http://127.0.0.1:${port}`, signal: never() }),
    ).rejects.toMatchObject(overloaded);
  });
});

test('a remark before the response (status 103) is passed over', async () => {
  const { port } = await rawServer((socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n');
      socket.end('HTTP/1.1 201 Created\r\ncontent-length: 2\r\n\r\nok');
    });
  });

  const response = await testHttp().request({
    method: 'GET',
    url: `http://127.0.0.1:${port}`,
    signal: never(),
  });

  expect(response.status).toBe(201);
  expect(await response.text()).toBe('ok');
});

describe('a reader that falls behind', () => {
  /** An exchange whose other side the test plays. */
  function exchange() {
    const calls: string[] = [];
    const controller: Dispatcher.DispatchController = {
      aborted: false,
      paused: false,
      reason: null,
      abort: () => calls.push('abort'),
      pause: () => calls.push('pause'),
      resume: () => calls.push('resume'),
    };
    const scope = new RequestScope(never());
    const place = { provider: 'acme', address: 'vendor.example:443' };
    const limits = { headersMs: 1000, idleMs: 1000, onDone: () => calls.push('done') };
    const made = new Exchange(place, scope, limits);
    made.onRequestStart(controller);
    made.onResponseStart(controller, 200, {});
    return { made, controller, calls, scope };
  }

  test('pauses the vendor, and reading goes on where it stopped', async () => {
    const { made, controller, calls, scope } = exchange();
    const { body } = await made.response;
    const reader = body[Symbol.asyncIterator]();

    made.onResponseData(controller, Buffer.alloc(300 * 1024, 'a'));
    expect(calls).toEqual(['pause']);
    expect((await reader.next()).value?.length).toBe(300 * 1024);
    expect(calls).toEqual(['pause', 'resume']);
    made.onResponseData(controller, Buffer.from('b'));
    made.onResponseEnd();

    expect((await reader.next()).value).toEqual(Buffer.from('b'));
    expect((await reader.next()).done).toBe(true);
    expect(calls).toEqual(['pause', 'resume', 'done']);
    expect(scope.signal.aborted).toBe(false);
  });

  test('is not taken for a silent vendor', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { made, controller, scope } = exchange();

    made.onResponseData(controller, Buffer.alloc(300 * 1024));
    vi.advanceTimersByTime(60_000);
    expect(scope.signal.aborted).toBe(false);
    await (await made.response).body[Symbol.asyncIterator]().next();
    vi.advanceTimersByTime(1000);

    expect(scope.signal.aborted).toBe(true);
  });
});
