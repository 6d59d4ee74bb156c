/** Built-in providers as suite C starts them: as processes, from a configuration text. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { builtIns } from '../../src/cli/built-ins.ts';
import { providerDirectory } from '../../src/cli/directory.ts';
import { memberOf } from '../../src/cli/fleet-members.ts';
import { planTurn } from '../../src/cli/plan.ts';
import { Secrets } from '../../src/cli/secrets.ts';
import type { Config } from '../../src/config/config.ts';
import type { LoadedConfig } from '../../src/config/load.ts';
import type { StartedChat } from '../../src/conformance/chat/chat-subject.ts';
import type { Environment } from '../../src/host/host.ts';
import { Fleet } from '../../src/plugin/fleet.ts';
import type { LaunchSpec } from '../../src/plugin/launch-spec.ts';
import { configFrom } from './config-from.ts';
import { fakeHost } from './fake-host.ts';
import { launchContext } from './plugin-kit.ts';
import { root } from './shared.ts';

export function loadText(text: string, environment: Environment): Promise<LoadedConfig> {
  return configFrom(text, { builtIns, environment });
}

/** @param specs - Of the providers, in the order of their blocks. */
export function fleetOf(config: Config, specs: readonly LaunchSpec[], environment: Environment) {
  const context = launchContext();
  const host = { ...fakeHost(), environment };
  const signals = { on: () => {}, off: () => {} };
  const commands = { host, secrets: new Secrets(), signals, exit: () => {} };
  const members = config.providers.flatMap((block, index) => {
    const spec = specs[index];
    if (spec === undefined) return [];
    const located = { ...spec, name: block.localName, environment: block.environment };
    const launchables = new Map([
      [block.localName, { type: 'launchable', spec: located } as const],
    ]);
    const member = memberOf(block, launchables, commands);
    return member === undefined ? [] : [member];
  });
  return { fleet: new Fleet(members, context), records: context.records };
}

/** Starts what a text configures; the first model of its profile is the one to talk with. */
export async function startText(
  text: string,
  specs: readonly LaunchSpec[],
  environment: Environment,
): Promise<StartedChat> {
  const { config, diagnostics } = await loadText(text, environment);
  if (config === undefined) throw new Error(JSON.stringify(diagnostics));
  const planned = planTurn(config, { stop: [], providerOptions: [] });
  if (planned.type !== 'plan') throw new Error(planned.message);
  const { fleet, records } = fleetOf(config, specs, environment);
  return {
    directory: providerDirectory(fleet),
    plan: planned.plan,
    longWaits: () =>
      records
        .filter(({ message }) => message === 'hurried')
        .map(({ fields }) => Number(fields?.['delay_ms'])),
    handles: () => process.getActiveResourcesInfo().length,
    close: () => fleet.close(),
  };
}

const HURRY = pathToFileURL(
  join(root, 'test', 'fixtures', 'conformance', 'hurried-timers.mjs'),
).href;

/** @param isHurried - See `StartOptions`. */
export function specOf({ name }: { readonly name: string }, isHurried: boolean): LaunchSpec {
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
