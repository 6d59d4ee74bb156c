// The block in agent.hcl: its attributes and what they come to.
import {
  type ConfigSchema,
  type ConfigView,
  httpAttributes,
  httpSettings,
  isPrivateHost,
  type ModelSpec,
  requestHeaders,
  withExtraModels,
} from 'agent-hcl/sdk';
import { invalidRequest, PROVIDER_NAME } from './errors.ts';
import { MODELS } from './models.ts';

/** Where the service is unless `base_url` says otherwise. */
export const BASE_URL = 'https://api.openai.com';

export const configSchema: ConfigSchema = {
  attributes: [
    ...httpAttributes({ vendor: 'OpenAI', defaultBaseUrl: BASE_URL }),
    {
      name: 'organization',
      type: 'string',
      description: 'Organization that is billed, for keys that belong to several.',
    },
    { name: 'project', type: 'string', description: 'Project that is billed.' },
    {
      name: 'api',
      type: 'string',
      description:
        'Interface to speak: "responses" (default) or "chat" (Chat Completions, which keeps no ' +
        'reasoning between turns).',
      default_json: '"responses"',
    },
  ],
};

export type Api = 'responses' | 'chat';

/** One configuration, ready for use. */
export interface Settings {
  readonly api: Api;
  readonly models: readonly ModelSpec[];
  readonly url: string;
  readonly countUrl: string;
  /** Of the list of models. */
  readonly modelsUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Bound of one whole request, milliseconds. */
  readonly timeoutMs: number | undefined;
  /** The vendor itself, and not something that speaks like it. */
  readonly isVendor: boolean;
}

/**
 * Reads a configured block.
 *
 * @throws ModelFailure - `auth_error` without a key for a public service; `invalid_request` for a
 *   setting that can not work.
 */
export function readSettings(config: ConfigView): Settings {
  const { apiKey, baseUrl, timeoutMs, extraHeaders, extraModels } = httpSettings(config, {
    provider: PROVIDER_NAME,
    defaultBaseUrl: BASE_URL,
    version: 'v1',
    needsKey: (url) => !isPrivateHost(url),
    keyVariable: 'OPENAI_API_KEY',
  });
  const api = apiOf(config);
  const own = {
    'content-type': 'application/json',
    accept: 'text/event-stream',
    ...header('openai-organization', config.setString('organization')),
    ...header('openai-project', config.setString('project')),
    ...header('authorization', apiKey === undefined ? undefined : `Bearer ${apiKey}`),
  };
  return {
    api,
    models: withExtraModels(MODELS, extraModels, PROVIDER_NAME),
    url: baseUrl.endpoint(api === 'chat' ? 'chat/completions' : 'responses'),
    countUrl: baseUrl.endpoint('responses/input_tokens'),
    modelsUrl: baseUrl.endpoint('models'),
    headers: requestHeaders(own, extraHeaders, 'authorization'),
    timeoutMs,
    isVendor: baseUrl.url.origin === BASE_URL,
  };
}

function apiOf(config: ConfigView): Api {
  const api = config.setString('api') ?? 'responses';
  if (api === 'responses' || api === 'chat') return api;
  throw invalidRequest(`api is "${api}", but must be "responses" or "chat"`);
}

function header(name: string, value: string | undefined): Readonly<Record<string, string>> {
  return value === undefined ? {} : { [name]: value };
}
