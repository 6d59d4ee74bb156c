/** Proxies and certificate authorities: what is in force for a provider, and what of the shell is not. */
import type { ProviderBlock } from '../../config/config.ts';
import { parseEndpoint } from '../../config/trust/endpoint.ts';
import type { Environment, Files } from '../../host/host.ts';
import { type Check, failed, passed } from './check.ts';

const PROXY_NAMES = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY'];
const CA_FILES = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE'];
const NETWORK_NAMES = [...PROXY_NAMES, 'NO_PROXY', ...CA_FILES, 'SSL_CERT_DIR'];

/** Both cases of a name are in use; the lower one wins inside a provider. */
const casesOf = (name: string) => [name.toLowerCase(), name];

export function proxyChecks({ environment, localName }: ProviderBlock): readonly Check[] {
  const written = PROXY_NAMES.flatMap(casesOf).flatMap((name) => {
    const value = environment.get(name)?.trim();
    return value === undefined || value === '' ? [] : [{ name, value }];
  });
  if (written.length === 0) return [passed('proxy', 'none')];
  return written.map(({ name, value }) => {
    const { origin } = parseEndpoint(value.includes('://') ? value : `http://${value}`);
    if (/^https?:\/\/\S+$/.test(origin)) return passed('proxy', `${origin} (${name})`);
    return failed(
      'proxy',
      `${name} is not the URL of an HTTP proxy`,
      `Write it as http://HOST:PORT in environment {} of provider "${localName}".`,
    );
  });
}

export async function certificateChecks(
  { environment, localName }: ProviderBlock,
  files: Files,
): Promise<readonly Check[]> {
  const checks = await Promise.all(
    CA_FILES.map(async (name) => {
      const path = environment.get(name);
      if (path === undefined || path === '') return [];
      const text = await files.read(path).then(
        (bytes) => new TextDecoder().decode(bytes),
        () => undefined,
      );
      const remedy = `Name a PEM file by its absolute path in ${name} of provider "${localName}".`;
      if (text === undefined)
        return failed('certificates', `${name}: ${path} can not be read`, remedy);
      return text.includes('-----BEGIN CERTIFICATE-----')
        ? passed('certificates', `those of ${path} too (${name})`)
        : failed('certificates', `${name}: ${path} holds no certificate`, remedy);
    }),
  );
  const directory = environment.get('SSL_CERT_DIR');
  const found = [
    ...checks.flat(),
    ...(directory ? [passed('certificates', `those in ${directory} too (SSL_CERT_DIR)`)] : []),
  ];
  return found.length === 0 ? [passed('certificates', 'those of Node')] : found;
}

/** Proxy and CA variables that are set in the shell, and that no provider is given. */
export function unpassedNames(
  shell: Environment,
  blocks: readonly ProviderBlock[],
): readonly string[] {
  const isPassed = (name: string) =>
    blocks.some(({ environment }) =>
      casesOf(name.toUpperCase()).some((key) => environment.has(key)),
    );
  return NETWORK_NAMES.flatMap((name) => [...new Set(casesOf(name))])
    .filter((name) => (shell[name] ?? '') !== '' && !isPassed(name))
    .sort();
}
