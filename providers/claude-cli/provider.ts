// The definition: what the provider says of itself, and how a configured block becomes calls.
import { defineProvider } from 'agent-hcl/sdk';
import { ClaudeClient } from './client.ts';
import { PROVIDER_NAME } from './errors.ts';
import { MODELS } from './models.ts';
import { configSchema, readSettings } from './options.ts';

// Put in by the bundler.
declare const AGENT_VERSION: string | undefined;

const IDLE_MS = 600_000;
const LINGER_MS = 3000;

/** The vendor's own program, with the subscription its user is logged in to. */
export const provider = defineProvider({
  name: PROVIDER_NAME,
  version: typeof AGENT_VERSION === 'undefined' ? '0.0.0' : AGENT_VERSION,
  configSchema,
  models: MODELS,
  shipped: { roster: 'static', origins: [] },
  auth: { method: 'product_session', metering: 'subscription_pool', labels: {} },
  configure(config, { environment }) {
    const settings = readSettings(config, environment);
    const client = new ClaudeClient(settings, {
      now: Date.now,
      idleMs: IDLE_MS,
      lingerMs: LINGER_MS,
    });
    return {
      models: () => settings.models,
      stream: (request, call) => client.stream(request, call),
      close: () => client.close(),
    };
  },
});
