/** Asks of `environment {}`: proxies, certificate authorities, and names that change programs. */
import { delimiter } from 'node:path';
import type { Environment } from '../../host/host.ts';
import type { ProviderBlock } from '../config.ts';
import type { Ask } from './ask.ts';
import { parseEndpoint } from './endpoint.ts';
import { ofProvider } from './places.ts';

const PROXY_NAMES = new Set(['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY']);
const CA_NAMES = new Set(['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR']);

/** Names that load code into a program or redirect it. */
const PROGRAM_NAMES = new RegExp(
  [
    '^(?:NODE_.*|LD_.*|DYLD_.*|OPENSSL_.*|GCONV_PATH|GLIBC_TUNABLES|PYTHON.*|PERL.*|RUBY.*|JAVA_.*',
    '|BASH_ENV|ENV|GIT_.*|XDG_.*|CLAUDE.*|.*_BASE_URL|PATH|HOME|TMPDIR)$',
  ].join(''),
  's',
);

export interface EnvironmentSubject {
  readonly block: ProviderBlock;
  /** The provider talks to this machine only, so proxy and authorities do not matter. */
  readonly isLoopbackOnly: boolean;
  /** The program's own variables: passing one on unchanged is the user's own setting. */
  readonly environment: Environment;
  /** `sha256:…` of a file or directory; `undefined` when it can not be read. */
  readonly digest: (path: string) => Promise<string | undefined>;
}

export async function environmentAsks(subject: EnvironmentSubject): Promise<readonly Ask[]> {
  const entries = [...subject.block.environment].filter(([, value]) => value !== '');
  const proxies = entries.filter(([name]) => isProxy(name));
  const usesLoopbackProxy =
    proxies.length > 0 && proxies.every(([, value]) => parseEndpoint(value).isLoopback);
  const isHarmless = subject.isLoopbackOnly || usesLoopbackProxy;
  const asks = await Promise.all(
    [...subject.block.environment].map(async ([name, value]) => {
      const isNetwork = isProxy(name) || CA_NAMES.has(name);
      if (!isNetwork) return PROGRAM_NAMES.test(name) ? programAsk(name, value, subject) : [];
      if (value === '' || isHarmless || subject.environment[name] === value) return [];
      return isProxy(name) ? proxyAsk(name, value, subject) : authorityAsk(name, value, subject);
    }),
  );
  return asks.flat();
}

/** Both cases are in use. */
function isProxy(name: string): boolean {
  return PROXY_NAMES.has(name.toUpperCase());
}

function proxyAsk(name: string, value: string, { block }: EnvironmentSubject): readonly Ask[] {
  const { origin } = parseEndpoint(value);
  const sentence = `send what "${block.localName}" sends through the proxy ${origin}`;
  return [{ ...placeOf(name, block), kind: 'proxy', values: [name, origin], sentence }];
}

async function authorityAsk(
  name: string,
  value: string,
  { block, digest }: EnvironmentSubject,
): Promise<readonly Ask[]> {
  // Only this variable holds a list; each of its directories can change by itself.
  const paths = name === 'SSL_CERT_DIR' ? value.split(delimiter).filter(Boolean) : [value];
  const digests = await Promise.all(
    paths.map(async (path) => (await digest(path)) ?? 'unreadable'),
  );
  const found = paths.map((path, index) => `${path} ${digests[index]}`).join(' and ');
  const sentence = `let "${block.localName}" trust the certificates in ${found} (${name})`;
  const values = [name, value, ...digests];
  return [{ ...placeOf(name, block), kind: 'ca', values, sentence }];
}

function programAsk(name: string, value: string, { block }: EnvironmentSubject): readonly Ask[] {
  const sentence = `set ${name}=${value} for "${block.localName}"`;
  return [{ ...placeOf(name, block), kind: 'env', values: [name, value], sentence }];
}

function placeOf(name: string, block: ProviderBlock) {
  return { ...ofProvider(block), range: block.environmentRanges.get(name) ?? block.range };
}
