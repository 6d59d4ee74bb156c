/** All checks of one provider, in the order in which they can fail. */
import type { ProviderBlock } from '../../config/config.ts';
import { bringUpFailureText } from '../../plugin/bring-up-failure.ts';
import type { Fleet } from '../../plugin/fleet.ts';
import type { ConfigSchema } from '../../protocol/config-schema.ts';
import { builtIns } from '../built-ins.ts';
import type { CommandContext } from '../command-context.ts';
import type { Launchable } from '../launchable.ts';
import type { Judgement } from '../trust-gate.ts';
import { type Asked, callChecks } from './call-checks.ts';
import { type Check, failed, type ProviderHealth, passed } from './check.ts';
import { credentialChecks } from './credential-checks.ts';
import { certificateChecks, proxyChecks } from './network-checks.ts';

/** Passed on when the program has them itself. */
const BASE_VARIABLES = ['PATH', 'HOME', 'TMPDIR'];
const EMPTY_SCHEMA: ConfigSchema = { attributes: [] };

export interface Patient extends Asked {
  readonly block: ProviderBlock;
  readonly launchable: Launchable | undefined;
  readonly judgement: Judgement;
}

export async function providerHealth(
  { block, launchable, judgement, fleet, records }: Patient,
  { host }: CommandContext,
): Promise<ProviderHealth> {
  const provider = block.localName;
  const environment = passedNames(block, host.environment);
  const known = schemaOf(block);
  const before = [
    passed('environment', environment.join(', ')),
    ...proxyChecks(block),
    ...(await certificateChecks(block, host.files)),
    ...(known ? credentialChecks(block, known, host.environment) : []),
  ];
  const asks = trustChecks(provider, judgement);
  if (asks.length > 0) return { provider, environment, checks: [...asks, ...before] };
  const { signal } = new AbortController();
  const process = await processCheck(block, launchable, fleet);
  if (process.check.status !== 'ok') {
    return { provider, environment, checks: [...before, process.check] };
  }
  const learned = known ? [] : credentialChecks(block, process.schema, host.environment);
  const calls = await callChecks(block, { fleet, records }, signal);
  return { provider, environment, checks: [...before, process.check, ...learned, ...calls] };
}

function passedNames(block: ProviderBlock, shell: CommandContext['host']['environment']) {
  const base = BASE_VARIABLES.filter((name) => shell[name] !== undefined);
  const own = ['OTEL_RESOURCE_ATTRIBUTES', ...block.environment.keys()];
  return [...new Set([...base, ...own])].sort();
}

function schemaOf({ implementation }: ProviderBlock): ConfigSchema | undefined {
  return implementation?.type === 'built-in'
    ? builtIns.get(implementation.name)?.schema
    : undefined;
}

function trustChecks(provider: string, { open }: Judgement): readonly Check[] {
  return open
    .filter((ask) => ask.provider === provider)
    .map(({ sentence, range }) =>
      failed(
        'trust',
        `not allowed yet: ${sentence} (line ${range.start.line})`,
        `If you want it: agent provider trust ${provider}. Until then nothing of it is started.`,
      ),
    );
}

interface StartedProcess {
  readonly check: Check;
  readonly schema: ConfigSchema;
}

async function processCheck(
  { localName }: ProviderBlock,
  launchable: Launchable | undefined,
  fleet: Fleet,
): Promise<StartedProcess> {
  if (launchable?.type !== 'launchable') {
    const message = launchable?.message ?? `nothing implements the provider "${localName}"`;
    const remedy = 'Correct its source in required_providers.';
    return { check: failed('process', message, remedy), schema: EMPTY_SCHEMA };
  }
  const inspected = await fleet.inspect(localName, new AbortController().signal);
  if (inspected.type === 'unavailable') {
    const { summary, detail } = bringUpFailureText(inspected.failure);
    return { check: failed('process', summary, detail), schema: EMPTY_SCHEMA };
  }
  const { name, version } = inspected.producer;
  const schema = inspected.capabilities.configSchema ?? EMPTY_SCHEMA;
  return { check: passed('process', `it starts: ${name} ${version}`), schema };
}
