// The definition: what the provider says of itself, and how a configured block becomes calls.
import { defineProvider } from 'agent-hcl/sdk';
import { OpenAiClient } from './client.ts';
import { PROVIDER_NAME } from './errors.ts';
import { MODELS } from './models.ts';
import { BASE_URL, configSchema, readSettings } from './options.ts';

// Put in by the bundler.
declare const AGENT_VERSION: string | undefined;

/** The OpenAI Responses API, or Chat Completions. */
export const provider = defineProvider({
  name: PROVIDER_NAME,
  version: typeof AGENT_VERSION === 'undefined' ? '0.0.0' : AGENT_VERSION,
  configSchema,
  models: MODELS,
  shipped: { roster: 'static', origins: [BASE_URL] },
  auth: { method: 'api_key', metering: 'metered_api', labels: {} },
  imageTypes: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'],
  configure(config, { http }) {
    const settings = readSettings(config);
    const client = new OpenAiClient(settings, http({ totalMs: settings.timeoutMs }));
    return {
      models: () => settings.models,
      stream: (request, call) => client.stream(request, call),
      account: ({ signal }) => client.account(signal),
      // The vendor counts what its Responses API would be sent, and nothing else.
      ...(settings.api === 'responses'
        ? { countTokens: (request, call) => client.countTokens(request, call) }
        : {}),
    };
  },
});
