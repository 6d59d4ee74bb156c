// Which models a server has, asked once when it is configured and then kept.
import {
  type Http,
  type JsonObject,
  type JsonValue,
  type Log,
  ModelFailure,
  type ModelSpec,
  parseJson,
  stringAt,
  withExtraModels,
} from 'agent-hcl/sdk';
import { FREE } from './abilities.ts';
import { DIALECTS, type Dialect, dialectByOwner } from './dialects.ts';
import { PROVIDER_NAME } from './errors.ts';
import {
  describeModel,
  fallbackModels,
  type ModelFacts,
  PLACEHOLDER,
  toolAbilities,
} from './models.ts';
import { rootUrl, type Settings } from './options.ts';
import {
  listOf,
  llamacppFacts,
  lmstudioFacts,
  modelFacts,
  ollamaFacts,
  ollamaNames,
  runningWindows,
} from './server-facts.ts';

export interface Roster {
  readonly dialect: Dialect;
  readonly models: readonly ModelSpec[];
}

export interface RosterContext {
  readonly http: Http;
  readonly log: Log;
  /** Aborts when the kernel gives up on `Configure`. */
  readonly signal: AbortSignal;
}

/**
 * Finds out the dialect, where nobody said it, and the models. A server that does not answer is no
 * failure: it may be started later, and until then the published or configured models are offered.
 *
 * @throws ModelFailure - `invalid_request`: `extra_models` can not be read.
 */
export async function resolveRoster(settings: Settings, context: RosterContext): Promise<Roster> {
  const server = new Server(settings, context);
  const dialect = settings.dialect ?? (await dialectOf(server));
  const facts = await factsOf(dialect, server);
  if (facts.length === 0) {
    context.log('warn', 'the server did not say which models it has', {
      dialect: dialect.name,
      server: settings.baseUrl.url.host,
    });
  }
  const { isPrivate, extraModels } = settings;
  const [first, ...others] = facts.map((model) => describeModel(model, { dialect, isPrivate }));
  const asked = first === undefined ? fallbackModels(dialect) : ([first, ...others] as const);
  const all = withExtraModels(asked, extraModels, PROVIDER_NAME);
  const configured = Object.keys(extraModels);
  // Once models are configured the placeholder was only their pattern.
  const named = all.filter(({ id }) => id !== PLACEHOLDER.id || configured.includes(id));
  const models = named.length === 0 ? all : named;
  return { dialect, models: models.map((model) => withSettings(model, settings, dialect)) };
}

async function dialectOf(server: Server): Promise<Dialect> {
  const [owner] = listOf(await server.models()).map((model) => stringAt(model, 'owned_by'));
  return dialectByOwner(owner) ?? DIALECTS.generic;
}

async function factsOf(dialect: Dialect, server: Server): Promise<readonly ModelFacts[]> {
  switch (dialect.roster) {
    case 'models':
      return modelFacts(await server.models());
    case 'ollama':
      return askOllama(server);
    case 'llamacpp':
      return llamacppFacts(
        modelFacts(await server.models()),
        await server.get(server.atRoot('props')),
      );
    case 'lmstudio': {
      const newest = lmstudioFacts(await server.get(server.atRoot('api/v1/models')));
      if (newest.length > 0) return newest;
      const older = lmstudioFacts(await server.get(server.atRoot('api/v0/models')));
      return older.length > 0 ? older : modelFacts(await server.models());
    }
  }
}

/** How many models are asked about at once: a local server has one disk. */
const TOGETHER = 8;

async function askOllama(server: Server): Promise<readonly ModelFacts[]> {
  const names = ollamaNames(await server.get(server.atRoot('api/tags')));
  if (names.length === 0) return [];
  const windows = runningWindows(await server.get(server.atRoot('api/ps')));
  const facts: ModelFacts[] = [];
  for (let start = 0; start < names.length; start += TOGETHER) {
    const group = names.slice(start, start + TOGETHER).map(async (model) => {
      const shown = await server.post(server.atRoot('api/show'), { model });
      return ollamaFacts(model, shown, windows.get(model));
    });
    facts.push(...(await Promise.all(group)));
  }
  return facts;
}

/** What the operator says goes over what the server does not. */
function withSettings(model: ModelSpec, settings: Settings, dialect: Dialect): ModelSpec {
  const { abilities, thinkTags, isPrivate } = settings;
  const isTagged = thinkTags === 'explicit' || thinkTags === 'implicit';
  const { maxContextWindow = 0, ...described } = model;
  return {
    ...described,
    // A configured window may be beyond what the model was trained for.
    ...(maxContextWindow > model.contextWindow ? { maxContextWindow } : {}),
    // What runs on one's own hardware costs nothing a token, also when it was only configured.
    ...(isPrivate && model.pricing?.priceUnknown === true ? { pricing: FREE } : {}),
    ...(abilities.has('tools') ? toolAbilities(true, dialect) : {}),
    ...(abilities.has('vision') ? { supportsVision: true } : {}),
    ...(abilities.has('documents') ? { supportsDocuments: true } : {}),
    supportsResponseSchema: abilities.has('response_schema'),
    ...(isTagged && model.thinking?.supported !== true
      ? { thinking: { supported: true, adaptiveByDefault: true, disable: 'never' } }
      : {}),
  };
}

const MOST_ROSTER_BYTES = 8 * 1024 * 1024;

/** Questions to a server; one that can not be answered is answered by nothing. */
class Server {
  readonly #settings: Settings;
  readonly #context: RosterContext;
  #models: Promise<JsonValue | undefined> | undefined;

  constructor(settings: Settings, context: RosterContext) {
    this.#settings = settings;
    this.#context = context;
  }

  /** The list that every server of the family has, asked for once. */
  models(): Promise<JsonValue | undefined> {
    this.#models ??= this.get(this.#settings.baseUrl.endpoint('models'));
    return this.#models;
  }

  /** An address beside the interface: without its version. */
  atRoot(path: string): string {
    return rootUrl(this.#settings.baseUrl, path);
  }

  get(url: string): Promise<JsonValue | undefined> {
    return this.#ask({ method: 'GET', url });
  }

  post(url: string, body: JsonObject): Promise<JsonValue | undefined> {
    return this.#ask({ method: 'POST', url, body: JSON.stringify(body) });
  }

  async #ask(question: {
    readonly method: 'GET' | 'POST';
    readonly url: string;
    readonly body?: string;
  }): Promise<JsonValue | undefined> {
    const { http, log, signal } = this.#context;
    const { headers } = this.#settings;
    try {
      const response = await http.request({ ...question, headers, signal });
      const isStream = response.headers['content-type']?.includes('event-stream') === true;
      if (response.status === 200 && !isStream) {
        return parseJson(await response.text(MOST_ROSTER_BYTES));
      }
      await response.text(0);
      log('debug', 'a question about the models has no answer', { status: response.status });
      return undefined;
    } catch (error) {
      // Whoever configured is told by `signal`; anything else a server may be excused for.
      if (!(error instanceof ModelFailure)) throw error;
      log('debug', 'a question about the models failed', { reason: error.message });
      return undefined;
    }
  }
}
