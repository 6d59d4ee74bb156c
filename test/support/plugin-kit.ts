import { join } from 'node:path';
import { nodeClock } from '../../src/host/node-clock.ts';
import { nodeFiles } from '../../src/host/node-files.ts';
import { nodeProcesses } from '../../src/host/node-processes.ts';
import type { LaunchSpec } from '../../src/plugin/launch-spec.ts';
import type { PluginLogRecord } from '../../src/plugin/plugin-log.ts';
import type { LaunchContext } from '../../src/plugin/start.ts';
import { root } from './shared.ts';

/** One guard for a whole test file: whatever a failing test leaves behind ends with the worker. */
const processes = nodeProcesses();

/** Absolute path of a fixture program. */
export function pluginFixture(name: string): string {
  return join(root, 'test', 'fixtures', 'plugins', name);
}

/** A launch of `test/fixtures/plugins/<name>` by the running Node. */
export function fixtureSpec(
  name: string,
  args: readonly string[] = [],
  overrides: Partial<LaunchSpec> = {},
): LaunchSpec {
  const program = pluginFixture(name);
  return {
    name: 'raw',
    kind: 'path',
    command: process.execPath,
    args: [program, ...args],
    program,
    environment: new Map(),
    version: '0.0.0',
    ...overrides,
  };
}

/** The real world, with the log kept in `records`. */
export function launchContext(
  overrides: Partial<LaunchContext> = {},
): LaunchContext & { readonly records: PluginLogRecord[] } {
  const records: PluginLogRecord[] = [];
  return {
    processes,
    files: nodeFiles,
    clock: nodeClock,
    environment: { PATH: process.env['PATH'], HOME: process.env['HOME'] },
    log: (record) => records.push(record),
    records,
    ...overrides,
  };
}
