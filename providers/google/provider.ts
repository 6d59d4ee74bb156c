// The definition: what the provider says of itself, and how a configured block becomes calls.
import { defineProvider } from 'agent-hcl/sdk';
import { GoogleClient } from './client.ts';
import { PROVIDER_NAME } from './errors.ts';
import { MODELS } from './models.ts';
import { BASE_URL, configSchema, readSettings } from './options.ts';

// Put in by the bundler.
declare const AGENT_VERSION: string | undefined;

/**
 * The Gemini API.
 *
 * The roster is built in although the vendor lists its models with their limits: that list names
 * neither levels of thinking nor prices, and asking for it would put a second request, and a wait,
 * before the first answer of every process. `extra_models` tells limits that are not yet known here.
 */
export const provider = defineProvider({
  name: PROVIDER_NAME,
  version: typeof AGENT_VERSION === 'undefined' ? '0.0.0' : AGENT_VERSION,
  configSchema,
  models: MODELS,
  shipped: { roster: 'static', origins: [BASE_URL] },
  auth: { method: 'api_key', metering: 'metered_api', labels: {} },
  imageTypes: ['image/png', 'image/jpeg', 'image/webp', 'image/heic', 'image/heif'],
  configure(config, { http }) {
    const settings = readSettings(config);
    const client = new GoogleClient(settings, http({ totalMs: settings.timeoutMs }));
    return {
      models: () => settings.models,
      stream: (request, call) => client.stream(request, call),
      countTokens: (request, call) => client.countTokens(request, call),
    };
  },
});
