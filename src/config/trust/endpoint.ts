/** Where requests go, as parsed by the very URL object that makes them. */

export interface Endpoint {
  /** Scheme, ASCII host and port; the text itself when it is no URL. */
  readonly origin: string;
  readonly isLoopback: boolean;
  readonly isEncrypted: boolean;
}

/** Reads a URL's origin. */
export function parseEndpoint(text: string): Endpoint {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url?.host) return { origin: text, isLoopback: false, isEncrypted: false };
  return {
    origin: `${url.protocol}//${url.host}`,
    isLoopback: isLoopbackHost(url.hostname),
    isEncrypted: url.protocol === 'https:',
  };
}

/** 127.0.0.0/8, `::1` and `localhost`; never a look-up. */
export function isLoopbackHost(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  return name === 'localhost' || name === '::1' || /^127(?:\.\d{1,3}){3}$/.test(name);
}
