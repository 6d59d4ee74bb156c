/** The built-in providers as subjects of suite C: a configuration text, its program, its backend. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { builtIns, builtInTable } from '../../src/cli/built-ins.ts';
import { providerDirectory } from '../../src/cli/directory.ts';
import { memberOf } from '../../src/cli/fleet-members.ts';
import { planTurn } from '../../src/cli/plan.ts';
import { Secrets } from '../../src/cli/secrets.ts';
import { asksOf } from '../../src/cli/trust-asks.ts';
import type { BodyRule } from '../../src/config/block-rules.ts';
import { AGENT_FILE } from '../../src/config/block-schema.ts';
import type { Config } from '../../src/config/config.ts';
import type { LoadedConfig } from '../../src/config/load.ts';
import { type Ask, askKey } from '../../src/config/trust/ask.ts';
import type {
  ChatBackend,
  ChatFacts,
  ChatSubject,
  FileParts,
  LoadFault,
  StartedChat,
  StartOptions,
} from '../../src/conformance/chat/chat-subject.ts';
import { nodeFiles } from '../../src/host/node-files.ts';
import { Fleet } from '../../src/plugin/fleet.ts';
import type { LaunchSpec } from '../../src/plugin/launch-spec.ts';
import type { JsonObject } from '../../src/protocol/json.ts';
import { configText, KEY } from './chat-file.ts';
import { configFrom } from './config-from.ts';
import { fakeHost } from './fake-host.ts';
import { fixtureSpec, launchContext } from './plugin-kit.ts';
import { root } from './shared.ts';

export interface ChatKit {
  /** Of the provider; its program is `dist/providers/<name>.js`. */
  readonly name: string;
  readonly model: string;
  readonly facts: ChatFacts;
  readonly lacks?: ChatSubject['lacks'] | undefined;
  /** Starts the backend, and says which settings lead there. */
  readonly openBackend: () => Promise<OpenBackend>;
}

export interface OpenBackend {
  readonly backend?: ChatBackend | undefined;
  readonly settings: JsonObject;
  close(): void | Promise<void>;
}

const HURRY = pathToFileURL(
  join(root, 'test', 'fixtures', 'conformance', 'hurried-timers.mjs'),
).href;

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
    );
    const errors = loaded.diagnostics.filter(({ severity }) => severity === 'error');
    if (loaded.config === undefined || errors.length > 0) {
      return errors.map(({ detail }) => ({ stage: 'load', message: detail }));
    }
    const asks = await asksIn(loaded);
    const granted = (await asksIn(await loadText(configText(kit, { settings })))).map(askKey);
    const open = asks.filter((ask) => !granted.includes(askKey(ask)));
    if (open.length > 0) {
      return open.map((ask) => ({ stage: 'load', message: `not granted: ${askKey(ask)}` }));
    }
    const { fleet } = fleetOf(loaded.config, specOf(kit, false));
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

const ENVIRONMENT = {
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  [KEY]: 'a-key-of-suite-c',
};

function asksIn(loaded: LoadedConfig): Promise<readonly Ask[]> {
  return asksOf(loaded, new Map(), { environment: ENVIRONMENT, files: nodeFiles });
}

function loadText(text: string): Promise<LoadedConfig> {
  return configFrom(text, { builtIns, environment: ENVIRONMENT });
}

function fleetOf(config: Config, spec: LaunchSpec) {
  const context = launchContext();
  const host = { ...fakeHost(), environment: ENVIRONMENT };
  const signals = { on: () => {}, off: () => {} };
  const commands = { host, secrets: new Secrets(), signals, exit: () => {} };
  const members = config.providers.flatMap((block) => {
    const located = { ...spec, name: block.localName, environment: block.environment };
    const launchables = new Map([
      [block.localName, { type: 'launchable', spec: located } as const],
    ]);
    const member = memberOf(block, launchables, commands);
    return member === undefined ? [] : [member];
  });
  return { fleet: new Fleet(members, context), records: context.records };
}

async function startWith(
  kit: ChatKit,
  options: StartOptions,
  spec: LaunchSpec,
): Promise<StartedChat> {
  const { backend, settings, close } = await kit.openBackend();
  const text = configText(kit, { settings: { ...settings, ...options.settings } });
  const { config, diagnostics } = await loadText(text);
  if (config === undefined) throw new Error(JSON.stringify(diagnostics));
  const planned = planTurn(config, { stop: [], providerOptions: [] });
  if (planned.type !== 'plan') throw new Error(planned.message);
  const { fleet, records } = fleetOf(config, spec);
  return {
    backend,
    directory: providerDirectory(fleet),
    plan: planned.plan,
    longWaits: () =>
      records
        .filter(({ message }) => message === 'hurried')
        .map(({ fields }) => Number(fields?.['delay_ms'])),
    handles: () => process.getActiveResourcesInfo().length,
    close: async () => {
      await fleet.close();
      await close();
    },
  };
}

/** A plugin whose version is that one, and not ours. */
function specOfVersion(version: number): LaunchSpec {
  if (version !== 2) throw new Error(`there is no fixture of version ${version}`);
  return fixtureSpec('variants.mjs', ['wrong-version']);
}

function specOf({ name }: ChatKit, isHurried: boolean): LaunchSpec {
  const program = join(root, 'dist', 'providers', `${name}.js`);
  return {
    name,
    kind: 'built-in',
    command: process.execPath,
    args: [...(isHurried ? ['--import', HURRY] : []), program],
    program,
    environment: new Map(),
    version: '0.0.0',
  };
}
