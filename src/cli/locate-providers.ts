/** Where the program of each provider is, found once: what is judged is then what is started. */
import type { ProviderBlock } from '../config/config.ts';
import type { Host } from '../host/host.ts';
import { type Launchable, launchableOf, locateContext } from './launchable.ts';

/** By local name. */
export type Launchables = ReadonlyMap<string, Launchable>;

/** @param withEnvironment - Whether each gets its `environment {}`; never for a mere look at it. */
export async function locateProviders(
  blocks: readonly ProviderBlock[],
  projectRoot: string,
  host: Host,
  withEnvironment: boolean,
): Promise<Launchables> {
  const context = locateContext(host, projectRoot);
  const found = await Promise.all(
    blocks.map(
      async (block) =>
        [block.localName, await launchableOf(block, context, withEnvironment)] as const,
    ),
  );
  return new Map(found);
}
