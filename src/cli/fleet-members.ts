/** From a configuration whose asks are granted to the providers a fleet may start. */
import type { ProviderBlock } from '../config/config.ts';
import { decodeProvider } from '../config/decode-provider.ts';
import { revealObject, secretsIn } from '../config/secret.ts';
import type { FleetMember } from '../plugin/fleet-member.ts';
import type { Capabilities } from '../protocol/model-spec.ts';
import type { CommandContext } from './command-context.ts';
import type { Launchables } from './locate-providers.ts';
import type { OpenConfiguration } from './open-configuration.ts';

/** A configuration whose asks are granted. */
export interface AdmittedConfiguration extends OpenConfiguration {
  /** The programs that were judged, and no others. */
  readonly launchables: Launchables;
}

export interface Members {
  readonly members: readonly FleetMember[];
  /** Why a provider has no program, by local name. */
  readonly missing: ReadonlyMap<string, string>;
}

export function fleetMembers(
  { config, launchables }: AdmittedConfiguration,
  context: CommandContext,
): Members {
  const missing = new Map<string, string>();
  const members = config.providers.flatMap((block) => {
    const member = memberOf(block, launchables, context);
    if (member !== undefined) return [member];
    const launchable = launchables.get(block.localName);
    const message = launchable?.type === 'not-found' ? launchable.message : 'it was not looked for';
    missing.set(block.localName, message);
    return [];
  });
  return { members, missing };
}

/** @returns `undefined` when the provider has no program. */
export function memberOf(
  block: ProviderBlock,
  launchables: Launchables,
  { host, secrets }: CommandContext,
): FleetMember | undefined {
  const launchable = launchables.get(block.localName);
  if (launchable?.type !== 'launchable') return undefined;
  return {
    spec: launchable.spec,
    decode({ configSchema }: Capabilities) {
      const options = { environment: host.environment };
      const decoded = decodeProvider(block, configSchema ?? { attributes: [] }, options);
      if (decoded.value === undefined) return undefined;
      secrets.settle(block.localName, secretsIn(decoded.value.config));
      return revealObject(decoded.value.config);
    },
  };
}
