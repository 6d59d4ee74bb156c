// The block in agent.hcl: its attributes and what they come to.
import {
  type ConfigSchema,
  type ConfigView,
  httpAttributes,
  httpSettings,
  isLoopback,
  type ModelSpec,
  requestHeaders,
  withExtraModels,
} from 'agent-hcl/sdk';
import { PROVIDER_NAME } from './errors.ts';
import { MODELS } from './models.ts';

/** Where the service is unless `base_url` says otherwise. */
export const BASE_URL = 'https://generativelanguage.googleapis.com';

export const configSchema: ConfigSchema = {
  attributes: [
    ...httpAttributes({ vendor: 'Gemini', defaultBaseUrl: BASE_URL }),
    {
      name: 'project',
      type: 'string',
      description: 'Project that is billed when api_key is an OAuth token (x-goog-user-project).',
    },
  ],
};

/** One configuration, ready for use. */
export interface Settings {
  readonly models: readonly ModelSpec[];
  /** Bound of one whole request, milliseconds. */
  readonly timeoutMs: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly rootUrl: string;
  /** The URL of one of a model's methods, such as `countTokens`. */
  methodUrl(modelId: string, method: string): string;
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
    version: 'v1beta',
    needsKey: (url) => !isLoopback(url),
    keyVariable: 'GEMINI_API_KEY',
  });
  const own = { 'content-type': 'application/json', ...billedProject(config) };
  const withoutKey = requestHeaders(own, extraHeaders, 'x-goog-api-key');
  return {
    models: withExtraModels(MODELS, extraModels, PROVIDER_NAME),
    timeoutMs,
    headers: { ...requestHeaders({}, withoutKey, 'authorization'), ...credentialOf(apiKey) },
    rootUrl: baseUrl.url.href,
    methodUrl: (modelId, method) =>
      baseUrl.endpoint(`models/${encodeURIComponent(modelId)}:${method}`),
  };
}

function billedProject(config: ConfigView): Readonly<Record<string, string>> {
  const project = config.setString('project');
  return project === undefined ? {} : { 'x-goog-user-project': project };
}

/** The key travels in a header: in the URL it would reach logs and error texts. */
function credentialOf(key: string | undefined): Readonly<Record<string, string>> {
  if (key === undefined) return {};
  // OAuth access tokens of the vendor begin like this and are refused as a key.
  return key.startsWith('ya29.') ? { authorization: `Bearer ${key}` } : { 'x-goog-api-key': key };
}
