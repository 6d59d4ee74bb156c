/** What `validate` learns from running providers: their schema, their models, why they do not start. */
import type { ProviderBlock } from '../config/config.ts';
import type { DecodeProviderOptions } from '../config/decode-provider.ts';
import { checkProvider, type LoadedConfig } from '../config/load.ts';
import { revealObject, secretsIn } from '../config/secret.ts';
import { type Diagnostic, errorDiagnostic, warningDiagnostic } from '../diagnostics/diagnostic.ts';
import { type BringUpFailure, bringUpFailureText } from '../plugin/bring-up-failure.ts';
import { Fleet } from '../plugin/fleet.ts';
import type { FleetMember } from '../plugin/fleet-member.ts';
import type { ConfigSchema } from '../protocol/config-schema.ts';
import type { Capabilities } from '../protocol/model-spec.ts';
import type { ValidateArguments } from './arguments.ts';
import { builtIns } from './built-ins.ts';
import type { CommandContext } from './command-context.ts';
import type { Launchables } from './locate-providers.ts';

/**
 * Starts each provider, side by side, with the base environment only, and checks its block by the
 * schema it advertises. With `live` it is also configured, with its own environment.
 *
 * @param blocks - Those that may run.
 */
export async function inspectProviders(
  blocks: readonly ProviderBlock[],
  launchables: Launchables,
  inspection: Inspection,
): Promise<readonly Diagnostic[]> {
  const { loaded, context } = inspection;
  const { processes, files, clock, environment } = context.host;
  const members = blocks.flatMap((block): readonly FleetMember[] => {
    const launchable = launchables.get(block.localName);
    if (launchable?.type !== 'launchable') return [];
    const decode: FleetMember['decode'] = (capabilities) =>
      decodeFor(block, capabilities, loaded, context);
    return [{ spec: launchable.spec, decode }];
  });
  const fleet = new Fleet(members, { processes, files, clock, environment, log: () => {} });
  try {
    for (const { spec } of members) fleet.start(spec.name);
    const diagnostics = await Promise.all(
      blocks.map((block) => {
        const launchable = launchables.get(block.localName);
        return launchable?.type === 'not-found'
          ? notFound(block, launchable.message)
          : inspectOne(block, fleet, inspection);
      }),
    );
    return diagnostics.flat();
  } finally {
    await fleet.close();
  }
}

export interface Inspection {
  readonly loaded: LoadedConfig;
  readonly args: Pick<ValidateArguments, 'live' | 'noEnv'>;
  readonly context: CommandContext;
  /** Told what a stranger advertises, so that excerpts hide its secrets from then on. */
  readonly learnSchema: (localName: string, schema: ConfigSchema) => void;
}

async function inspectOne(
  block: ProviderBlock,
  fleet: Fleet,
  { loaded, args, context, learnSchema }: Inspection,
): Promise<readonly Diagnostic[]> {
  const { signal } = new AbortController();
  const inspected = await fleet.inspect(block.localName, signal);
  if (inspected.type === 'unavailable') return failureOf(block, inspected.failure);
  const { capabilities } = inspected;
  if (capabilities.configSchema) learnSchema(block.localName, capabilities.configSchema);
  const options = { environment: context.host.environment, noEnv: args.noEnv };
  const stage = isOwn(block)
    ? undefined
    : checkProvider(block, knownOf(capabilities), loaded.references, options);
  if (stage?.value) context.secrets.add(secretsIn(stage.value.config));
  const warnings = inspected.findings.map(({ message, model }) =>
    warningDiagnostic({
      code: 'provider-invalid',
      summary: `Provider "${block.localName}" declares something doubtful`,
      detail: `${model === undefined ? '' : `Model "${model}": `}${message}`,
      range: block.range,
      context: contextOf(block),
    }),
  );
  const found = [...(stage?.diagnostics ?? []), ...warnings];
  if (!args.live || found.some(({ severity }) => severity === 'error')) return found;
  const ready = await fleet.get(block.localName, signal);
  return ready.type === 'ready' ? found : [...found, ...failureOf(block, ready.failure)];
}

/** A built-in was checked by its shipped schema, which a test compares with the running one. */
function isOwn({ implementation }: ProviderBlock): boolean {
  return implementation?.type === 'built-in' && builtIns.has(implementation.name);
}

/** Before `Configure` the roster of a stranger is not known to be complete. */
function knownOf({ configSchema, supportedHookPoints }: Capabilities) {
  return {
    schema: configSchema ?? { attributes: [] },
    hookPoints: supportedHookPoints,
  };
}

function decodeFor(
  block: ProviderBlock,
  capabilities: Capabilities,
  loaded: LoadedConfig,
  { host, secrets }: CommandContext,
) {
  const options: DecodeProviderOptions = { environment: host.environment };
  const decoded = checkProvider(block, knownOf(capabilities), loaded.references, options);
  if (decoded.value === undefined) return undefined;
  secrets.add(secretsIn(decoded.value.config));
  return revealObject(decoded.value.config);
}

function failureOf(block: ProviderBlock, failure: BringUpFailure): readonly Diagnostic[] {
  // Its block was refused, and that has been said with the place of each fault.
  if (failure.type === 'undecodable') return [];
  const text = bringUpFailureText(failure);
  return [errorDiagnostic({ ...text, range: block.range, context: contextOf(block) })];
}

function notFound(block: ProviderBlock, message: string): readonly Diagnostic[] {
  // Loading has said already that nobody serves this name.
  if (block.implementation === undefined) return [];
  return [
    errorDiagnostic({
      code: 'provider-start-failed',
      summary: `Provider "${block.localName}" was not found`,
      detail: `${message}.`,
      range: block.range,
      context: contextOf(block),
    }),
  ];
}

function contextOf({ body, localName }: ProviderBlock): string {
  return body ? `provider "${localName}"` : 'required_providers';
}
