import type { ConfigAttribute } from '../protocol/config-schema.ts';
import { isLoopback } from './http/loopback.ts';
import { ModelFailure } from './model-failure.ts';
import type { ConfigView } from './options.ts';

/** Limits of a model that an operator added, tokens. */
export interface ModelLimits {
  readonly contextWindow: number;
  readonly maxOutputTokens: number;
}

/** What every provider of an HTTP service reads from its block. */
export interface HttpSettings {
  readonly apiKey: string | undefined;
  /** Whether the service is on this machine, where a key is never needed. */
  readonly isLoopback: boolean;
  /** Whole request, milliseconds. */
  readonly timeoutMs: number | undefined;
  /** Names in lower case; none that the provider sets itself. */
  readonly extraHeaders: Readonly<Record<string, string>>;
  /** Names of `extra_headers` that were left out, because the provider sets them. */
  readonly ignoredHeaders: readonly string[];
  readonly extraModels: Readonly<Record<string, ModelLimits>>;
  /** The URL of a path of the service, such as `/v1/messages`; a query of `base_url` is kept. */
  endpoint(path: string): string;
}

export interface HttpSettingsOptions {
  /** Begins every message. */
  readonly provider: string;
  /** Where the service is unless `base_url` says otherwise. */
  readonly baseUrl: string;
  /** Version segment that may end a base URL and that paths bring along; default `v1`. */
  readonly version?: string | undefined;
  /** Headers of the provider's own, credential included; lower case. */
  readonly ownHeaders: readonly string[];
}

/** The attributes every provider of an HTTP service declares. */
export function httpAttributes(baseUrl: string): readonly ConfigAttribute[] {
  return [
    { name: 'api_key', type: 'string', sensitive: true, description: 'Key of the service' },
    {
      name: 'base_url',
      type: 'string',
      description: `Another endpoint, with or without its version segment; default ${baseUrl}`,
    },
    {
      name: 'timeout_ms',
      type: 'number',
      description: 'Most milliseconds one whole request may take; default: no limit',
    },
    {
      name: 'extra_headers',
      type: 'map_string',
      description: 'Headers sent with every request; the key is never replaced',
    },
    {
      name: 'extra_models',
      type: 'map_string',
      description: 'Further models: id to "CONTEXT/OUTPUT" in tokens, such as "200000/64000"',
    },
  ];
}

/**
 * Reads the common attributes.
 *
 * @throws ModelFailure - `invalid_request`: a value that can not work, or a key that would travel
 *   unencrypted. The message names the attribute, never its value.
 */
export function readHttpSettings(config: ConfigView, options: HttpSettingsOptions): HttpSettings {
  const fail = (text: string) => badSetting(options.provider, text);
  const url = readUrl(config.setString('base_url') ?? options.baseUrl, fail);
  const apiKey = config.setString('api_key');
  if (apiKey !== undefined && url.protocol === 'http:' && !isLoopback(url)) {
    throw fail(
      'base_url must be https: over http the key would be readable by everyone on the way',
    );
  }
  const root = `${url.origin}${withoutVersion(url.pathname, options.version ?? 'v1')}`;
  return {
    apiKey,
    isLoopback: isLoopback(url),
    timeoutMs: readTimeout(config, fail),
    ...readHeaders(config, options.ownHeaders, fail),
    extraModels: readModels(config, fail),
    endpoint: (path) => `${root}${path}${url.search}`,
  };
}

type Fail = (text: string) => ModelFailure;

function badSetting(provider: string, text: string): ModelFailure {
  const message = `${provider}: ${text}`;
  return new ModelFailure({ category: 'invalid_request', message, retryable: false });
}

function readUrl(text: string, fail: Fail): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw fail('base_url must be a URL that starts with https:// or http://');
  }
  if (url.username !== '' || url.password !== '') {
    throw fail('base_url must not hold a user name or password; use api_key');
  }
  return url;
}

/** People paste endpoints with a trailing slash, and with the version once or twice. */
function withoutVersion(pathname: string, version: string): string {
  const segments = pathname.split('/').filter((segment) => segment !== '');
  while (segments.at(-1) === version) segments.pop();
  return segments.map((segment) => `/${segment}`).join('');
}

function readTimeout(config: ConfigView, fail: Fail): number | undefined {
  // An omitted number arrives as zero.
  const value = config.number('timeout_ms') ?? 0;
  if (value === 0) return undefined;
  if (!Number.isSafeInteger(value) || value < 0) {
    throw fail('timeout_ms must be a whole number of milliseconds above 0');
  }
  return value;
}

/** Of the connection, not of the request: they would break it. */
const TRANSPORT_HEADERS = [
  'connection',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

const HEADER_NAME = /^[a-z0-9!#$%&'*+.^_`|~-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

function readHeaders(
  config: ConfigView,
  ownHeaders: readonly string[],
  fail: Fail,
): Pick<HttpSettings, 'extraHeaders' | 'ignoredHeaders'> {
  const headers = Object.entries(config.stringMap('extra_headers') ?? {}).map(
    ([name, value]) => [name.trim().toLowerCase(), value] as const,
  );
  for (const [name, value] of headers) {
    if (!HEADER_NAME.test(name) || !HEADER_VALUE.test(value)) {
      throw fail(`extra_headers: "${name}" is not a header that can be sent`);
    }
  }
  const isReserved = (name: string) =>
    ownHeaders.includes(name) || TRANSPORT_HEADERS.includes(name);
  return {
    extraHeaders: Object.fromEntries(headers.filter(([name]) => !isReserved(name))),
    ignoredHeaders: headers.map(([name]) => name).filter(isReserved),
  };
}

function readModels(config: ConfigView, fail: Fail): HttpSettings['extraModels'] {
  const entries = Object.entries(config.stringMap('extra_models') ?? {});
  return Object.fromEntries(
    entries.map(([id, text]) => {
      const [, context, output] = /^\s*(\d{1,12})\s*\/\s*(\d{1,12})\s*$/.exec(text) ?? [];
      const limits = { contextWindow: Number(context), maxOutputTokens: Number(output) };
      if (id === '' || !(limits.contextWindow > 0) || !(limits.maxOutputTokens > 0)) {
        throw fail(`extra_models: "${id}" must be "CONTEXT/OUTPUT" in tokens, as "200000/64000"`);
      }
      return [id, limits];
    }),
  );
}
