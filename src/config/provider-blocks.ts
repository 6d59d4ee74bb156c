/** Joins `required_providers` entries and `provider` blocks, and finds who serves each local name. */
import { errorDiagnostic, warningDiagnostic } from '../diagnostics/diagnostic.ts';
import { didYouMean } from '../diagnostics/suggest.ts';
import type { ProviderBlock } from './config.ts';
import { liftEnvironment } from './lift-environment.ts';
import { quotedList } from './names.ts';
import { findImplementation } from './provider-source.ts';
import type { ReadBlock, ReadContext } from './read-body.ts';
import type { RequiredEntry, RequiredProviders } from './required-providers.ts';

export interface ProviderSetup {
  /** Sound `provider` blocks, in the order of the text. */
  readonly blocks: readonly ReadBlock[];
  readonly required: RequiredProviders;
  /** The file has a `required_providers` block, be it empty. */
  readonly hasRequiredBlock: boolean;
  /** Local name → absolute path, of the user's own file. */
  readonly overrides: ReadonlyMap<string, string>;
  readonly builtInNames: readonly string[];
}

/** Every configured provider, in the order of the text. */
export function joinProviders(
  setup: ProviderSetup,
  context: ReadContext,
): readonly ProviderBlock[] {
  const written = setup.blocks.map((block) => fromBlock(block, setup, context));
  const names = new Set(setup.blocks.map(({ label }) => label));
  const implied = [...setup.required.entries.values()]
    .filter(({ localName }) => !names.has(localName))
    .map((entry) => fromEntry(entry, setup, context));
  return [...written, ...implied].sort((a, b) => a.range.start.byte - b.range.start.byte);
}

function fromBlock(block: ReadBlock, setup: ProviderSetup, context: ReadContext): ProviderBlock {
  const localName = block.label;
  const { range } = block;
  const lifted = liftEnvironment(block, context);
  const isListed = setup.required.names.has(localName);
  if (setup.hasRequiredBlock && !isListed) {
    context.report(
      warningDiagnostic({
        code: 'provider-not-required',
        summary: 'Provider is not listed in required_providers',
        detail: `"${localName}" has a provider block, but no entry in required_providers. Add one, or remove the block.`,
        range,
        context: block.context,
      }),
    );
  }
  const entry = setup.required.entries.get(localName);
  const isFaulty = isListed && entry === undefined;
  return {
    localName,
    range,
    body: lifted.rest,
    environment: lifted.entries,
    environmentRanges: lifted.ranges,
    sourceRange: entry?.source.range,
    implementation: isFaulty
      ? undefined
      : resolve({ localName, entry, range, context: block.context }, setup, context),
  };
}

function fromEntry(
  entry: RequiredEntry,
  setup: ProviderSetup,
  context: ReadContext,
): ProviderBlock {
  const { localName, range } = entry;
  const subject = { localName, entry, range, context: 'required_providers' };
  return {
    localName,
    range,
    environment: new Map(),
    environmentRanges: new Map(),
    sourceRange: entry.source.range,
    implementation: resolve(subject, setup, context),
  };
}

interface Subject {
  readonly localName: string;
  readonly entry: RequiredEntry | undefined;
  readonly range: ProviderBlock['range'];
  readonly context: string;
}

function resolve(
  { localName, entry, range, context: header }: Subject,
  { overrides, builtInNames }: ProviderSetup,
  context: ReadContext,
): ProviderBlock['implementation'] {
  const source = entry?.parsedSource;
  const found = findImplementation({ localName, source, overrides, builtInNames });
  if (found === undefined) {
    const wanted = source?.type === 'forge' ? `source ${source.address}` : `"${localName}"`;
    context.report(
      errorDiagnostic({
        code: 'unknown-provider',
        summary: `Unknown provider "${localName}"`,
        detail: `Nothing implements ${wanted}.${didYouMean(localName, builtInNames)} Built-in providers: ${quotedList(builtInNames)}. For one of your own, give its source in required_providers.`,
        range,
        context: header,
      }),
    );
  } else if (found.type === 'built-in' && entry !== undefined) {
    context.report(
      warningDiagnostic({
        code: 'source-served-by-built-in',
        summary: 'Source is served by a built-in provider',
        detail: `"${localName}" names ${entry.source.value}, but nothing is downloaded: our own provider "${found.name}" runs. Remove the entry, or give the path or npm package of the build you mean.`,
        range: entry.source.range,
        context: 'required_providers',
      }),
    );
  }
  return found;
}
