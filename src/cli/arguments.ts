/** Typed arguments of every command, as the command line gave them. */

export type OutputFormat = 'text' | 'json' | 'stream-json';
export type ColorChoice = 'auto' | 'always' | 'never';
export type ValidateFormat = 'text' | 'json' | 'github' | 'sarif';

/** Flags every command has. */
export interface GlobalArguments {
  readonly config?: string | undefined;
  readonly chdir?: string | undefined;
  /** `undefined`: not named, so `default`, which need not exist. */
  readonly profile?: string | undefined;
  readonly color: ColorChoice;
  readonly logLevel?: string | undefined;
  readonly logFile?: string | undefined;
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly trustProviders: boolean;
}

/** What a turn may be asked on the command line; flags win over the profile. */
export interface TurnArguments {
  /** `PROVIDER/MODEL`, split at the first slash. */
  readonly model?: string | undefined;
  readonly systemPrompt?: string | undefined;
  readonly appendSystemPrompt?: string | undefined;
  readonly thinkingEffort?: string | undefined;
  readonly thinkingBudget?: number | undefined;
  readonly maxOutputTokens?: number | undefined;
  readonly temperature?: number | undefined;
  readonly stop: readonly string[];
  /** `KEY=JSON` each. */
  readonly providerOptions: readonly string[];
  readonly maxCostUsd?: number | undefined;
}

/** Which conversation a command works in. */
export interface SessionArguments {
  /** Nothing of the conversation is kept. */
  readonly noSession: boolean;
  /** The last session of the same configuration goes on. */
  readonly continueLast: boolean;
  /** An id or its beginning. */
  readonly resume?: string | undefined;
  /** The session stays as it is, a copy goes on. */
  readonly fork: boolean;
}

export interface RunArguments extends GlobalArguments, TurnArguments, SessionArguments {
  readonly command: 'run';
  readonly prompt: readonly string[];
  readonly files: readonly string[];
  readonly outputFormat: OutputFormat;
  /** File with the JSON Schema of the answer. */
  readonly jsonSchema?: string | undefined;
  readonly maxTurns?: number | undefined;
  /** Milliseconds. */
  readonly timeoutMs?: number | undefined;
  readonly dryRun: boolean;
  readonly showThinking: boolean;
  readonly lastMessageFile?: string | undefined;
}

export interface ChatArguments extends GlobalArguments, TurnArguments, SessionArguments {
  readonly command: 'chat';
  readonly prompt: readonly string[];
  /** No cursor movement, for screen readers and dumb terminals. */
  readonly plain: boolean;
}

export interface ValidateArguments extends GlobalArguments {
  readonly command: 'validate';
  /** A file, a directory or `-`. */
  readonly path?: string | undefined;
  readonly format: ValidateFormat;
  readonly noEnv: boolean;
  readonly static: boolean;
  readonly live: boolean;
  readonly warningsAsErrors: boolean;
}

export interface InitArguments extends GlobalArguments {
  readonly command: 'init';
  readonly force: boolean;
}

export interface ProviderListArguments extends GlobalArguments {
  readonly command: 'provider-list';
  readonly json: boolean;
}

export interface ProviderCheckArguments extends GlobalArguments {
  readonly command: 'provider-check';
  /** A path, or a bare name to be found in `PATH`. */
  readonly program: string;
  readonly programArguments: readonly string[];
  /** File with the provider's configuration as one JSON object. */
  readonly providerConfig?: string | undefined;
  readonly model?: string | undefined;
  /** Bound of one call, milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** File with the request of every completion. */
  readonly request?: string | undefined;
  readonly expected: {
    readonly name?: string | undefined;
    readonly version?: string | undefined;
    readonly source?: string | undefined;
  };
  readonly suite: 'full' | 'reference';
  readonly noStream: boolean;
  readonly strict: boolean;
  readonly json: boolean;
}

export interface TrustArguments extends GlobalArguments {
  readonly command: 'trust';
  readonly json: boolean;
  readonly accept: boolean;
  readonly revoke: boolean;
  readonly digest: boolean;
  /** A host or origin to grant for every project. */
  readonly host?: string | undefined;
}

export interface ProviderTrustArguments extends GlobalArguments {
  readonly command: 'provider-trust';
  /** Local name in the file. */
  readonly name: string;
  readonly json: boolean;
  readonly revoke: boolean;
}

export interface ModelsArguments extends GlobalArguments {
  readonly command: 'models';
  readonly json: boolean;
}

export interface DoctorArguments extends GlobalArguments {
  readonly command: 'doctor';
  readonly json: boolean;
}

export interface SessionsArguments extends GlobalArguments {
  readonly command: 'sessions';
  readonly action: 'list' | 'show' | 'export' | 'remove';
  /** Ids or their beginnings. */
  readonly ids: readonly string[];
  readonly json: boolean;
  /** Of an export. */
  readonly format: 'json' | 'markdown';
}

export interface StatsArguments extends GlobalArguments {
  readonly command: 'stats';
  readonly json: boolean;
  /** Today and the days before it, in UTC; absent: all there is. */
  readonly days?: number | undefined;
}

export interface CompletionArguments extends GlobalArguments {
  readonly command: 'completion';
  readonly shell: 'bash' | 'zsh' | 'fish';
}

export type CommandArguments =
  | RunArguments
  | ChatArguments
  | ValidateArguments
  | InitArguments
  | ProviderListArguments
  | ProviderCheckArguments
  | TrustArguments
  | ProviderTrustArguments
  | ModelsArguments
  | DoctorArguments
  | SessionsArguments
  | StatsArguments
  | CompletionArguments;

/** What a command line means. */
export type CommandLine =
  | { readonly type: 'command'; readonly arguments: CommandArguments }
  /** Help or the version: print it on stdout, exit 0. */
  | { readonly type: 'text'; readonly text: string }
  /** Print it on stderr, exit 2; `command` is the word it was about, as far as it is known. */
  | { readonly type: 'usage-error'; readonly message: string; readonly command?: string };
