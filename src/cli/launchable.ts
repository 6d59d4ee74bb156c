/** From a provider block to the program that serves it. */
import process from 'node:process';
import type { ProviderBlock } from '../config/config.ts';
import type { Host } from '../host/host.ts';
import type { LaunchSpec } from '../plugin/launch-spec.ts';
import { type LocateContext, locate } from '../plugin/locate.ts';
import { version } from './version.ts';

export type Launchable =
  | { readonly type: 'launchable'; readonly spec: LaunchSpec }
  /** A sentence that says what is missing and where it was looked for. */
  | { readonly type: 'not-found'; readonly message: string };

export function locateContext(host: Host, projectRoot: string): LocateContext {
  const { files } = host;
  return { files, nodePath: process.execPath, projectRoot, programVersion: version() };
}

/**
 * Finds the program of a provider.
 *
 * @param withEnvironment - Whether its `environment {}` is passed; never for a mere look at it.
 */
export async function launchableOf(
  block: ProviderBlock,
  context: LocateContext,
  withEnvironment: boolean,
): Promise<Launchable> {
  const { implementation, localName: name } = block;
  if (implementation === undefined) {
    return { type: 'not-found', message: `nothing implements the provider "${name}"` };
  }
  const located = await locate(implementation, context);
  if (located.type === 'not-found') return located;
  const environment = withEnvironment ? block.environment : new Map<string, string>();
  return { type: 'launchable', spec: { ...located.location, name, environment } };
}
