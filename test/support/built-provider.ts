import { join } from 'node:path';
import { Fleet } from '../../src/plugin/fleet.ts';
import type { ModelClient } from '../../src/plugin/model-client.ts';
import type { PluginLogRecord } from '../../src/plugin/plugin-log.ts';
import type { JsonObject } from '../../src/protocol/json.ts';
import type { Capabilities } from '../../src/protocol/model-spec.ts';
import { launchContext } from './plugin-kit.ts';
import { root } from './shared.ts';

/** A built provider as a user runs it: its own process, over the real wire. */
export interface BuiltProvider {
  readonly client: ModelClient;
  /** Before `Configure`. */
  readonly capabilities: Capabilities;
  /** What it logged so far. */
  readonly records: readonly PluginLogRecord[];
  /** Configures it anew; throws when it refuses. */
  configure(config: JsonObject): Promise<void>;
  close(): Promise<void>;
}

/** Starts `dist/providers/<name>.js`. */
export async function startBuiltProvider(name: string): Promise<BuiltProvider> {
  const context = launchContext();
  const program = join(root, 'dist', 'providers', `${name}.js`);
  const spec = {
    name,
    kind: 'built-in',
    command: process.execPath,
    args: [program],
    program,
    environment: new Map<string, string>(),
    version: '0.0.0',
  } as const;
  const fleet = new Fleet([{ spec, decode: () => ({}) }], context);
  const inspected = await fleet.inspect(name, AbortSignal.timeout(20_000));
  if (inspected.type === 'unavailable') {
    await fleet.close();
    throw new Error(`${name} did not start: ${JSON.stringify(inspected.failure)}`);
  }
  const { client, capabilities } = inspected;
  return {
    client,
    capabilities,
    records: context.records,
    configure: async (config) => {
      const outcome = await client.configure(config);
      if (outcome.type !== 'ok') throw new Error(`not configured: ${JSON.stringify(outcome)}`);
    },
    close: () => fleet.close(),
  };
}
