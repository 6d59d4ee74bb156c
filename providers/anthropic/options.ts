// The block in agent.hcl: its attributes and what they come to.
import {
  type ConfigSchema,
  type ConfigView,
  httpAttributes,
  httpSettings,
  isLoopback,
  type Log,
  type ModelSpec,
  withExtraModels,
} from 'agent-hcl/sdk';
import { PROVIDER_NAME } from './errors.ts';
import { MODELS } from './models.ts';

/** Where the service is unless `base_url` says otherwise. */
export const BASE_URL = 'https://api.anthropic.com';

export const configSchema: ConfigSchema = {
  attributes: [
    ...httpAttributes({ vendor: 'Anthropic', defaultBaseUrl: BASE_URL }),
    {
      name: 'beta_headers',
      type: 'list_string',
      description: 'Beta features to ask for with every request (header anthropic-beta).',
    },
    {
      name: 'bearer',
      type: 'bool',
      description:
        'Send api_key as "authorization: Bearer", as OAuth, workload identity and some gateways ' +
        'want it. A token that starts with sk-ant-oat always is.',
    },
  ],
};

/** One configuration, ready for use. */
export interface Settings {
  readonly models: readonly ModelSpec[];
  readonly messagesUrl: string;
  readonly countUrl: string;
  /** Bound of one whole request, milliseconds. */
  readonly timeoutMs: number | undefined;
  /** Headers of a request that needs these beta features besides the configured ones. */
  headers(betas: readonly string[]): Readonly<Record<string, string>>;
}

/**
 * Reads a configured block.
 *
 * @throws ModelFailure - `auth_error` without a key for a remote service; `invalid_request` for a
 *   setting that can not work.
 */
export function readSettings(config: ConfigView, log: Log): Settings {
  const { apiKey, baseUrl, timeoutMs, extraHeaders, extraModels } = httpSettings(config, {
    provider: PROVIDER_NAME,
    defaultBaseUrl: BASE_URL,
    version: 'v1',
    needsKey: (url) => !isLoopback(url),
  });
  const credential = credentialOf(apiKey, config.boolean('bearer') === true);
  const extra = withoutCredentials(extraHeaders, log);
  const always = [
    ...(config.stringList('beta_headers') ?? []),
    ...(extra['anthropic-beta']?.split(',') ?? []),
    ...credential.betas,
  ];
  return {
    models: withExtraModels(MODELS, extraModels, PROVIDER_NAME),
    messagesUrl: baseUrl.endpoint('messages'),
    countUrl: baseUrl.endpoint('messages/count_tokens'),
    timeoutMs,
    headers: (betas) => ({
      'anthropic-version': '2023-06-01',
      ...extra,
      'content-type': 'application/json',
      ...betaHeader([...always, ...betas]),
      ...credential.headers,
    }),
  };
}

interface Credential {
  readonly headers: Readonly<Record<string, string>>;
  readonly betas: readonly string[];
}

/** Exactly one header, chosen on purpose: it decides who is billed. */
function credentialOf(key: string | undefined, isBearer: boolean): Credential {
  if (key === undefined) return { headers: {}, betas: [] };
  return isBearer || key.startsWith('sk-ant-oat')
    ? { headers: { authorization: `Bearer ${key}` }, betas: ['oauth-2025-04-20'] }
    : { headers: { 'x-api-key': key }, betas: [] };
}

const CREDENTIAL_HEADERS = ['authorization', 'x-api-key'];

function withoutCredentials(
  headers: Readonly<Record<string, string>>,
  log: Log,
): Readonly<Record<string, string>> {
  const isCredential = (name: string) => CREDENTIAL_HEADERS.includes(name);
  for (const name of Object.keys(headers).filter(isCredential)) {
    log('warn', `extra_headers: "${name}" is left out; the key comes from api_key alone`);
  }
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !isCredential(name)));
}

/** One header for all features: a second one would be joined by some servers, dropped by others. */
function betaHeader(betas: readonly string[]): Readonly<Record<string, string>> {
  const unique = new Set(betas.map((beta) => beta.trim()).filter((beta) => beta !== ''));
  return unique.size === 0 ? {} : { 'anthropic-beta': [...unique].join(',') };
}
