import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';
import * as der from './der.ts';

export interface CertificateOptions {
  /** Now, milliseconds since the epoch; the certificate is valid from 30 s before. */
  readonly nowMs: number;
  readonly commonName: string;
  /** DNS names and IP addresses it is good for; default `localhost`. */
  readonly names?: readonly string[] | undefined;
  /** Default 30 years, as the plugin launcher's own certificates. */
  readonly validDays?: number | undefined;
}

/** A self-signed certificate and the key that made it. The key is never written anywhere. */
export interface Certificate {
  /** One PEM block, final newline included. */
  readonly pem: string;
  readonly der: Uint8Array;
  /** PKCS #8, PEM. */
  readonly privateKeyPem: string;
}

const OID = {
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  commonName: '2.5.4.3',
  organization: '2.5.4.10',
  basicConstraints: '2.5.29.19',
  keyUsage: '2.5.29.15',
  extendedKeyUsage: '2.5.29.37',
  subjectAltName: '2.5.29.17',
  serverAuth: '1.3.6.1.5.5.7.3.1',
  clientAuth: '1.3.6.1.5.5.7.3.2',
} as const;

/** Two machines' clocks may differ a little; the launcher library allows as much. */
const EARLIER_MS = 30_000;

const DAY_MS = 24 * 3_600_000;

/**
 * Makes a fresh P-256 key and a self-signed certificate for it: a CA of itself, for client and
 * server alike, since the roles swap on a broker connection (`wire` §3).
 */
export function createCertificate(options: CertificateOptions): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const body = toBeSigned(options, publicKey);
  const bytes = der.sequence(
    body,
    signatureAlgorithm(),
    der.bitString(sign('sha256', body, privateKey)),
  );
  return {
    pem: toPem(bytes),
    der: bytes,
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** The PEM form of a certificate, final newline included. */
export function toPem(bytes: Uint8Array): string {
  const lines = Buffer.from(bytes)
    .toString('base64')
    .replaceAll(/.{64}(?=.)/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

function toBeSigned(options: CertificateOptions, publicKey: KeyObject): Uint8Array {
  const name = distinguishedName(options.commonName);
  const from = options.nowMs - EARLIER_MS;
  const until = options.nowMs + (options.validDays ?? 30 * 365) * DAY_MS;
  return der.sequence(
    der.explicit(0, der.unsignedInteger(Uint8Array.of(2))),
    der.unsignedInteger(randomBytes(16)),
    signatureAlgorithm(),
    name,
    der.sequence(der.time(from), der.time(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der.explicit(3, extensions(options.names ?? ['localhost'])),
  );
}

function signatureAlgorithm(): Uint8Array {
  return der.sequence(der.objectIdentifier(OID.ecdsaWithSha256));
}

function distinguishedName(commonName: string): Uint8Array {
  const attribute = (oid: string, text: string) =>
    der.setOfOne(der.sequence(der.objectIdentifier(oid), der.utf8String(text)));
  return der.sequence(
    attribute(OID.organization, 'agent-hcl'),
    attribute(OID.commonName, commonName),
  );
}

function extensions(names: readonly string[]): Uint8Array {
  return der.sequence(
    extension(OID.basicConstraints, true, der.sequence(der.boolean(true))),
    // digitalSignature, keyEncipherment, keyAgreement, keyCertSign: the first six bits.
    extension(OID.keyUsage, true, der.bitString(Uint8Array.of(0b1010_1100), 2)),
    extension(
      OID.extendedKeyUsage,
      false,
      der.sequence(der.objectIdentifier(OID.serverAuth), der.objectIdentifier(OID.clientAuth)),
    ),
    extension(OID.subjectAltName, false, der.sequence(...names.map(generalName))),
  );
}

function extension(oid: string, isCritical: boolean, value: Uint8Array): Uint8Array {
  const critical = isCritical ? [der.boolean(true)] : [];
  return der.sequence(der.objectIdentifier(oid), ...critical, der.octetString(value));
}

function generalName(name: string): Uint8Array {
  return isIP(name) === 0
    ? der.implicit(2, Buffer.from(name, 'latin1'))
    : der.implicit(7, addressBytes(name));
}

/** Through the URL parser, which knows every spelling of an address. */
function addressBytes(address: string): Uint8Array {
  if (isIP(address) === 4) return Uint8Array.from(address.split('.').map(Number));
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail = ''] = canonical.split('::');
  const groups = (text: string) =>
    text === '' ? [] : text.split(':').map((part) => parseInt(part, 16));
  const [before, after] = [groups(head), groups(tail)];
  const zeroes = new Array<number>(8 - before.length - after.length).fill(0);
  return Uint8Array.from(
    [...before, ...zeroes, ...after].flatMap((group) => [group >> 8, group & 0xff]),
  );
}
