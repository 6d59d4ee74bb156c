import { BlockList, isIP } from 'node:net';
import { addressOf, hostOf, isLoopback, portOf } from './addresses.ts';
import { badSetting } from './failures.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A proxy that stands between us and one vendor. */
export interface HttpProxy {
  /** Without user name and password. */
  readonly url: URL;
  /** `host:port`, for messages. */
  readonly address: string;
  /** Value of `proxy-authorization`. */
  readonly authorization: string | undefined;
}

/** What the proxy variables of one environment say. */
export interface ProxySettings {
  /** The proxy for a request, or `undefined` to go directly. */
  proxyFor(url: URL): HttpProxy | undefined;
}

/**
 * Reads `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY`. The lower-case spelling of a name
 * wins over the upper-case one, also when it is empty, which means "no proxy". Loopback is never
 * proxied.
 *
 * @throws ModelFailure - `invalid_request` when a value is not a proxy URL; the value is not shown,
 *   because it may hold a password.
 */
export function proxySettings(environment: Environment, provider: string): ProxySettings {
  const https = proxyNamed(environment, ['HTTPS_PROXY', 'ALL_PROXY'], provider);
  const http = proxyNamed(environment, ['HTTP_PROXY', 'ALL_PROXY'], provider);
  const exceptions = parseExceptions(eitherCase(environment, 'NO_PROXY') ?? '');
  return {
    proxyFor(url) {
      const proxy = url.protocol === 'https:' ? https : http;
      if (proxy === undefined || isLoopback(url)) return undefined;
      return exceptions.some((isException) => isException(url)) ? undefined : proxy;
    },
  };
}

function eitherCase(environment: Environment, name: string): string | undefined {
  return environment[name.toLowerCase()] ?? environment[name];
}

function proxyNamed(
  environment: Environment,
  names: readonly string[],
  provider: string,
): HttpProxy | undefined {
  for (const name of names) {
    const value = eitherCase(environment, name);
    if (value === undefined) continue;
    return value.trim() === '' ? undefined : parseProxy(value.trim(), name, provider);
  }
  return undefined;
}

function parseProxy(value: string, name: string, provider: string): HttpProxy {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    const expected = 'expected http://host:port or https://host:port';
    throw badSetting(provider, `${name} is not the URL of an HTTP proxy; ${expected}`);
  }
  const authorization =
    url.username === '' && url.password === '' ? undefined : basicCredentials(url);
  url.username = '';
  url.password = '';
  return { url, address: addressOf(url), authorization };
}

function basicCredentials(url: URL): string {
  const pair = `${decoded(url.username)}:${decoded(url.password)}`;
  return `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray `%` is common in hand-written passwords: it means itself.
    return text;
  }
}

type Exception = (url: URL) => boolean;

function parseExceptions(list: string): readonly Exception[] {
  return list
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .map((entry) => parseException(entry.toLowerCase()));
}

function parseException(entry: string): Exception {
  if (entry === '*') return () => true;
  const { host, port } = splitPort(entry);
  const network = parseNetwork(host);
  const suffix = host.replace(/^\*?\./, '');
  return (url) => {
    if (port !== undefined && portOf(url) !== port) return false;
    const asked = hostOf(url);
    const family = isIP(asked);
    if (family === 0) return asked === suffix || asked.endsWith(`.${suffix}`);
    return asked === suffix || network?.check(asked, family === 4 ? 'ipv4' : 'ipv6') === true;
  };
}

/** `host`, `host:port`, `[v6]:port` or a bare IPv6 address. */
function splitPort(entry: string): { host: string; port: number | undefined } {
  const match = isIP(entry) === 6 ? null : /^\[?([^\]]*?)\]?(?::(\d+))?$/.exec(entry);
  const port = match?.[2];
  return { host: match?.[1] ?? entry, port: port === undefined ? undefined : Number(port) };
}

/** `address/prefix`; anything else is no network. */
function parseNetwork(host: string): BlockList | undefined {
  const match = /^(.+)\/(\d{1,3})$/.exec(host);
  const address = match?.[1] ?? '';
  const prefix = Number(match?.[2]);
  const family = isIP(address);
  if (family === 0 || prefix > (family === 4 ? 32 : 128)) return undefined;
  const network = new BlockList();
  network.addSubnet(address, prefix, family === 4 ? 'ipv4' : 'ipv6');
  return network;
}
