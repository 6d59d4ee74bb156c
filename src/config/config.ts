/** The typed result of loading an `agent.hcl`: everything but the providers' own bodies. */
import type { SourceRange } from '../diagnostics/source-range.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { Implementation } from './provider-source.ts';
import type { RawBody } from './syntax/ast.ts';

/** A value together with where it was written. */
export interface Located<T> {
  readonly value: T;
  readonly range: SourceRange;
}

export interface RequiredProvider {
  readonly localName: string;
  readonly source: Located<string>;
  readonly version?: Located<string> | undefined;
  /** The whole entry, for diagnostics about the provider. */
  readonly range: SourceRange;
}

/** A provider block, or a required entry without one; its body waits for the provider's schema. */
export interface ProviderBlock {
  readonly localName: string;
  /** Header of the block, or the `required_providers` entry. */
  readonly range: SourceRange;
  /** Who serves it; absent where nobody does, which is reported. */
  readonly implementation?: Implementation | undefined;
  /** Where `required_providers` says so; absent without an entry there. */
  readonly sourceRange?: SourceRange | undefined;
  /** Without `environment {}`; absent when there is no block. */
  readonly body?: RawBody | undefined;
  /** `NAME → value`, already evaluated; never logged. */
  readonly environment: ReadonlyMap<string, string>;
  /** Where each entry of `environment {}` was written. */
  readonly environmentRanges: ReadonlyMap<string, SourceRange>;
}

export interface ModelChoice {
  readonly provider: Located<string>;
  readonly id: Located<string>;
  readonly thinkingEffort?: Located<string> | undefined;
  readonly thinkingBudgetTokens?: Located<number> | undefined;
  readonly maxOutputTokens?: number | undefined;
  readonly temperature?: number | undefined;
  readonly providerOptions?: Located<JsonObject> | undefined;
}

export interface AgentProfile {
  readonly name: string;
  readonly range: SourceRange;
  readonly primary?: ModelChoice | undefined;
  readonly fallbacks: readonly ModelChoice[];
  readonly tools: readonly Located<string>[];
  readonly slashCommands: readonly string[];
  readonly maxTurns: number;
  readonly maxCostUsd?: number | undefined;
  readonly maxWallClockS?: number | undefined;
  readonly maxDepth?: number | undefined;
  readonly maxConcurrentSubagents: number;
}

export type PolicyAction = 'allow' | 'ask' | 'deny';
export type PolicyRisk = 'read_only' | 'low' | 'moderate' | 'high' | 'critical';
export type PolicyKind = 'resource' | 'data_source';

export interface PolicyRule {
  readonly name: string;
  readonly range: SourceRange;
  readonly match: {
    readonly toolName?: string | undefined;
    readonly provider?: string | undefined;
    readonly risk?: PolicyRisk | undefined;
    readonly kind?: PolicyKind | undefined;
  };
  readonly action: PolicyAction;
}

export interface HookBlock {
  readonly point: string;
  readonly range: SourceRange;
  readonly provider: Located<string>;
  readonly mode: 'observe' | 'transform' | 'veto';
  readonly timeoutMs?: number | undefined;
}

export interface RetrySettings {
  readonly baseDelayMs: number;
  readonly backoffFactor: number;
  readonly maxRetries: number;
  /** Cap of one computed delay. */
  readonly maxDelayMs: number;
  /** Longest vendor-given wait that is waited for. */
  readonly maxWaitMs: number;
  readonly maxSessionRetries: number;
}

export interface ObservabilitySettings {
  readonly endpoint: string;
  /** Where the endpoint was written; absent for the default. */
  readonly endpointRange?: SourceRange | undefined;
  readonly protocol: 'grpc' | 'http';
  readonly samplingRatio: number;
  readonly tracesEnabled: boolean;
  readonly metricsEnabled: boolean;
  readonly logsEnabled: boolean;
  readonly exportIntervalMs: number;
  readonly serviceName: string;
  readonly resourceAttrs: Readonly<Record<string, string>>;
}

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal';

export interface Settings {
  readonly defaultFrontend: string;
  readonly logLevel: LogLevel;
  readonly telemetry: boolean;
  readonly defaultHookTimeoutMs: number;
  readonly defaultToolTimeoutMs: number;
  readonly maxDepth?: number | undefined;
  /** What becomes of the oldest turns of a conversation that is too long for its model. */
  readonly onOverflow: 'drop' | 'summarize';
  readonly retry: RetrySettings;
  readonly observability: ObservabilitySettings;
  readonly eventBus: { readonly subscribeQueueBound: number };
  readonly doomLoop: { readonly windowSize: number; readonly threshold: number };
}

export interface Config {
  /** The path as given, `<stdin>` for standard input. */
  readonly file: string;
  /** Absolute: the directory of the file, or the working directory for standard input. */
  readonly projectRoot: string;
  readonly requiredProviders: readonly RequiredProvider[];
  /** Configured providers in order of the text. */
  readonly providers: readonly ProviderBlock[];
  readonly policies: readonly PolicyRule[];
  readonly profiles: ReadonlyMap<string, AgentProfile>;
  readonly hooks: readonly HookBlock[];
  readonly settings: Settings;
}
