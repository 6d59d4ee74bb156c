/** The built-in providers as subjects of suite C: a configuration text, its program, its backend. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { builtIns } from '../../src/cli/built-ins.ts';
import { providerDirectory } from '../../src/cli/directory.ts';
import { memberOf } from '../../src/cli/fleet-members.ts';
import { planTurn } from '../../src/cli/plan.ts';
import { Secrets } from '../../src/cli/secrets.ts';
import type {
  ChatBackend,
  ChatFacts,
  ChatSubject,
  StartedChat,
  StartOptions,
} from '../../src/conformance/chat/chat-subject.ts';
import { Fleet } from '../../src/plugin/fleet.ts';
import type { LaunchSpec } from '../../src/plugin/launch-spec.ts';
import type { JsonObject } from '../../src/protocol/json.ts';
import { configFrom } from './config-from.ts';
import { fakeHost } from './fake-host.ts';
import { launchContext } from './plugin-kit.ts';
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

const KEY = 'SUITE_C_KEY';
const HURRY = pathToFileURL(
  join(root, 'test', 'fixtures', 'conformance', 'hurried-timers.mjs'),
).href;

export function chatSubject(kit: ChatKit): ChatSubject {
  return {
    name: kit.name,
    facts: kit.facts,
    lacks: kit.lacks ?? {},
    start: (options = {}) => start(kit, options),
  };
}

async function start(kit: ChatKit, options: StartOptions): Promise<StartedChat> {
  const { backend, settings, close } = await kit.openBackend();
  const text = configText(kit, { ...settings, ...options.settings });
  const context = launchContext();
  const environment = { ...context.environment, [KEY]: 'a-key-of-suite-c' };
  const { config, diagnostics } = await configFrom(text, { builtIns, environment });
  const [block] = config?.providers ?? [];
  if (config === undefined || block === undefined) throw new Error(JSON.stringify(diagnostics));
  const planned = planTurn(config, { stop: [], providerOptions: [] });
  if (planned.type !== 'plan') throw new Error(planned.message);
  const launchables = new Map([
    [kit.name, { type: 'launchable', spec: specOf(kit, options.isHurried === true) } as const],
  ]);
  const member = memberOf(block, launchables, {
    host: { ...fakeHost(), environment },
    secrets: new Secrets(),
    signals: { on: () => {}, off: () => {} },
    exit: () => {},
  });
  const fleet = new Fleet(member === undefined ? [] : [member], context);
  return {
    backend,
    directory: providerDirectory(fleet),
    plan: planned.plan,
    longWaits: () =>
      context.records
        .filter(({ message }) => message === 'hurried')
        .map(({ fields }) => Number(fields?.['delay_ms'])),
    handles: () => process.getActiveResourcesInfo().length,
    close: async () => {
      await fleet.close();
      await close();
    },
  };
}

function configText({ name, model }: ChatKit, settings: JsonObject): string {
  const lines = Object.entries(settings).map(
    ([key, value]) => `  ${key} = ${key === 'api_key' ? `env("${KEY}")` : JSON.stringify(value)}`,
  );
  return `provider "${name}" {
${lines.join('\n')}
}
agent_profile "default" {
  model {
    primary {
      provider = "${name}"
      id       = "${model}"
    }
  }
}
`;
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
