// The definition: what the provider says of itself, and how a configured block becomes calls.
import { defineProvider, withExtraModels } from 'agent-hcl/sdk';
import { AccountCache } from './account-cache.ts';
import { OpenRouterClient } from './client.ts';
import { PROVIDER_NAME } from './errors.ts';
import { FALLBACK_MODELS } from './models.ts';
import { BASE_URL, configSchema, readSettings } from './options.ts';
import { Roster, type Schedule } from './roster.ts';

// Put in by the bundler.
declare const AGENT_VERSION: string | undefined;

/** Bound of fetching the list of models, milliseconds: without it a few are known. */
const ROSTER_TIMEOUT_MS = 15_000;

/** The OpenRouter gateway. It counts tokens only after the fact, so counting is not offered. */
export const provider = defineProvider({
  name: PROVIDER_NAME,
  version: typeof AGENT_VERSION === 'undefined' ? '0.0.0' : AGENT_VERSION,
  configSchema,
  models: FALLBACK_MODELS,
  shipped: { roster: 'dynamic', origins: [new URL(BASE_URL).origin] },
  auth: { method: 'api_key', metering: 'metered_api', labels: {} },
  imageTypes: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'],
  async configure(config, { http, log, signal }) {
    const settings = readSettings(config);
    // Read once before anything is fetched: a bad entry is told at once.
    withExtraModels(FALLBACK_MODELS, settings.extraModels, PROVIDER_NAME);
    const roster = new Roster({
      http: http({ totalMs: ROSTER_TIMEOUT_MS }),
      url: settings.rosterUrl,
      headers: settings.headers,
      log,
      schedule,
    });
    const client = new OpenRouterClient(settings, http({ totalMs: settings.timeoutMs }));
    const account = new AccountCache({
      fetch: (closed) => client.account(closed),
      now: Date.now,
      log,
    });
    await roster.load(signal);
    const models = () => withExtraModels(roster.models, settings.extraModels, PROVIDER_NAME);
    return {
      models,
      stream: (request, call) => client.stream(request, call, models()),
      account: () => account.get(),
      close() {
        account.close();
        roster.close();
      },
    };
  },
});

/** A timer that keeps no process alive. */
const schedule: Schedule = (run, delayMs) => {
  const timer = setTimeout(run, delayMs);
  timer.unref();
  return () => clearTimeout(timer);
};
