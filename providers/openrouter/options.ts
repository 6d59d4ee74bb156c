// The block in agent.hcl: its attributes and what they come to.
import {
  type ConfigSchema,
  type ConfigView,
  httpAttributes,
  httpSettings,
  isLoopback,
  requestHeaders,
} from 'agent-hcl/sdk';
import { invalidRequest, PROVIDER_NAME } from './errors.ts';

/** Where the gateway is unless `base_url` says otherwise. */
export const BASE_URL = 'https://openrouter.ai/api/v1';

export const configSchema: ConfigSchema = {
  attributes: [
    ...httpAttributes({ vendor: 'OpenRouter', defaultBaseUrl: BASE_URL }),
    {
      name: 'api',
      type: 'string',
      description: 'Interface to speak: "chat" (Chat Completions, default) or "responses".',
      default_json: '"chat"',
    },
  ],
};

export type Api = 'responses' | 'chat';

/** One configuration, ready for use. */
export interface Settings {
  readonly api: Api;
  readonly url: string;
  readonly rosterUrl: string;
  readonly accountUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Bound of one whole request, milliseconds. */
  readonly timeoutMs: number | undefined;
  readonly extraModels: Readonly<Record<string, string>>;
}

/**
 * Reads a configured block.
 *
 * @throws ModelFailure - `auth_error` without a key for a remote service; `invalid_request` for a
 *   setting that can not work.
 */
export function readSettings(config: ConfigView): Settings {
  const { apiKey, baseUrl, timeoutMs, extraHeaders, extraModels } = httpSettings(config, {
    provider: PROVIDER_NAME,
    defaultBaseUrl: BASE_URL,
    version: 'v1',
    needsKey: (url) => !isLoopback(url),
    keyVariable: 'OPENROUTER_API_KEY',
  });
  const api = config.setString('api') ?? 'chat';
  if (api !== 'chat' && api !== 'responses') {
    throw invalidRequest(`api is "${api}", but must be "chat" or "responses"`);
  }
  const own = {
    'content-type': 'application/json',
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  };
  return {
    api,
    url: baseUrl.endpoint(api === 'chat' ? 'chat/completions' : 'responses'),
    rosterUrl: baseUrl.endpoint('models?supported_parameters=tools'),
    accountUrl: baseUrl.endpoint('key'),
    headers: requestHeaders(own, extraHeaders, 'authorization'),
    timeoutMs,
    extraModels,
  };
}
