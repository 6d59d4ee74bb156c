import { isLoopback } from './http/addresses.ts';
import { badSetting } from './http/failures.ts';

/** A last path segment that already is a version, such as `v1`, `v1beta` or `v4`. */
const VERSION = /^v\d+(?:(?:alpha|beta|p)\d*)*$/;

/** The root of a vendor's API. */
export interface BaseUrl {
  /** Parsed; without a trailing slash, query kept. */
  readonly url: URL;
  /** `127.0.0.0/8`, `::1` or `localhost`. */
  readonly isLoopback: boolean;
  /** The URL of a path below the root, such as `messages`. */
  endpoint(path: string): string;
}

export interface BaseUrlOptions {
  readonly provider: string;
  /** Added unless the path already ends in a version; absent: nothing is added. */
  readonly version?: string | undefined;
}

/**
 * Reads a `base_url`: the vendor's root with or without its version segment. Trailing slashes and
 * a doubled version are normalised; only what is missing is added.
 *
 * Plain http to another machine is accepted: the person who runs the program was asked about it.
 *
 * @throws ModelFailure - `invalid_request`: not an http or https URL, or a user name or password in
 *   it.
 */
export function parseBaseUrl(text: string, options: BaseUrlOptions): BaseUrl {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw badSetting(options.provider, 'base_url is not an http or https URL');
  }
  if (url.username !== '' || url.password !== '') {
    throw badSetting(
      options.provider,
      'base_url holds a user name or password; use api_key instead',
    );
  }
  url.hash = '';
  url.pathname = normalPath(url.pathname, options.version);
  return { url, isLoopback: isLoopback(url), endpoint: (path) => below(url, path) };
}

function normalPath(path: string, version: string | undefined): string {
  const segments = path.split('/').filter((segment) => segment !== '');
  while (isVersion(segments.at(-1)) && segments.at(-1) === segments.at(-2)) segments.pop();
  if (version !== undefined && !isVersion(segments.at(-1))) segments.push(version);
  return `/${segments.join('/')}`;
}

function isVersion(segment: string | undefined): boolean {
  return segment !== undefined && VERSION.test(segment);
}

function below(root: URL, path: string): string {
  const url = new URL(root);
  const [name = '', query] = path.split('?', 2);
  url.pathname = `${root.pathname.replace(/\/$/, '')}/${name.replace(/^\//, '')}`;
  if (query !== undefined) url.search = root.search === '' ? query : `${root.search}&${query}`;
  return url.href;
}
