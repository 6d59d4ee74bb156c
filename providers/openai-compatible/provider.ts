// The definition: what the provider says of itself, and how a configured block becomes calls.
import { defineProvider } from 'agent-hcl/sdk';
import { CompatibleClient } from './client.ts';
import { canCount } from './count.ts';
import { PROVIDER_NAME } from './errors.ts';
import { SHIPPED_MODELS } from './models.ts';
import { configSchema, readSettings } from './options.ts';
import { resolveRoster } from './roster.ts';

// Put in by the bundler.
declare const AGENT_VERSION: string | undefined;

/** How long one question about the models may take, milliseconds. */
const ROSTER_MS = 10_000;

/** Ollama, llama.cpp, vLLM, LM Studio, DeepSeek, Mistral, Groq and other servers of the dialect. */
export const provider = defineProvider({
  name: PROVIDER_NAME,
  version: typeof AGENT_VERSION === 'undefined' ? '0.0.0' : AGENT_VERSION,
  configSchema,
  models: SHIPPED_MODELS,
  shipped: { roster: 'dynamic', origins: [] },
  auth: { method: 'api_key', metering: 'metered_api', labels: {} },
  async configure(config, { http, log, signal }) {
    const settings = readSettings(config);
    const roster = await resolveRoster(settings, {
      http: http({ totalMs: ROSTER_MS, connectMs: ROSTER_MS }),
      log,
      signal,
    });
    const client = new CompatibleClient(settings, roster, http({ totalMs: settings.timeoutMs }));
    return {
      models: () => roster.models,
      stream: (request, call) => client.stream(request, call),
      ...(canCount(roster.dialect, settings.api)
        ? { countTokens: (request, call) => client.countTokens(request, call) }
        : {}),
    };
  },
});
