import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { type ConnectProxyOptions, startConnectProxy } from '../../support/connect-proxy.ts';
import { never, testHttp, testVendor, textResponse } from '../../support/http-client.ts';
import { testCertificate } from '../../support/tls-vendor.ts';

const certificate = testCertificate('vendor.example', '127.0.0.1');
afterAll(() => certificate.remove());

async function testProxy(options: ConnectProxyOptions) {
  const proxy = await startConnectProxy(options);
  onTestFinished(() => proxy.close());
  return proxy;
}

/** A TLS vendor whose host name the proxy alone can look up. */
async function behindProxy(options: Partial<ConnectProxyOptions> = {}) {
  const vendor = await testVendor(textResponse('through'), { tls: certificate.tls });
  const proxy = await testProxy({ hosts: { 'vendor.example': vendor.port }, ...options });
  return { vendor, proxy };
}

const trust = { NODE_EXTRA_CA_CERTS: certificate.caFile };

describe('an https request', () => {
  test('goes through the proxy’s tunnel, which alone looks the host up', async () => {
    const { vendor, proxy } = await behindProxy();
    const environment = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`, ...trust };

    const response = await testHttp({}, environment).request({
      method: 'POST',
      url: 'https://vendor.example/v1/messages',
      headers: { 'x-api-key': 'k' },
      body: '{}',
      signal: never(),
    });

    expect(await response.text()).toBe('through');
    expect(proxy.tunnels).toEqual(['vendor.example:443']);
    expect(proxy.forwarded).toEqual([]);
    expect(vendor.requests[0]).toMatchObject({
      path: '/v1/messages',
      headers: { host: 'vendor.example', 'x-api-key': 'k' },
    });
    expect(vendor.requests[0]?.headers).not.toHaveProperty('proxy-authorization');
  });

  test('has its port in the tunnel and reuses it for the next request', async () => {
    const { proxy, vendor } = await behindProxy();
    const http = testHttp({}, { https_proxy: `127.0.0.1:${proxy.port}`, ...trust });

    for (let count = 0; count < 2; count += 1) {
      const response = await http.request({
        method: 'GET',
        url: 'https://vendor.example:8443/',
        signal: never(),
      });
      await response.text();
    }

    expect(proxy.tunnels).toEqual(['vendor.example:8443']);
    expect(vendor.requests).toHaveLength(2);
  });

  test('gives user name and password to the proxy and not to the vendor', async () => {
    const authorization = `Basic ${Buffer.from('user:p@ss%').toString('base64')}`;
    const { vendor, proxy } = await behindProxy({ authorization });
    const environment = { HTTPS_PROXY: `http://user:p%40ss%25@127.0.0.1:${proxy.port}`, ...trust };

    const response = await testHttp({}, environment).request({
      method: 'GET',
      url: 'https://vendor.example',
      signal: never(),
    });

    expect(await response.text()).toBe('through');
    expect(proxy.authorizations).toEqual([authorization]);
    expect(vendor.requests[0]?.headers).not.toHaveProperty('proxy-authorization');
  });

  test('goes through a proxy that speaks TLS itself', async () => {
    const { proxy } = await behindProxy({ tls: certificate.tls });
    const environment = { HTTPS_PROXY: `https://127.0.0.1:${proxy.port}`, ...trust };

    const response = await testHttp({}, environment).request({
      method: 'GET',
      url: 'https://vendor.example',
      signal: never(),
    });

    expect(await response.text()).toBe('through');
  });

  test('can be prepared by an early connection through the proxy', async () => {
    const { vendor, proxy } = await behindProxy();
    const http = testHttp({}, { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`, ...trust });
    const connected = vendor.nextConnection();

    http.connect('https://vendor.example/v1');
    await connected;
    expect(vendor.requests).toHaveLength(0);
    const response = await http.request({
      method: 'GET',
      url: 'https://vendor.example/v1',
      signal: never(),
    });

    expect(await response.text()).toBe('through');
    expect(proxy.tunnels).toHaveLength(1);
  });

  test('that is aborted closes the vendor’s connection behind the proxy', async () => {
    const vendor = await testVendor({ instead: 'hang' }, { tls: certificate.tls });
    const proxy = await testProxy({ hosts: { 'vendor.example': vendor.port } });
    const controller = new AbortController();
    const arrived = vendor.nextRequest();
    const pending = testHttp(
      {},
      { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`, ...trust },
    ).request({ method: 'GET', url: 'https://vendor.example', signal: controller.signal });
    const { closed } = await arrived;

    controller.abort(new Error('stop'));

    await expect(pending).rejects.toThrow('stop');
    await closed;
  });
});

describe('a proxy that refuses', () => {
  test.each([
    {
      name: 'for want of a password',
      options: { authorization: 'Basic x' },
      category: 'auth_error',
      retryable: false,
      message: /^acme: the proxy 127\.0\.0\.1:\d+ asks for a user name and password for vendor/,
    },
    {
      name: 'because it knows no such host',
      options: { hosts: {} },
      category: 'overloaded',
      retryable: true,
      message: /refused the connection for vendor\.example:443 \(HTTP 502\)/,
    },
    {
      name: 'by its policy',
      options: { rawAnswer: 'HTTP/1.1 403 Forbidden\r\n\r\n<html>no</html>' },
      category: 'auth_error',
      retryable: false,
      message: /HTTP 403/,
    },
    {
      name: 'by speaking something else',
      options: { rawAnswer: 'SSH-2.0-OpenSSH_9.6\r\n' },
      category: 'overloaded',
      retryable: true,
      message: /the proxy 127\.0\.0\.1:\d+ could not be reached \(it does not answer like/,
    },
    {
      name: 'by closing the connection',
      options: { rawAnswer: '' },
      category: 'overloaded',
      retryable: true,
      message: /connection closed/,
    },
    {
      name: 'by never ending its headers',
      options: { rawAnswer: `HTTP/1.1 200 ok\r\nx: ${'x'.repeat(20_000)}` },
      category: 'overloaded',
      retryable: true,
      message: /does not answer like an HTTP proxy/,
    },
  ])('$name is $category', async ({ options, category, retryable, message }) => {
    const { proxy, vendor } = await behindProxy(options);
    const environment = { HTTPS_PROXY: `http://user:secret@127.0.0.1:${proxy.port}`, ...trust };
    const request = testHttp({}, environment).request({
      method: 'GET',
      url: 'https://vendor.example',
      signal: never(),
    });

    await expect(request).rejects.toMatchObject({ error: { category, retryable, message } });
    await expect(request).rejects.not.toThrow(/secret/);
    expect(vendor.requests).toHaveLength(0);
  });

  test('is named when it can not be reached', async () => {
    const environment = { HTTPS_PROXY: 'http://127.0.0.1:1', ...trust };

    await expect(
      testHttp({}, environment).request({
        method: 'GET',
        url: 'https://vendor.example',
        signal: never(),
      }),
    ).rejects.toMatchObject({
      error: {
        category: 'overloaded',
        message: 'acme: the proxy 127.0.0.1:1 could not be reached (connection refused)',
      },
    });
  });
});

test('a plain http request is handed to the proxy whole', async () => {
  const vendor = await testVendor(textResponse('forwarded'));
  const authorization = `Basic ${Buffer.from('user:pass').toString('base64')}`;
  const proxy = await testProxy({ hosts: { 'vendor.example': vendor.port }, authorization });
  const http = testHttp({}, { HTTP_PROXY: `http://user:pass@127.0.0.1:${proxy.port}` });

  const response = await http.request({
    method: 'POST',
    url: 'http://vendor.example/v1/chat?x=1',
    body: '{}',
    signal: never(),
  });

  expect(await response.text()).toBe('forwarded');
  expect(proxy.forwarded).toEqual(['http://vendor.example/v1/chat?x=1']);
  expect(proxy.tunnels).toEqual([]);
  expect(vendor.requests[0]).toMatchObject({
    path: '/v1/chat?x=1',
    headers: { host: 'vendor.example' },
    body: '{}',
  });
});

test.each(['127.0.0.1', 'localhost'])('%s is never reached through a proxy', async (host) => {
  const vendor = await testVendor(textResponse('direct'));
  const proxy = await testProxy({ hosts: {} });
  const all = `http://127.0.0.1:${proxy.port}`;
  const http = testHttp({}, { HTTP_PROXY: all, HTTPS_PROXY: all, ALL_PROXY: all });

  const response = await http.request({
    method: 'GET',
    url: `http://${host}:${vendor.port}`,
    signal: never(),
  });

  expect(await response.text()).toBe('direct');
  expect(proxy.forwarded).toEqual([]);
});
