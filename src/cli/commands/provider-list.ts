import type { ProviderBlock } from '../../config/config.ts';
import type { ConfigSchema } from '../../protocol/config-schema.ts';
import type { ProviderListArguments } from '../arguments.ts';
import { builtIns } from '../built-ins.ts';
import type { CommandContext } from '../command-context.ts';
import { launchableOf, locateContext } from '../launchable.ts';
import { type LoadedFile, loadFile } from '../open-configuration.ts';
import { judgeFile } from '../open-trust.ts';
import { reportConfiguration } from '../report-configuration.ts';

/** One row of the list, in the published form. */
interface ListedProvider {
  readonly name: string;
  readonly kind: 'built-in' | 'path' | 'npm' | 'override';
  readonly configured: boolean;
  readonly trusted: boolean;
  readonly version: string | null;
  readonly source: string | null;
  readonly argv: readonly string[] | null;
  readonly environment: readonly string[];
  readonly schema: ConfigSchema | null;
}

const BASE_VARIABLES = ['HOME', 'OTEL_RESOURCE_ATTRIBUTES', 'PATH', 'TMPDIR'];

/** `agent provider list`: built-in and configured providers; starts nothing. */
export async function providerList(
  args: ProviderListArguments,
  context: CommandContext,
): Promise<number> {
  const file = await loadWithoutDemands(args, context);
  if (file.loaded?.config === undefined) {
    await reportConfiguration(file, args, context);
    return 3;
  }
  const providers = await listProviders(file, args, context);
  const { stdout } = context.host;
  await stdout.write(args.json ? listJson(providers) : listText(providers));
  return 0;
}

/** With the values of variables, so that grants can be compared; a list needs none of them set. */
async function loadWithoutDemands(
  args: ProviderListArguments,
  context: CommandContext,
): Promise<LoadedFile> {
  const file = await loadFile(args, context);
  const isWhole = file.loaded?.config !== undefined;
  return isWhole ? file : loadFile(args, context, { noEnv: true });
}

async function listProviders(
  { loaded, isBuiltIn }: LoadedFile,
  args: ProviderListArguments,
  context: CommandContext,
): Promise<readonly ListedProvider[]> {
  const { host } = context;
  const projectRoot = loaded?.config?.projectRoot ?? host.workingDirectory;
  const blocks = loaded?.providers ?? [];
  const configured = isBuiltIn ? [] : blocks;
  const unconfigured = [...builtIns.keys()]
    .filter((name) => !configured.some(({ localName }) => localName === name))
    .map(bareBlock);
  const judgement = await judgeFile({ loaded }, args, context);
  const asking = new Set(judgement?.open.map(({ provider }) => provider));
  const rows = await Promise.all(
    [...unconfigured, ...configured].map(async (block) => ({
      ...(await rowOf(block, projectRoot, host)),
      configured: configured.includes(block),
      trusted: !asking.has(block.localName),
    })),
  );
  const group = ({ kind }: ListedProvider) => (kind === 'built-in' ? 0 : 1);
  return rows.sort((a, b) => group(a) - group(b) || (a.name < b.name ? -1 : 1));
}

/** A built-in nobody has configured, as if the file named it. */
function bareBlock(name: string): ProviderBlock {
  const point = { line: 1, column: 1, byte: 0 };
  return {
    localName: name,
    range: { file: '', start: point, end: point },
    implementation: { type: 'built-in', name },
    environment: new Map(),
    environmentRanges: new Map(),
  };
}

async function rowOf(
  block: ProviderBlock,
  projectRoot: string,
  host: CommandContext['host'],
): Promise<Omit<ListedProvider, 'configured' | 'trusted'>> {
  const { implementation, localName: name } = block;
  const launchable = await launchableOf(block, locateContext(host, projectRoot), true);
  const spec = launchable.type === 'launchable' ? launchable.spec : undefined;
  const kind = implementation?.type ?? 'built-in';
  const builtIn =
    implementation?.type === 'built-in' ? builtIns.get(implementation.name) : undefined;
  const isOwn = kind === 'built-in';
  return {
    name,
    kind,
    version: isOwn || kind === 'npm' ? (spec?.version ?? null) : null,
    source: sourceOf(block),
    argv: spec ? [spec.command, ...spec.args] : null,
    environment: [...new Set([...BASE_VARIABLES, ...block.environment.keys()])].sort(),
    schema: builtIn?.schema ?? null,
  };
}

function sourceOf({ implementation }: ProviderBlock): string | null {
  switch (implementation?.type) {
    case 'built-in':
      return implementation.source ?? null;
    case 'npm':
      return `npm:${implementation.packageName}`;
    case 'path':
    case 'override':
      return implementation.path;
    default:
      return null;
  }
}

function listJson(providers: readonly ListedProvider[]): string {
  return `${JSON.stringify({ schema_version: '1.0', providers }, undefined, 2)}\n`;
}

function listText(providers: readonly ListedProvider[]): string {
  const rows = providers.map(({ name, kind, configured, trusted, version, source }) => [
    name,
    kind,
    configured ? (trusted ? 'configured' : 'not allowed yet') : '-',
    version ?? '-',
    source ?? '-',
  ]);
  const table = [['NAME', 'KIND', 'IN USE', 'VERSION', 'SOURCE'], ...rows];
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  );
  const lines = table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}
