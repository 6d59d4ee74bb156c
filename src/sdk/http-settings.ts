import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { ConfigAttribute } from '../protocol/config-schema.ts';
import { type BaseUrl, parseBaseUrl } from './base-url.ts';
import { badSetting } from './http/failures.ts';
import { ModelFailure } from './model-failure.ts';
import type { ConfigView } from './options.ts';

/** The settings every HTTP provider has under the same names. */
export interface HttpSettings {
  readonly apiKey: string | undefined;
  readonly baseUrl: BaseUrl;
  /** Bound of one whole vendor request, milliseconds; give it to `http({ totalMs })`. */
  readonly timeoutMs: number | undefined;
  /** Names in lower case. */
  readonly extraHeaders: Readonly<Record<string, string>>;
  /** Model id to `"CONTEXT/OUTPUT"`; for `withExtraModels`. */
  readonly extraModels: Readonly<Record<string, string>>;
}

export interface HttpSettingsOptions {
  readonly provider: string;
  /** Absent: `base_url` must be set. */
  readonly defaultBaseUrl?: string | undefined;
  /** Version segment the vendor's paths begin with, such as `v1`. */
  readonly version?: string | undefined;
  /** Whether this endpoint refuses requests without a key. */
  readonly needsKey: (url: URL) => boolean;
  /** Where people keep the key, such as `ACME_API_KEY`; named when it is missing, never read. */
  readonly keyVariable?: string | undefined;
}

/** The attributes of `HttpSettings`, for a provider's `configSchema`; add your own after them. */
export function httpAttributes(options: {
  readonly vendor: string;
  readonly defaultBaseUrl?: string | undefined;
}): readonly ConfigAttribute[] {
  const { vendor, defaultBaseUrl } = options;
  const byDefault = defaultBaseUrl === undefined ? '' : ` Default: ${defaultBaseUrl}.`;
  return [
    {
      name: 'api_key',
      type: 'string',
      sensitive: true,
      description: `Key of the ${vendor} API.`,
    },
    {
      name: 'base_url',
      type: 'string',
      required: defaultBaseUrl === undefined,
      description: `Root of the API, with or without its version.${byDefault}`,
    },
    {
      name: 'timeout_ms',
      type: 'number',
      description: 'Bound of one whole request, milliseconds. Default: none.',
    },
    {
      name: 'extra_headers',
      type: 'map_string',
      description: 'Headers sent with every request; they never replace the credential.',
    },
    {
      name: 'extra_models',
      type: 'map_string',
      description: 'Models newer than this release: id to "CONTEXT/OUTPUT" in tokens.',
    },
  ];
}

/**
 * Reads the common settings of a configured block.
 *
 * @throws ModelFailure - `auth_error`: a key is needed and missing; `invalid_request`: a setting
 *   that can not work, by name.
 */
export function httpSettings(config: ConfigView, options: HttpSettingsOptions): HttpSettings {
  const { provider, version } = options;
  const apiKey = config.setString('api_key');
  const address = config.setString('base_url') ?? options.defaultBaseUrl;
  if (address === undefined) throw badSetting(provider, 'base_url is not set');
  const baseUrl = parseBaseUrl(address, { provider, version });
  if (apiKey === undefined && options.needsKey(baseUrl.url)) throw missingKey(options, baseUrl);
  return {
    apiKey,
    baseUrl,
    timeoutMs: timeoutOf(config, provider),
    extraHeaders: extraHeadersOf(config, provider),
    extraModels: config.stringMap('extra_models') ?? {},
  };
}

/**
 * The headers of a request: the adapter's own with the operator's over them, except the credential,
 * which nothing replaces.
 *
 * @param own - Names in lower case.
 * @param credential - Name of the header that carries the key, in lower case.
 */
export function requestHeaders(
  own: Readonly<Record<string, string>>,
  extra: Readonly<Record<string, string>>,
  credential: string,
): Readonly<Record<string, string>> {
  const kept = Object.entries(extra).filter(([name]) => name !== credential);
  return { ...own, ...Object.fromEntries(kept) };
}

/** Headers that frame the message: a wrong one would not only fail but corrupt the connection. */
const FRAMING = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
]);

function extraHeadersOf(config: ConfigView, provider: string): Readonly<Record<string, string>> {
  const entries = Object.entries(config.stringMap('extra_headers') ?? {});
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const lower = name.toLowerCase();
      if (!isHeader(lower, value)) {
        throw badSetting(provider, `extra_headers: "${name}" can not be sent as a header`);
      }
      return [lower, value];
    }),
  );
}

function isHeader(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  } catch {
    return false;
  }
  return !FRAMING.has(name);
}

function timeoutOf(config: ConfigView, provider: string): number | undefined {
  const timeoutMs = config.number('timeout_ms') ?? 0;
  // The kernel fills in zero where nothing is set.
  if (timeoutMs === 0) return undefined;
  // A longer delay than 2^31 - 1 ms would make a timer fire at once.
  if (timeoutMs > 0 && timeoutMs < 2 ** 31) return timeoutMs;
  throw badSetting(provider, 'timeout_ms must be a number of milliseconds above zero');
}

function missingKey(options: HttpSettingsOptions, baseUrl: BaseUrl): ModelFailure {
  const { provider, keyVariable = 'NAME_OF_A_VARIABLE' } = options;
  const need = `api_key is not set, and ${baseUrl.url.host} needs one`;
  const text = `${need}; write api_key = env("${keyVariable}") in the provider block`;
  return new ModelFailure({
    category: 'auth_error',
    message: `${provider}: ${text}`,
    retryable: false,
    rawDetail: `\n${text}`,
  });
}
