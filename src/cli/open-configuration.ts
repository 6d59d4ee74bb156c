/** Finds and loads the configuration of a command: the user's own file, then `agent.hcl`. */
import { join } from 'node:path';
import type { KnownProvider } from '../config/check-known.ts';
import type { Config } from '../config/config.ts';
import { configNotFound, findConfig } from '../config/find.ts';
import { loadGlobalConfig, NO_GLOBAL_CONFIG } from '../config/global-file.ts';
import { type ConfigText, type LoadedConfig, loadConfig, type ParseFile } from '../config/load.ts';
import { secretsIn } from '../config/secret.ts';
import { type Diagnostic, hasErrors } from '../diagnostics/diagnostic.ts';
import type { SourceText, SourceTexts } from '../diagnostics/source-text.ts';
import type { GlobalArguments } from './arguments.ts';
import { builtIns } from './built-ins.ts';
import type { CommandContext } from './command-context.ts';
import { openParser } from './open-parser.ts';
import { userDirectory } from './paths.ts';
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
  const configDirectory = userDirectory('config', host.environment);
  const found = await findConfig({
    path: options.path ?? args.config ?? host.environment['AGENT_CONFIG'],
    takesDirectory: options.takesDirectory,
    userDirectory: configDirectory,
    workingDirectory: host.workingDirectory,
    userId: host.userId,
    files: host.files,
    stdin: host.stdin.chunks(),
  });
  if (found.value === undefined && (found.diagnostics.length > 0 || options.needsFile === true)) {
    const { diagnostics } =
      found.diagnostics.length > 0 ? found : configNotFound({ userDirectory: configDirectory });
    return {
      file: options.path ?? args.config ?? 'agent.hcl',
      diagnostics,
      sources: new Map(),
      isBuiltIn: false,
    };
  }
  const text = found.value ?? builtInText(host.workingDirectory);
  const parser = openParser(context);
  const evaluation = { environment: host.environment, noEnv: options.noEnv };
  const global = await loadGlobal(join(configDirectory, 'config.hcl'), parser, context);
  const known: ReadonlyMap<string, KnownProvider> = builtIns;
  const loaded = await loadConfig(text, {
    ...evaluation,
    parse: parser,
    builtIns: known,
    overrides: global.overrides,
  });
  for (const { config } of loaded.values.values()) secrets.add(secretsIn(config));
  for (const { environment } of loaded.providers) secrets.add(urlSecrets(environment.values()));
  return {
    file: text.file,
    diagnostics: [...global.diagnostics, ...loaded.diagnostics],
    sources: new Map([...global.sources, loaded.source].map((source) => [source.file, source])),
    loaded,
    isBuiltIn: found.value === undefined,
  };
}

function builtInText(workingDirectory: string): ConfigText {
  const bytes = new TextEncoder().encode(BUILT_IN_CONFIG);
  return { file: BUILT_IN_NAME, bytes, projectRoot: workingDirectory };
}

interface GlobalFile {
  readonly overrides: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: readonly SourceText[];
}

/** The user's own file is optional; what is wrong in it is told like any other fault. */
async function loadGlobal(
  file: string,
  parse: ParseFile,
  { host }: CommandContext,
): Promise<GlobalFile> {
  const bytes = await host.files.read(file).catch(() => undefined);
  if (bytes === undefined) {
    return { overrides: NO_GLOBAL_CONFIG.overrides, diagnostics: [], sources: [] };
  }
  const { environment } = host;
  const { config, source, diagnostics } = await loadGlobalConfig(
    { file, bytes },
    { parse, environment },
  );
  const { overrides } = config ?? NO_GLOBAL_CONFIG;
  return { overrides, diagnostics, sources: [source] };
}
