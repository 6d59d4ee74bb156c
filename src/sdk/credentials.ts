/** Plaintext unless the host asks for mutual TLS, in which each side trusts exactly the other. */
import { X509Certificate } from 'node:crypto';
import { ServerCredentials } from '@grpc/grpc-js';
import { createCertificate } from '../protocol/certificate.ts';
import { certificateSegment, LAUNCH_VARIABLES } from '../protocol/handshake.ts';
import { StartRefused } from './listen.ts';

export interface PluginCredentials {
  readonly server: ServerCredentials;
  /** Our certificate as the handshake line carries it: DER in base64 without padding. */
  readonly certificate?: string | undefined;
}

/**
 * @param nowMs - Milliseconds since the epoch; a fresh certificate is valid from shortly before.
 * @throws StartRefused - the host's certificate can not be read: never serve without it instead.
 */
export function pluginCredentials(
  environment: Readonly<Record<string, string | undefined>>,
  nowMs: number,
): PluginCredentials {
  const client = environment[LAUNCH_VARIABLES.clientCertificate];
  if (client === undefined) return { server: ServerCredentials.createInsecure() };
  checkReadable(client);
  const own = createCertificate({ nowMs, commonName: 'localhost' });
  const pair = { private_key: Buffer.from(own.privateKeyPem), cert_chain: Buffer.from(own.pem) };
  return {
    server: ServerCredentials.createSsl(Buffer.from(client), [pair], true),
    certificate: certificateSegment(own.der),
  };
}

function checkReadable(pem: string): void {
  try {
    new X509Certificate(pem);
  } catch {
    throw new StartRefused(
      `the host asks for mutual TLS, but ${LAUNCH_VARIABLES.clientCertificate} holds no certificate`,
    );
  }
}
