import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Certificate, createCertificate } from '../../src/protocol/certificate.ts';

/** A certificate made for this run, and a file of it to name as a CA. */
export interface TestCertificate extends Certificate {
  readonly caFile: string;
  readonly caDirectory: string;
  /** As Node's servers want it. */
  readonly tls: { readonly cert: string; readonly key: string };
  remove(): void;
}

/** Makes a self-signed certificate for these names; no private key is ever committed. */
export function testCertificate(...names: readonly string[]): TestCertificate {
  // A CA is looked up by its subject, so each has its own.
  const commonName = `test vendor ${names.join(' ')}`;
  const made = createCertificate({ nowMs: Date.now(), commonName, names });
  const caDirectory = mkdtempSync(join(tmpdir(), 'agent-ca-'));
  const caFile = join(caDirectory, 'ca.pem');
  writeFileSync(caFile, `# made for one test\n${made.pem}`);
  return {
    ...made,
    caFile,
    caDirectory,
    tls: { cert: made.pem, key: made.privateKeyPem },
    remove: () => rmSync(caDirectory, { recursive: true, force: true }),
  };
}
