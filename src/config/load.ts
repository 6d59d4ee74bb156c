/**
 * `agent.hcl` → typed values and diagnostics: parse, structure, lift, cross-checks, and for every
 * provider whose schema is known schema check, secret shape and decoding. Faults are collected; only
 * a text that does not parse ends the work early.
 */

import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { compareDiagnostics, type Decoded, hasErrors } from '../diagnostics/diagnostic.ts';
import type { SourceText } from '../diagnostics/source-text.ts';
import type { ConfigSchema } from '../protocol/config-schema.ts';
import { AGENT_FILE } from './block-schema.ts';
import { checkKnownProvider, type KnownProvider } from './check-known.ts';
import { checkPolicies } from './check-policies.ts';
import { checkReferences } from './check-references.ts';
import type { Config, ProviderBlock } from './config.ts';
import {
  type DecodeProviderOptions,
  decodeProvider,
  type ProviderValues,
} from './decode-provider.ts';
import { evaluator } from './evaluator.ts';
import { FaultLog } from './fault-log.ts';
import { maskRanges } from './masks.ts';
import { joinProviders } from './provider-blocks.ts';
import type { ReadBody, ReadContext } from './read-body.ts';
import { readFile } from './read-file.ts';
import { readHook, readPolicy, readProfile } from './read-profiles.ts';
import { checkDoomLoop, readSettings } from './read-settings.ts';
import { blocksOf } from './read-values.ts';
import { collectReferences, type References } from './references.ts';
import { readRequiredProviders } from './required-providers.ts';
import type { RawBody } from './syntax/ast.ts';
import { syntaxMaskRanges } from './syntax-masks.ts';

/** Bytes → tree; without a value when the text does not parse. */
export type ParseFile = (file: string, bytes: Uint8Array) => Promise<Decoded<RawBody>>;

/** A file as it was read. */
export interface ConfigText {
  /** As diagnostics name it; `<stdin>` for standard input. */
  readonly file: string;
  readonly bytes: Uint8Array;
  /** Absolute: where relative sources and `.agent/` are. */
  readonly projectRoot: string;
}

export interface LoadOptions extends DecodeProviderOptions {
  readonly parse: ParseFile;
  /** The built-in providers, by name. */
  readonly builtIns: ReadonlyMap<string, KnownProvider>;
  /** `dev_overrides`: local name → absolute path. Default: none. */
  readonly overrides?: ReadonlyMap<string, string> | undefined;
}

export interface LoadedConfig {
  readonly projectRoot: string;
  /** Present when nothing in the file is wrong, as far as providers are known. */
  readonly config: Config | undefined;
  /** Every configured provider, faulty ones included, in the order of the text. */
  readonly providers: readonly ProviderBlock[];
  /** Decoded blocks by local name: of all built-ins without faults. */
  readonly values: ReadonlyMap<string, ProviderValues>;
  readonly references: References;
  /** The tree; absent when the text does not parse. */
  readonly body?: RawBody | undefined;
  /** The text with what an excerpt must hide. */
  readonly source: SourceText;
  /** Sorted by line and id. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Loads one configuration; never rejects for what is in the file. */
export async function loadConfig(text: ConfigText, options: LoadOptions): Promise<LoadedConfig> {
  const { file, bytes } = text;
  const parsed = await options.parse(file, bytes);
  if (parsed.value === undefined) {
    return {
      projectRoot: text.projectRoot,
      config: undefined,
      providers: [],
      values: new Map(),
      references: { models: [], tools: [], hooks: [] },
      source: { file, bytes, masks: syntaxMaskRanges(file, bytes) },
      diagnostics: [...parsed.diagnostics].sort(compareDiagnostics),
    };
  }
  const body = parsed.value;
  const structure = readStructure(body, options);
  const stage = decodeBuiltIns(structure, options);
  const diagnostics = [...parsed.diagnostics, ...structure.diagnostics, ...stage.diagnostics];
  return {
    projectRoot: text.projectRoot,
    config: hasErrors(diagnostics) ? undefined : buildConfig(structure, text),
    providers: structure.providers,
    values: stage.values,
    references: structure.references,
    body,
    source: { file, bytes, masks: masksOf(body, structure.providers, options) },
    diagnostics: diagnostics.sort(compareDiagnostics),
  };
}

interface Structure {
  readonly file: ReadBody;
  readonly providers: readonly ProviderBlock[];
  readonly required: ReturnType<typeof readRequiredProviders>;
  readonly references: References;
  readonly diagnostics: readonly Diagnostic[];
}

/** Everything that needs no schema. */
function readStructure(body: RawBody, options: LoadOptions): Structure {
  const log = new FaultLog();
  const contextFor = (isEnvAllowed: boolean): ReadContext => ({
    conversion: 'strict',
    evaluate: evaluator({ ...options, isEnvAllowed }),
    report: log.report,
    reportCount: log.count,
  });
  const context = contextFor(false);
  const file = readFile(body, AGENT_FILE, context);
  const [requiredBlock] = blocksOf(file, 'required_providers');
  const required = readRequiredProviders(requiredBlock, context);
  const blocks = blocksOf(file, 'provider');
  const setup = {
    blocks,
    required,
    hasRequiredBlock: requiredBlock !== undefined,
    overrides: options.overrides ?? new Map(),
    builtInNames: [...options.builtIns.keys()],
  };
  const providers = joinProviders(setup, contextFor(true));
  const references = collectReferences(file);
  const declared = new Set([...required.names, ...blocks.map(({ label }) => label)]);
  checkDoomLoop(blocksOf(file, 'settings')[0], context);
  checkPolicies(blocksOf(file, 'policy')).forEach(log.report);
  checkReferences(file, references, declared).forEach(log.report);
  return { file, providers, required, references, diagnostics: log.diagnostics };
}

/** The second stage, for every provider that is ours. */
function decodeBuiltIns(
  { providers, references }: Structure,
  options: LoadOptions,
): { readonly values: Map<string, ProviderValues>; readonly diagnostics: readonly Diagnostic[] } {
  const values = new Map<string, ProviderValues>();
  const diagnostics = providers.flatMap((block) => {
    const { implementation, localName } = block;
    const known =
      implementation?.type === 'built-in' ? options.builtIns.get(implementation.name) : undefined;
    if (known === undefined) return [];
    const stage = checkProvider(block, known, references, options);
    if (stage.value !== undefined) values.set(localName, stage.value);
    return stage.diagnostics;
  });
  return { values, diagnostics };
}

/**
 * The second stage for one provider, once it is known: its body by its schema, and all that the file
 * says about it.
 */
export function checkProvider(
  block: ProviderBlock,
  known: KnownProvider,
  references: References,
  options: DecodeProviderOptions,
): Decoded<ProviderValues> {
  const decoded = decodeProvider(block, known.schema, options);
  const config = decoded.value?.config;
  const checks = checkKnownProvider(references, block.localName, known, config);
  return { value: decoded.value, diagnostics: [...decoded.diagnostics, ...checks] };
}

/** Schemas by local name, of providers that became known after loading. */
export type LaterSchemas = ReadonlyMap<string, ConfigSchema>;

/** The source of a loaded file, with the secrets of providers hidden that only run by now. */
export function sourceWithSchemas(
  { body, source, providers }: LoadedConfig,
  options: Pick<LoadOptions, 'builtIns'>,
  later: LaterSchemas,
): SourceText {
  if (body === undefined) return source;
  return { ...source, masks: masksOf(body, providers, options, later) };
}

function masksOf(
  body: RawBody,
  providers: readonly ProviderBlock[],
  { builtIns }: Pick<LoadOptions, 'builtIns'>,
  later: LaterSchemas = new Map(),
): SourceText['masks'] {
  const byName = new Map(providers.map((block) => [block.localName, block]));
  return maskRanges(body, AGENT_FILE, (localName) => {
    const implementation = byName.get(localName)?.implementation;
    // A block that is not sound may still hold a secret of the built-in it names.
    const name = implementation?.type === 'built-in' ? implementation.name : localName;
    return (later.get(localName) ?? builtIns.get(name)?.schema)?.attributes;
  });
}

function buildConfig({ file, providers, required }: Structure, text: ConfigText): Config {
  const profiles = blocksOf(file, 'agent_profile').map(readProfile);
  return {
    file: text.file,
    projectRoot: text.projectRoot,
    requiredProviders: [...required.entries.values()],
    providers,
    policies: blocksOf(file, 'policy')
      .map(readPolicy)
      .filter((rule) => rule !== undefined),
    profiles: new Map(profiles.map((profile) => [profile.name, profile])),
    hooks: blocksOf(file, 'hook')
      .map(readHook)
      .filter((hook) => hook !== undefined),
    settings: readSettings(blocksOf(file, 'settings')[0]),
  };
}
