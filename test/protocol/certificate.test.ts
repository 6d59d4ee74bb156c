import { createPrivateKey, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type TLSSocket } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { type Certificate, createCertificate, toPem } from '../../src/protocol/certificate.ts';

const now = Date.parse('2026-05-03T04:00:00Z');

describe('the certificate says', () => {
  const made = createCertificate({
    nowMs: now,
    commonName: 'test plugin',
    names: ['localhost', 'vendor.example', '127.0.0.1', '::1', '2001:db8::ff:0:1'],
  });
  const read = new X509Certificate(made.pem);

  test('whom it is for', () => {
    expect(read.subject).toBe('O=agent-hcl\nCN=test plugin');
    expect(read.subjectAltName).toBe(
      'DNS:localhost, DNS:vendor.example, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1, ' +
        'IP Address:2001:DB8:0:0:0:FF:0:1',
    );
  });

  test('since when and until when it is valid, half a minute in the past at the start', () => {
    expect(Date.parse(read.validFrom)).toBe(now - 30_000);
    expect(Date.parse(read.validTo)).toBe(now + 30 * 365 * 24 * 3_600_000);
  });

  test('that it signs itself, with a P-256 key', () => {
    expect(read.verify(read.publicKey)).toBe(true);
    expect(read.checkIssued(read)).toBe(true);
    expect(read.ca).toBe(true);
    expect(read.publicKey.asymmetricKeyDetails?.namedCurve).toBe('prime256v1');
    expect(read.checkPrivateKey(createPrivateKey(made.privateKeyPem))).toBe(true);
  });

  test('that it serves clients and servers', () => {
    expect(read.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2']);
  });

  test('the same in PEM and DER', () => {
    expect(Buffer.compare(read.raw, made.der)).toBe(0);
    expect(made.pem).toBe(toPem(made.der));
    expect(made.pem).toMatch(/^-----BEGIN CERTIFICATE-----\n(?:[\w+/=]{1,64}\n)+-----END/);
    expect(made.pem.endsWith('-----END CERTIFICATE-----\n')).toBe(true);
  });
});

test('a year from 2050 on is written with four digits', () => {
  const { pem } = createCertificate({
    nowMs: Date.parse('2049-12-31T23:59:59Z'),
    commonName: 'late',
    validDays: 2,
  });

  const read = new X509Certificate(pem);

  expect(Date.parse(read.validFrom)).toBe(Date.parse('2049-12-31T23:59:29Z'));
  expect(Date.parse(read.validTo)).toBe(Date.parse('2050-01-02T23:59:59Z'));
});

test('a hundred certificates parse, whatever their serial numbers and signatures begin with', () => {
  const serials = Array.from({ length: 100 }, () => {
    const { pem } = createCertificate({ nowMs: now, commonName: 'many' });
    const read = new X509Certificate(pem);
    expect(read.verify(read.publicKey)).toBe(true);
    return read.serialNumber;
  });

  expect(new Set(serials).size).toBe(100);
});

type Outcome = { readonly client: string; readonly server: string };

/** One TLS connection in which both sides demand a certificate they trust. */
async function meet(ends: {
  readonly server: Certificate;
  readonly client: Certificate;
  readonly serverTrusts: Certificate;
  readonly clientTrusts: Certificate;
}): Promise<Outcome> {
  const server = createServer({
    cert: ends.server.pem,
    key: ends.server.privateKeyPem,
    ca: ends.serverTrusts.pem,
    requestCert: true,
    rejectUnauthorized: true,
    ALPNProtocols: ['h2'],
  });
  const seen = new Promise<string>((resolve) => {
    server.once('secureConnection', (socket: TLSSocket) => {
      socket.end('hello');
      resolve(socket.authorized ? 'verified' : 'unverified');
    });
    server.once('tlsClientError', (error) => resolve(error.message));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const socket = connect({
    host: '127.0.0.1',
    port,
    servername: 'localhost',
    cert: ends.client.pem,
    key: ends.client.privateKeyPem,
    ca: ends.clientTrusts.pem,
    ALPNProtocols: ['h2'],
  });
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', (error: NodeJS.ErrnoException) => {
    text = error.code ?? error.message;
  });
  await new Promise((resolve) => socket.once('close', resolve));
  server.close();
  return { client: text, server: await seen };
}

describe('in mutual TLS', () => {
  const fresh = (commonName: string) => createCertificate({ nowMs: Date.now(), commonName });
  const host = fresh('host');
  const plugin = fresh('plugin');
  const stranger = fresh('stranger');

  test.each([
    { name: 'the plugin serves', server: plugin, client: host },
    { name: 'the roles are swapped', server: host, client: plugin },
  ])('both sides verify the pinned certificate when $name', async ({ server, client }) => {
    const outcome = await meet({ server, client, serverTrusts: client, clientTrusts: server });

    expect(outcome).toEqual({ client: 'hello', server: 'verified' });
  });

  test('a client with another certificate is refused', async () => {
    const outcome = await meet({
      server: plugin,
      client: stranger,
      serverTrusts: host,
      clientTrusts: plugin,
    });

    expect(outcome.client).not.toBe('hello');
    expect(outcome.server).not.toBe('verified');
  });

  test('a server with another certificate is refused', async () => {
    const outcome = await meet({
      server: stranger,
      client: host,
      serverTrusts: host,
      clientTrusts: plugin,
    });

    expect(outcome.client).toMatch(/SELF_SIGNED|UNABLE_TO_VERIFY/);
  });
});
