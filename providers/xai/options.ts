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
export const BASE_URL = 'https://api.x.ai';

export const configSchema: ConfigSchema = {
  attributes: [
    ...httpAttributes({ vendor: 'xAI', defaultBaseUrl: BASE_URL }),
    {
      name: 'api',
      type: 'string',
      description:
        'Interface to speak: "responses" (default) or "chat" (Chat Completions, which the vendor ' +
        'calls deprecated: it forgets all reasoning between turns).',
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
  /** Of the list of models. */
  readonly modelsUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Bound of one whole request, milliseconds. */
  readonly timeoutMs: number | undefined;
}

/**
 * Reads a configured block.
 *
 * @throws ModelFailure - `auth_error` without a key for the service; `invalid_request` for a setting
 *   that can not work.
 */
export function readSettings(config: ConfigView): Settings {
  const { apiKey, baseUrl, timeoutMs, extraHeaders, extraModels } = httpSettings(config, {
    provider: PROVIDER_NAME,
    defaultBaseUrl: BASE_URL,
    version: 'v1',
    needsKey: (url) => !isPrivateHost(url),
    keyVariable: 'XAI_API_KEY',
  });
  const api = apiOf(config);
  const own = {
    'content-type': 'application/json',
    accept: 'text/event-stream',
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  };
  const models = withExtraModels(MODELS, extraModels, PROVIDER_NAME).map(withoutGuessedEffort);
  return {
    api,
    models: api === 'chat' ? models.map(withoutDocuments) : models,
    url: baseUrl.endpoint(api === 'chat' ? 'chat/completions' : 'responses'),
    modelsUrl: baseUrl.endpoint('models'),
    headers: requestHeaders(own, extraHeaders, 'authorization'),
    timeoutMs,
  };
}

/** Many models refuse a request that names an effort, so it is offered only where it is known. */
function withoutGuessedEffort(model: ModelSpec): ModelSpec {
  const isKnown = MODELS.some(({ id }) => id === model.id);
  if (isKnown || model.thinking?.effort === undefined) return model;
  const { effort: _guessed, ...thinking } = model.thinking;
  return { ...model, thinking: { ...thinking, adaptiveByDefault: true, disable: 'never' } };
}

/** The older interface has no form for a document, which must be refused then and not left out. */
function withoutDocuments(model: ModelSpec): ModelSpec {
  return { ...model, supportsDocuments: false };
}

function apiOf(config: ConfigView): Api {
  const api = config.setString('api') ?? 'responses';
  if (api === 'responses' || api === 'chat') return api;
  throw invalidRequest(`api is "${api}", but must be "responses" or "chat"`);
}
