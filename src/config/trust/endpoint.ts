/** Where requests go, as parsed by the very URL object that makes them. */

export interface Endpoint {
  /** Scheme, ASCII host and port; the text itself when it is no URL. */
  readonly origin: string;
  readonly isLoopback: boolean;
  readonly isEncrypted: boolean;
}

/** Reads a URL's origin; a text without a scheme is read as `HOST[:PORT]`. */
export function parseEndpoint(text: string): Endpoint {
  const hasScheme = text.includes('://');
  const url = hasScheme || URL.canParse(`none://${text}`) ? parse(text, hasScheme) : undefined;
  if (!url?.host) return { origin: text, isLoopback: false, isEncrypted: false };
  return {
    origin: hasScheme ? `${url.protocol}//${url.host}` : url.host,
    isLoopback: isLoopbackHost(url.hostname),
    isEncrypted: url.protocol === 'https:',
  };
}

function parse(text: string, hasScheme: boolean): URL | undefined {
  const full = hasScheme ? text : `none://${text}`;
  return URL.canParse(full) ? new URL(full) : undefined;
}

/** 127.0.0.0/8, `::1` and `localhost`; never a look-up. */
function isLoopbackHost(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (name === 'localhost' || name === '::1') return true;
  const parts = name.split('.');
  return (
    parts.length === 4 &&
    parts[0] === '127' &&
    parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255)
  );
}
