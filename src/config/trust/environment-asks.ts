/** Asks of `environment {}`: proxies, certificate authorities, and names that change programs. */
import type { ProviderBlock } from '../config.ts';
import type { Ask } from './ask.ts';
import { parseEndpoint } from './endpoint.ts';

const PROXY_NAMES = new Set(['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY']);
const CA_NAMES = new Set(['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR']);
const HARMLESS_NAMES = new Set(['NO_PROXY']);

/** Names that load code into a program or redirect it. */
const PROGRAM_NAMES = new RegExp(
  [
    '^(?:NODE_.*|LD_.*|DYLD_.*|OPENSSL_.*|GCONV_PATH|GLIBC_TUNABLES|PYTHON.*|PERL.*|RUBY.*|JAVA_.*',
    '|BASH_ENV|ENV|GIT_.*|XDG_.*|CLAUDE.*|.*_BASE_URL|PATH|HOME|TMPDIR)$',
  ].join(''),
);

/** Refused whatever is granted: it would switch off the check of every certificate. */
export const REFUSED_NAME = 'NODE_TLS_REJECT_UNAUTHORIZED';

export interface EnvironmentSubject {
  readonly block: ProviderBlock;
  /** The provider talks to this machine only, so proxy and authorities do not matter. */
  readonly isLoopbackOnly: boolean;
  /** The program's own variables: passing one on unchanged is the user's own setting. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** `sha256:…` of a file's content; `undefined` when it can not be read. */
  readonly digest: (path: string) => Promise<string | undefined>;
}

export async function environmentAsks(subject: EnvironmentSubject): Promise<readonly Ask[]> {
  const { block, environment } = subject;
  const entries = [...block.environment];
  const proxies = entries.filter(([name]) => PROXY_NAMES.has(name.toUpperCase()));
  const usesLoopbackProxy =
    proxies.length > 0 && proxies.every(([, value]) => parseEndpoint(value).isLoopback);
  const isHarmless = subject.isLoopbackOnly || usesLoopbackProxy;
  const asks: Ask[] = [];
  for (const [name, value] of entries) {
    const range = block.environmentRanges.get(name) ?? block.range;
    const base = { provider: block.localName, range };
    const isOwn = environment[name] === value;
    if (PROXY_NAMES.has(name.toUpperCase())) {
      if (isOwn || isHarmless || value === '') continue;
      const { origin } = parseEndpoint(value);
      const sentence = `send what "${block.localName}" sends through the proxy ${origin}`;
      asks.push({ ...base, kind: 'proxy', values: [name, origin], sentence });
    } else if (CA_NAMES.has(name)) {
      if (isOwn || isHarmless || value === '') continue;
      const digest = (await subject.digest(value)) ?? 'unreadable';
      const sentence = `let "${block.localName}" trust the certificates in ${value} ${digest}`;
      asks.push({ ...base, kind: 'ca', values: [name, value, digest], sentence });
    } else if (PROGRAM_NAMES.test(name) && !HARMLESS_NAMES.has(name.toUpperCase())) {
      const sentence = `set ${name}=${value} for "${block.localName}"`;
      asks.push({ ...base, kind: 'env', values: [name, value], sentence });
    }
  }
  return asks;
}
