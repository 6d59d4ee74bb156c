import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { never, testHttp, testVendor, textResponse } from '../../support/http-client.ts';
import { rawServer } from '../../support/raw-server.ts';

const overloaded = { error: { category: 'overloaded', retryable: true } };

describe('connections', () => {
  test('one serves requests that follow each other', async () => {
    const vendor = await testVendor(textResponse('ok'));
    const http = testHttp();

    for (let count = 0; count < 3; count += 1) {
      const response = await http.request({ method: 'POST', url: vendor.url, signal: never() });
      await response.text();
    }

    expect(vendor.requests).toHaveLength(3);
    expect(vendor.connectionCount).toBe(1);
  });

  test('requests at the same time have one each', async () => {
    const vendor = await testVendor(textResponse('ok'));
    const http = testHttp();

    const responses = await Promise.all(
      [1, 2, 3].map(() => http.request({ method: 'POST', url: vendor.url, signal: never() })),
    );

    expect(await Promise.all(responses.map((response) => response.text()))).toEqual([
      'ok',
      'ok',
      'ok',
    ]);
    expect(vendor.connectionCount).toBe(3);
  });

  test('one that the server closed meanwhile is not used again', async () => {
    const vendor = await testVendor(textResponse('ok'));
    const http = testHttp();
    const first = await http.request({ method: 'POST', url: vendor.url, signal: never() });
    await first.text();

    vendor.dropConnections();
    await turnOfTheLoop();
    const second = await http.request({ method: 'POST', url: vendor.url, signal: never() });

    expect(await second.text()).toBe('ok');
    expect(vendor.connectionCount).toBe(2);
  });

  test('an idle one is closed with the client', async () => {
    const vendor = await testVendor(textResponse('ok'));
    const http = testHttp();
    const response = await http.request({ method: 'GET', url: vendor.url, signal: never() });
    await response.text();

    await http.close();

    await vendor.requests[0]?.closed;
  });

  test('one in use outlives the client until its response ends', async () => {
    let finish = () => {};
    const until = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const vendor = await testVendor(textResponse('late', { after: until }));
    const http = testHttp();
    const pending = http.request({ method: 'GET', url: vendor.url, signal: never() });
    await vendor.nextRequest();

    await http.close();
    finish();

    expect(await (await pending).text()).toBe('late');
    await vendor.requests[0]?.closed;
  });
});

describe('an early connection', () => {
  test('is opened without sending anything, and the first request uses it', async () => {
    const vendor = await testVendor(textResponse('ok'));
    const http = testHttp();
    const connected = vendor.nextConnection();

    http.connect(`${vendor.url}/v1/messages`);
    await connected;

    expect(vendor.requests).toHaveLength(0);
    const response = await http.request({ method: 'GET', url: `${vendor.url}/x`, signal: never() });
    expect(await response.text()).toBe('ok');
    expect(vendor.connectionCount).toBe(1);
  });

  test('is used by a request that comes before it is there', async () => {
    const vendor = await testVendor(textResponse('ok'));
    const http = testHttp();

    http.connect(vendor.url);
    const response = await http.request({ method: 'GET', url: vendor.url, signal: never() });

    expect(await response.text()).toBe('ok');
    expect(vendor.connectionCount).toBe(1);
  });

  test('serves one request only', async () => {
    const vendor = await testVendor(textResponse('ok'));
    const http = testHttp();
    http.connect(vendor.url);

    const responses = await Promise.all(
      [1, 2].map(() => http.request({ method: 'GET', url: vendor.url, signal: never() })),
    );

    expect(await Promise.all(responses.map((response) => response.text()))).toEqual(['ok', 'ok']);
    expect(vendor.connectionCount).toBe(2);
  });

  test('is replaced when the server closed it', async () => {
    const vendor = await testVendor(textResponse('ok'));
    const http = testHttp();
    const connected = vendor.nextConnection();
    http.connect(vendor.url);
    await connected;

    vendor.dropConnections();
    await turnOfTheLoop();
    const response = await http.request({ method: 'GET', url: vendor.url, signal: never() });

    expect(await response.text()).toBe('ok');
  });

  test('that fails is quiet, and the request tells', async () => {
    const http = testHttp();

    http.connect('http://127.0.0.1:1');

    await expect(
      http.request({ method: 'GET', url: 'http://127.0.0.1:1', signal: never() }),
    ).rejects.toMatchObject(overloaded);
  });

  test('is closed with the client', async () => {
    const sockets: Socket[] = [];
    const { port, accepted } = await rawServer((socket) => sockets.push(socket));
    const http = testHttp();
    http.connect(`http://127.0.0.1:${port}`);
    await accepted;

    await http.close();

    await new Promise((resolve) => sockets[0]?.once('close', resolve).resume());
  });
});

/** Long enough for a closed connection to be heard of: each turn polls the sockets once. */
async function turnOfTheLoop(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
