import type { LoadedConfig } from '../config/load.ts';
import { checkInstalledVersion } from '../config/required-providers.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Host } from '../host/host.ts';
import { launchableOf, locateContext } from './launchable.ts';

/** Holds installed packages against the `version` of their entries; reads files, starts nothing. */
export async function checkInstalled(
  { config }: LoadedConfig,
  host: Host,
): Promise<readonly Diagnostic[]> {
  if (config === undefined) return [];
  const context = locateContext(host, config.projectRoot);
  const found = await Promise.all(
    config.requiredProviders.map(async (required) => {
      const block = config.providers.find(({ localName }) => localName === required.localName);
      if (block?.implementation?.type !== 'npm') return [];
      const launchable = await launchableOf(block, context, false);
      // A package that is not installed is told by whoever wants to start it.
      if (launchable.type === 'not-found') return [];
      return checkInstalledVersion(required, launchable.spec.version);
    }),
  );
  return found.flat();
}
