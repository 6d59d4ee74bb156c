import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { trustedCertificates } from '../../../src/sdk/http/ca.ts';
import { createHttp } from '../../../src/sdk/http/create-http.ts';
import { never, testHttp, testVendor, textResponse } from '../../support/http-client.ts';
import { testCertificate } from '../../support/tls-vendor.ts';

const certificate = testCertificate('localhost', '127.0.0.1');
const elsewhere = testCertificate('elsewhere.example');
afterAll(() => {
  certificate.remove();
  elsewhere.remove();
});

const get = (url: string, environment: Record<string, string> = {}) =>
  testHttp({}, environment).request({ method: 'GET', url, signal: never() });

describe('a certificate that can not be verified is never retried and names cause and address', () => {
  test('when nobody vouches for it', async () => {
    const vendor = await testVendor({}, { tls: certificate.tls });

    await expect(get(vendor.url)).rejects.toMatchObject({
      error: {
        category: 'unknown',
        retryable: false,
        message: expect.stringMatching(
          /^acme: the certificate of localhost:\d+ can not be verified \(self-signed certificate\)/,
        ),
      },
    });
    expect(vendor.requests).toHaveLength(0);
  });

  test('when it is for another name', async () => {
    const vendor = await testVendor({}, { tls: elsewhere.tls });

    await expect(get(vendor.url, { NODE_EXTRA_CA_CERTS: elsewhere.caFile })).rejects.toMatchObject({
      error: { category: 'unknown', retryable: false, message: /does not match certificate/ },
    });
    expect(vendor.requests).toHaveLength(0);
  });
});

describe('a CA of the operator is trusted', () => {
  test.each([
    ['NODE_EXTRA_CA_CERTS', certificate.caFile],
    ['SSL_CERT_FILE', certificate.caFile],
    ['SSL_CERT_DIR', certificate.caDirectory],
    ['SSL_CERT_DIR', `${elsewhere.caDirectory}:${certificate.caDirectory}`],
  ])('from %s', async (name, path) => {
    const vendor = await testVendor(textResponse('ok'), { tls: certificate.tls });

    const response = await get(vendor.url, { [name]: path });

    expect(await response.text()).toBe('ok');
  });

  test('for an address too', async () => {
    const vendor = await testVendor(textResponse('ok'), { tls: certificate.tls });

    const response = await get(`https://127.0.0.1:${vendor.port}`, {
      SSL_CERT_FILE: certificate.caFile,
    });

    expect(await response.text()).toBe('ok');
  });

  test('from a directory that also holds other things', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'agent-ca-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    writeFileSync(join(directory, 'README'), 'no certificate');
    writeFileSync(join(directory, 'broken.pem'), certificate.pem.replace('MII', 'AAA'));
    symlinkSync(join(directory, 'gone'), join(directory, 'dangling.0'));
    symlinkSync(certificate.caFile, join(directory, 'abcdef12.0'));
    const vendor = await testVendor(textResponse('ok'), { tls: certificate.tls });

    const response = await get(vendor.url, { SSL_CERT_DIR: directory });

    expect(await response.text()).toBe('ok');
  });
});

describe('a CA setting that can not be used is an invalid request that names it', () => {
  const empty = join(certificate.caDirectory, 'README');
  writeFileSync(empty, 'no certificate here');
  const broken = join(elsewhere.caDirectory, 'broken.pem');
  writeFileSync(broken, elsewhere.pem.replace('MII', 'AAA'));

  test.each([
    ['NODE_EXTRA_CA_CERTS', '/nowhere/ca.pem', /no such file/],
    ['SSL_CERT_FILE', '/nowhere/ca.pem', /no such file/],
    ['SSL_CERT_DIR', '/nowhere', /no such file/],
    ['SSL_CERT_FILE', empty, /holds no certificate in PEM form/],
    ['NODE_EXTRA_CA_CERTS', broken, /can not be used/],
  ])('%s=%s', (name, path, why) => {
    const make = () => createHttp({ provider: 'acme', environment: { [name]: path } });

    expect(make).toThrow(`acme: ${name} names ${path}`);
    expect(make).toThrow(why);
    expect(make).toThrow(
      expect.objectContaining({ error: expect.objectContaining({ category: 'invalid_request' }) }),
    );
  });
});

test('a CA of the operator stands beside the public ones', () => {
  const trusted = trustedCertificates({ SSL_CERT_FILE: certificate.caFile }, 'acme');

  expect(trusted).toHaveLength(rootCertificates.length + 1);
  expect(trusted).toEqual(expect.arrayContaining([...rootCertificates]));
  expect(trustedCertificates({}, 'acme')).toBeUndefined();
});

test('a server that does not speak TLS is an overload', async () => {
  const server = createServer((_, response) => response.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;

  await expect(get(`https://127.0.0.1:${port}`)).rejects.toMatchObject({
    error: { category: 'overloaded', retryable: true },
  });
});
