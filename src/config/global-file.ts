/** The user's own `config.hcl`: local builds of providers, and mirrors. */
import { dirname, resolve } from 'node:path';
import { compareDiagnostics, type Diagnostic, hasErrors } from '../diagnostics/diagnostic.ts';
import type { SourceText } from '../diagnostics/source-text.ts';
import { GLOBAL_FILE } from './block-schema.ts';
import type { DecodeProviderOptions } from './decode-provider.ts';
import { evaluator } from './evaluator.ts';
import { FaultLog } from './fault-log.ts';
import { faultAt } from './faults.ts';
import type { ParseFile } from './load.ts';
import { maskRanges } from './masks.ts';
import type { ReadBlock, ReadBody } from './read-body.ts';
import { readFile } from './read-file.ts';
import { blocksOf, locatedText, textOf } from './read-values.ts';
import { Secret } from './secret.ts';
import { syntaxMaskRanges } from './syntax-masks.ts';

export interface RegistryMirror {
  /** URL for sources that no prefix matches. */
  readonly default: string;
  readonly mirrors: readonly {
    readonly prefix: string;
    readonly url: string;
    readonly auth?: Secret | undefined;
  }[];
}

export interface GlobalConfig {
  /** Local name → absolute path of a build. */
  readonly overrides: ReadonlyMap<string, string>;
  readonly registryMirror?: RegistryMirror | undefined;
}

export interface LoadedGlobalConfig {
  /** Present when nothing in the file is wrong. */
  readonly config: GlobalConfig | undefined;
  readonly source: SourceText;
  readonly diagnostics: readonly Diagnostic[];
}

/** What holds without a file. */
export const NO_GLOBAL_CONFIG: GlobalConfig = { overrides: new Map() };

export interface GlobalText {
  /** Absolute path; also its name in diagnostics. */
  readonly file: string;
  readonly bytes: Uint8Array;
}

/** Reads the whole file; `env()` works in `mirror.auth` only. */
export async function loadGlobalConfig(
  { file, bytes }: GlobalText,
  options: DecodeProviderOptions & { readonly parse: ParseFile },
): Promise<LoadedGlobalConfig> {
  const parsed = await options.parse(file, bytes);
  if (parsed.value === undefined) {
    const source = { file, bytes, masks: syntaxMaskRanges(file, bytes) };
    return { config: undefined, source, diagnostics: parsed.diagnostics };
  }
  const log = new FaultLog();
  parsed.diagnostics.forEach(log.report);
  const body = readFile(parsed.value, GLOBAL_FILE, {
    conversion: 'strict',
    evaluate: evaluator({ ...options, isEnvAllowed: false }),
    report: log.report,
    reportCount: log.count,
  });
  checkPrefixes(body).forEach(log.report);
  const masks = maskRanges(parsed.value, GLOBAL_FILE, () => undefined);
  const diagnostics = [...log.diagnostics].sort(compareDiagnostics);
  return {
    config: hasErrors(diagnostics) ? undefined : buildConfig(body, file),
    source: { file, bytes, masks },
    diagnostics,
  };
}

function buildConfig(body: ReadBody, file: string): GlobalConfig {
  const [overrides] = blocksOf(body, 'dev_overrides');
  const [mirror] = blocksOf(body, 'registry_mirror');
  const paths = [...(overrides?.attributes ?? [])].map(([name, { value }]) => {
    return [name, resolve(dirname(file), String(value))] as const;
  });
  return { overrides: new Map(paths), registryMirror: mirror && readMirror(mirror) };
}

function readMirror(block: ReadBlock): RegistryMirror {
  return {
    default: textOf(block, 'default') ?? '',
    mirrors: blocksOf(block, 'mirror').map((mirror) => {
      const auth = mirror.attributes.get('auth')?.value;
      return {
        prefix: textOf(mirror, 'prefix') ?? '',
        url: textOf(mirror, 'url') ?? '',
        auth: auth instanceof Secret ? auth : undefined,
      };
    }),
  };
}

/** Of two mirrors for one prefix none could win. */
function checkPrefixes(body: ReadBody): readonly Diagnostic[] {
  const [registry] = blocksOf(body, 'registry_mirror');
  const firstLines = new Map<string, number>();
  return blocksOf(registry, 'mirror').flatMap((mirror) => {
    const prefix = locatedText(mirror.attributes.get('prefix'));
    if (prefix === undefined) return [];
    const firstLine = firstLines.get(prefix.value);
    if (firstLine === undefined) {
      firstLines.set(prefix.value, mirror.range.start.line);
      return [];
    }
    const place = { range: mirror.range, path: mirror.path, context: mirror.context };
    const detail = `There is already a mirror for the prefix ${JSON.stringify(prefix.value)} on line ${firstLine}. Remove one of the two.`;
    return [faultAt(place, { code: 'duplicate-block', summary: 'Duplicate block', detail })];
  });
}

/** The URL that serves a source: the longest matching prefix wins, else the default. */
export function mirrorFor(registry: RegistryMirror, source: string): string {
  const [best] = registry.mirrors
    .filter(({ prefix }) => source.startsWith(prefix))
    .sort((a, b) => b.prefix.length - a.prefix.length);
  return best?.url ?? registry.default;
}
