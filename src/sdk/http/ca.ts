import { X509Certificate } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { badSetting } from './failures.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const BLOCK = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * Certificate authorities to trust: Node's own and those of `NODE_EXTRA_CA_CERTS`, `SSL_CERT_FILE`
 * and `SSL_CERT_DIR`. All three add, none replaces, so that a corporate CA does not cut off the
 * public ones.
 *
 * @returns PEM texts, or `undefined` when no variable is set: Node's default, which costs nothing.
 * @throws ModelFailure - `invalid_request` naming the variable and the file, when a named file can
 *   not be read or holds no certificate. Other files of a directory are passed over.
 */
export function trustedCertificates(
  environment: Environment,
  provider: string,
): readonly string[] | undefined {
  const extra = new Set<string>();
  for (const name of ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE']) {
    const path = environment[name];
    if (path) for (const block of certificatesOf(path, name, provider)) extra.add(block);
  }
  for (const directory of (environment['SSL_CERT_DIR'] ?? '').split(delimiter)) {
    if (directory) for (const block of certificatesIn(directory, provider)) extra.add(block);
  }
  return extra.size === 0 ? undefined : [...rootCertificates, ...extra];
}

function certificatesOf(path: string, name: string, provider: string): readonly string[] {
  let blocks: readonly string[];
  try {
    blocks = readFileSync(path, 'utf8').match(BLOCK) ?? [];
    for (const block of blocks) new X509Certificate(block);
  } catch (error) {
    throw badSetting(provider, `${name} names ${path}, which can not be used`, error);
  }
  if (blocks.length === 0) {
    throw badSetting(provider, `${name} names ${path}, which holds no certificate in PEM form`);
  }
  return blocks;
}

function certificatesIn(directory: string, provider: string): readonly string[] {
  let names: readonly string[];
  try {
    names = readdirSync(directory);
  } catch (error) {
    throw badSetting(provider, `SSL_CERT_DIR names ${directory}, which can not be read`, error);
  }
  return names.flatMap((name) => readCertificates(join(directory, name)));
}

/** Such directories also hold links that lead nowhere and files of other kinds. */
function readCertificates(path: string): readonly string[] {
  try {
    const blocks: readonly string[] = readFileSync(path, 'utf8').match(BLOCK) ?? [];
    return blocks.filter((block) => new X509Certificate(block) !== undefined);
  } catch {
    return [];
  }
}
