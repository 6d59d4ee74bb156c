/** Finds and loads the configuration of a command: the user's own file, then `agent.hcl`. */
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { configNotFound, findConfig } from '../config/find.ts';
import { type GlobalConfig, loadGlobalConfig, NO_GLOBAL_CONFIG } from '../config/global-file.ts';
import { type ConfigText, type LoadedConfig, loadConfig, type ParseFile } from '../config/load.ts';
import { loadLockFile } from '../config/lock-file.ts';
import { lockFilePath, readOptionalFile } from '../config/optional-file.ts';
import { secretsIn } from '../config/secret.ts';
import { type Diagnostic, hasErrors } from '../diagnostics/diagnostic.ts';
import type { SourceText, SourceTexts } from '../diagnostics/source-text.ts';
import type { GlobalArguments } from './arguments.ts';
import { builtIns } from './built-ins.ts';
import { checkInstalled } from './check-installed.ts';
import type { CommandContext } from './command-context.ts';
import { openParser } from './open-parser.ts';
import { userDirectory } from './paths.ts';
import { suspectedSecrets } from './suspected-secrets.ts';
import { urlSecrets } from './url-secrets.ts';

/** A configuration that can be used. */
export interface OpenConfiguration {
  readonly config: Config;
  readonly loaded: LoadedConfig;
  readonly sources: SourceTexts;
  /** No file was found, so the built-in configuration is used. */
  readonly isBuiltIn: boolean;
}

export type OpenResult =
  | { readonly type: 'opened'; readonly configuration: OpenConfiguration }
  | ({ readonly type: 'invalid' } & LoadedFile);

/** What became of the files, valid or not. */
export interface LoadedFile {
  /** As named to the user. */
  readonly file: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: SourceTexts;
  /** Absent when no text could be read. */
  readonly loaded?: LoadedConfig | undefined;
  readonly isBuiltIn: boolean;
}

export interface OpenOptions {
  /** PATH of `validate`, before `--config`. */
  readonly path?: string | undefined;
  readonly takesDirectory?: boolean | undefined;
  readonly noEnv?: boolean | undefined;
  /** Without a file the built-in configuration is used; otherwise that is an error. */
  readonly needsFile?: boolean | undefined;
}

/** Said once where the built-in configuration is used. */
export const NO_CONFIGURATION =
  'There is no agent.hcl, so the offline example provider answers. "agent init" writes one.';

/** What is used where there is no `agent.hcl`: the offline provider. */
const BUILT_IN_CONFIG = `
provider "example" {}

agent_profile "default" {
  model {
    primary {
      provider = "example"
      id       = "demo"
    }
  }
}
`;
const FILE_NAME = 'agent.hcl';
const BUILT_IN_NAME = '<built-in configuration>';

/** Loads the configuration of `run` and `chat`; any error makes it unusable. */
export async function openConfiguration(
  args: GlobalArguments,
  context: CommandContext,
): Promise<OpenResult> {
  const file = await loadFile(args, context);
  const { loaded, sources, isBuiltIn } = file;
  if (loaded?.config === undefined || hasErrors(file.diagnostics)) {
    return { type: 'invalid', ...file };
  }
  return { type: 'opened', configuration: { config: loaded.config, loaded, sources, isBuiltIn } };
}

/** Reads and loads everything there is; faults are values. */
export async function loadFile(
  args: GlobalArguments,
  context: CommandContext,
  options: OpenOptions = {},
): Promise<LoadedFile> {
  const { host, secrets } = context;
  const userFolder = userDirectory('config', host.environment);
  const path = options.path ?? args.config ?? host.environment['AGENT_CONFIG'];
  const found = await findConfig({
    path,
    takesDirectory: options.takesDirectory,
    userDirectory: userFolder,
    workingDirectory: host.workingDirectory,
    userId: host.userId,
    files: host.files,
    stdin: host.stdin.chunks(),
  });
  if (found.value === undefined && (found.diagnostics.length > 0 || options.needsFile === true)) {
    const failed =
      found.diagnostics.length > 0 ? found : configNotFound({ userDirectory: userFolder });
    const { diagnostics } = failed;
    return { file: path ?? FILE_NAME, diagnostics, sources: new Map(), isBuiltIn: false };
  }
  const text = found.value ?? builtInText(host.workingDirectory);
  const parse = openParser(context, (file) => file === BUILT_IN_NAME);
  const { environment } = host;
  const own = await loadGlobal(join(userFolder, 'config.hcl'), parse, context);
  const lock = await loadLock(lockFilePath(text.projectRoot), parse, context);
  const loaded = await loadConfig(text, {
    environment,
    noEnv: options.noEnv,
    parse,
    builtIns,
    overrides: own.overrides,
  });
  for (const { config } of loaded.values.values()) secrets.add(secretsIn(config));
  for (const block of loaded.providers) {
    secrets.add(urlSecrets(block.environment.values()));
    secrets.suspect(block.localName, suspectedSecrets(block, environment));
  }
  const installed = await checkInstalled(loaded, host);
  return {
    file: text.file,
    diagnostics: [...own.diagnostics, ...lock.diagnostics, ...loaded.diagnostics, ...installed],
    sources: sourceMap([...own.sources, ...lock.sources, loaded.source]),
    loaded,
    isBuiltIn: found.value === undefined,
  };
}

function builtInText(workingDirectory: string): ConfigText {
  const bytes = new TextEncoder().encode(BUILT_IN_CONFIG);
  return { file: BUILT_IN_NAME, bytes, projectRoot: workingDirectory };
}

function sourceMap(sources: readonly SourceText[]): SourceTexts {
  return new Map(sources.map((source) => [source.file, source]));
}

/** What an optional file contributes; nothing when it does not exist. */
interface OptionalFile {
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: readonly SourceText[];
}

async function loadGlobal(
  file: string,
  parse: ParseFile,
  { host, secrets }: CommandContext,
): Promise<OptionalFile & Pick<GlobalConfig, 'overrides'>> {
  const { overrides: none } = NO_GLOBAL_CONFIG;
  const { value: bytes, diagnostics: unread } = await readOptionalFile(file, host.files);
  if (bytes === undefined) return { overrides: none, diagnostics: unread, sources: [] };
  const { environment } = host;
  const loaded = await loadGlobalConfig({ file, bytes }, { parse, environment });
  const { diagnostics, source } = loaded;
  for (const { auth } of loaded.config?.registryMirror?.mirrors ?? [])
    secrets.add(auth === undefined ? [] : secretsIn(auth));
  return { overrides: loaded.config?.overrides ?? none, diagnostics, sources: [source] };
}

/** Nothing is installed by this version, so the rows are only checked. */
async function loadLock(
  file: string,
  parse: ParseFile,
  { host }: CommandContext,
): Promise<OptionalFile> {
  const { value: bytes, diagnostics: unread } = await readOptionalFile(file, host.files);
  if (bytes === undefined) return { diagnostics: unread, sources: [] };
  const { diagnostics, source } = await loadLockFile({ file, bytes }, parse);
  return { diagnostics, sources: [source] };
}
