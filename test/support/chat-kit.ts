/** The built-in providers as subjects of suite C: a configuration text, its program, its backend. */
import { builtIns, builtInTable } from '../../src/cli/built-ins.ts';
import { providerDirectory } from '../../src/cli/directory.ts';
import { asksOf } from '../../src/cli/trust-asks.ts';
import type { BodyRule } from '../../src/config/block-rules.ts';
import { AGENT_FILE } from '../../src/config/block-schema.ts';
import type { LoadedConfig } from '../../src/config/load.ts';
import { type Ask, askKey } from '../../src/config/trust/ask.ts';
import type {
  ChatBackend,
  ChatFacts,
  ChatSubject,
  FileParts,
  LoadFault,
  StartedChat,
  StartedPair,
  StartOptions,
} from '../../src/conformance/chat/chat-subject.ts';
import { nodeFiles } from '../../src/host/node-files.ts';
import type { LaunchSpec } from '../../src/plugin/launch-spec.ts';
import type { JsonObject } from '../../src/protocol/json.ts';
import { configText, KEY, pairText } from './chat-file.ts';
import { fleetOf, loadText, specOf, startText } from './chat-fleet.ts';
import { fixtureSpec } from './plugin-kit.ts';

export interface ChatKit {
  /** Of the provider; its program is `dist/providers/<name>.js`. */
  readonly name: string;
  readonly model: string;
  readonly facts: ChatFacts;
  readonly lacks?: ChatSubject['lacks'] | undefined;
  /** Starts the backend, and says which settings lead there. */
  readonly openBackend: () => Promise<OpenBackend>;
  /** What takes over for it; absent where `lacks` says why. */
  readonly fallback?: ChatKit | undefined;
}

export interface OpenBackend {
  readonly backend?: ChatBackend | undefined;
  readonly settings: JsonObject;
  close(): void | Promise<void>;
}

const { PATH, HOME } = process.env;
const ENVIRONMENT = { PATH, HOME, [KEY]: 'a-key-of-suite-c' };

export function chatSubject(kit: ChatKit): ChatSubject {
  return {
    name: kit.name,
    facts: kit.facts,
    lacks: kit.lacks ?? {},
    configuration: {
      load: (parts) => load(kit, parts),
      foreign: foreignSetting(kit.name),
      sharedNames: SHARED_NAMES,
      ownNames: OWN_NAMES,
      register,
      startVersion: (version) => startWith(kit, {}, specOfVersion(version)),
    },
    start: (options = {}) => startWith(kit, options, specOf(kit, options.isHurried === true)),
    startPair: (keys) => startPair(kit, keys),
  };
}

const SCHEMAS = [...builtIns.values()].map(({ name, schema }) => ({
  name,
  attributes: schema?.attributes ?? [],
}));

const ALL_NAMES = SCHEMAS.flatMap(({ attributes }) => attributes.map(({ name }) => name));
const OWN_NAMES = ALL_NAMES.filter(
  (name) => ALL_NAMES.filter((each) => each === name).length === 1,
);
const SHARED_NAMES = AGENT_FILE.blocks
  .filter(({ type }) => type === 'settings' || type === 'agent_profile')
  .flatMap(namesIn);

function namesIn({ attributes, blocks }: BodyRule): readonly string[] {
  return [...attributes.map(({ name }) => name), ...blocks.flatMap(namesIn)];
}

/** The first text or number that another provider alone has. */
function foreignSetting(name: string): JsonObject {
  const found = SCHEMAS.filter((each) => each.name !== name)
    .flatMap(({ attributes }) => attributes)
    .find((each) => OWN_NAMES.includes(each.name) && ['string', 'number'].includes(each.type));
  if (found === undefined) throw new Error('no provider has a setting of its own');
  return { [found.name]: found.type === 'number' ? 1 : 'x' };
}

function register(names: readonly string[]): readonly string[] {
  try {
    const facts = { roster: 'static', origins: [], schema: { attributes: [] }, models: [] };
    builtInTable(names.map((name) => ({ name, ...facts })));
    return [];
  } catch (error) {
    return [String(error)];
  }
}

/**
 * Loads a file, and brings its provider up where nothing is wrong with it. Its user has granted what
 * the usual file asks for, and nothing else.
 */
async function load(kit: ChatKit, parts: FileParts): Promise<readonly LoadFault[]> {
  const { settings, close } = await kit.openBackend();
  try {
    const loaded = await loadText(
      configText(kit, { ...parts, settings: { ...settings, ...parts.settings } }),
      ENVIRONMENT,
    );
    const errors = loaded.diagnostics.filter(({ severity }) => severity === 'error');
    if (loaded.config === undefined || errors.length > 0) {
      return errors.map(({ detail }) => ({ stage: 'load', message: detail }));
    }
    const asks = await asksIn(loaded);
    const granted = (await asksIn(await loadText(configText(kit, { settings }), ENVIRONMENT))).map(
      askKey,
    );
    const open = asks.filter((ask) => !granted.includes(askKey(ask)));
    if (open.length > 0) {
      return open.map((ask) => ({ stage: 'load', message: `not granted: ${askKey(ask)}` }));
    }
    const { fleet } = fleetOf(loaded.config, [specOf(kit, false)], ENVIRONMENT);
    try {
      const signal = new AbortController().signal;
      const found = await providerDirectory(fleet)(kit.name, signal);
      if (found.type === 'ready') return [];
      return [{ stage: 'bring-up', message: found.error.message }];
    } finally {
      await fleet.close();
    }
  } finally {
    await close();
  }
}

function asksIn(loaded: LoadedConfig): Promise<readonly Ask[]> {
  return asksOf(loaded, new Map(), { environment: ENVIRONMENT, files: nodeFiles });
}

async function startWith(
  kit: ChatKit,
  options: StartOptions,
  spec: LaunchSpec,
): Promise<StartedChat> {
  const { backend, settings, close } = await kit.openBackend();
  const text = configText(kit, { settings: { ...settings, ...options.settings } });
  const started = await startText(text, [spec], ENVIRONMENT);
  return { ...started, backend, close: () => started.close().finally(close) };
}

async function startPair(kit: ChatKit, keys: 'both' | 'first'): Promise<StartedPair> {
  const { fallback } = kit;
  if (fallback === undefined) throw new Error(`nothing stands behind ${kit.name}`);
  const kits = [kit, fallback] as const;
  const [first, second] = await Promise.all([
    openMember(kit, true),
    openMember(fallback, keys === 'both'),
  ]);
  const text = pairText(kits, [first.settings, second.settings]);
  const specs = kits.map((each) => specOf(each, false));
  const environment = { PATH, HOME, ...first.environment, ...second.environment };
  const started = await startText(text, specs, environment);
  const close = async () => {
    await started.close();
    await Promise.all([first.close(), second.close()]);
  };
  return {
    ...started,
    backend: first.member.backend,
    first: first.member,
    second: second.member,
    close,
  };
}

/** Its key, if it takes one, and its header are told from those of any other by its name. */
async function openMember({ name, model, facts, openBackend }: ChatKit, hasKey: boolean) {
  const { backend, settings, close } = await openBackend();
  if (backend === undefined) throw new Error(`${name} has no backend`);
  const isAsked = Object.hasOwn(settings, 'api_key');
  const { api_key: _, ...others } = settings;
  const variable = `KEY_OF_${name.toUpperCase().replaceAll('-', '_')}`;
  const key = `the-key-of-${name}`;
  const mark = `the-header-of-${name}`;
  return {
    close,
    environment: isAsked && hasKey ? { [variable]: key } : {},
    settings: {
      ...others,
      ...(isAsked && hasKey ? { api_key: variable } : {}),
      ...(isAsked ? { extra_headers: { 'x-suite-c': mark } } : {}),
    },
    member: {
      backend,
      facts,
      marks: isAsked ? [key, mark, model] : [],
      key: isAsked ? key : undefined,
    },
  };
}

/** A plugin whose version is that one, and not ours. */
function specOfVersion(version: number): LaunchSpec {
  if (version !== 2) throw new Error(`there is no fixture of version ${version}`);
  return fixtureSpec('variants.mjs', ['wrong-version']);
}
