import { describe, expect, test } from 'vitest';
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
