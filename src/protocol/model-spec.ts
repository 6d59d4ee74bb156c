import type { ConfigSchema } from './config-schema.ts';
import type { ToolChoiceMode } from './model-request.ts';
import type { RateLimitSnapshot } from './rate-limit.ts';

export interface EffortControl {
  /** Non-empty, least to most. */
  readonly levels: readonly string[];
  readonly default: string;
}

export interface BudgetControl {
  /** Inclusive, tokens. */
  readonly min: number;
  readonly max: number;
  /** Absent: no reasoning by default. */
  readonly default?: number | undefined;
  readonly deprecated: boolean;
}

export type ThinkingDisableSupport = 'unspecified' | 'never' | 'always' | 'conditional';

/** How a model's reasoning can be steered; the axes combine freely. */
export interface ThinkingSpec {
  readonly supported: boolean;
  readonly effort?: EffortControl | undefined;
  readonly budget?: BudgetControl | undefined;
  readonly adaptiveByDefault: boolean;
  readonly disable: ThinkingDisableSupport;
  readonly supportsReasoningSummary?: boolean | undefined;
  readonly defaultReasoningSummary?: string | undefined;
}

export interface CachingSpec {
  readonly supported: boolean;
  readonly keepaliveSupported: boolean;
  readonly explicitMarkers: boolean;
  readonly implicitAutomatic: boolean;
}

/** Prices for one interval of time and prompt size; both half-open, an absent bound is open. */
export interface PricingTier {
  /** Milliseconds since the epoch. */
  readonly effectiveFromMs?: number | undefined;
  readonly effectiveUntilMs?: number | undefined;
  /** US dollars for a million tokens, like every rate here. */
  readonly inputPerMtok: number;
  readonly outputPerMtok: number;
  readonly cacheWritePerMtok?: number | undefined;
  readonly cacheReadPerMtok?: number | undefined;
  readonly batchInputPerMtok?: number | undefined;
  readonly batchOutputPerMtok?: number | undefined;
  readonly imageInputPerMtok?: number | undefined;
  readonly audioInputPerMtok?: number | undefined;
  /** Prompt size: input + cache read + cache write. */
  readonly inputTokensFrom?: number | undefined;
  readonly inputTokensUntil?: number | undefined;
}

export interface Pricing {
  readonly currency: string;
  readonly free: boolean;
  /** The rates are placeholders: a cost is never computed from them. */
  readonly priceUnknown?: boolean | undefined;
  readonly tiers: readonly PricingTier[];
  readonly sourceUnit?: string | undefined;
}

/** Picker text; ignoring it changes nothing. */
export interface CatalogMetadata {
  readonly displayName?: string | undefined;
  readonly description?: string | undefined;
  /** Absent: visible. */
  readonly visible?: boolean | undefined;
  /** Higher first. */
  readonly priority?: number | undefined;
  readonly supportedInApi?: boolean | undefined;
  readonly aliases: readonly string[];
  readonly family?: string | undefined;
}

export interface VerbositySpec {
  readonly supported: boolean;
  readonly levels: readonly string[];
  readonly default?: string | undefined;
}

/**
 * One servable model. `thinking`, `caching` and `pricing` are required by the contract; they are
 * optional here because a foreign provider may leave them out, which bring-up then refuses.
 */
export interface ModelSpec {
  readonly id: string;
  readonly contextWindow: number;
  readonly maxOutputTokens: number;
  readonly supportsToolUse: boolean;
  readonly supportsVision: boolean;
  readonly supportsDocuments: boolean;
  readonly supportsStreaming: boolean;
  readonly supportsParallelToolCalls?: boolean | undefined;
  readonly supportsResponseSchema?: boolean | undefined;
  readonly thinking?: ThinkingSpec | undefined;
  readonly caching?: CachingSpec | undefined;
  readonly pricing?: Pricing | undefined;
  readonly supportedToolChoiceModes: readonly ToolChoiceMode[];
  readonly catalog?: CatalogMetadata | undefined;
  readonly maxContextWindow?: number | undefined;
  readonly effectiveContextWindowPercent?: number | undefined;
  readonly autoCompactTokenLimit?: number | undefined;
  readonly verbosity?: VerbositySpec | undefined;
  readonly serviceTiers?: readonly string[] | undefined;
  readonly apiBackend?: string | undefined;
  readonly truncationPolicy?: string | undefined;
  readonly compHash?: string | undefined;
}

export type AuthMethod = 'unspecified' | 'api_key' | 'product_session' | 'deployment_key';
export type MeteringDomain = 'unspecified' | 'subscription_pool' | 'metered_api';

/** The shape of a credential, without revealing it. */
export interface AuthDescriptor {
  readonly method: AuthMethod;
  readonly metering: MeteringDomain;
  readonly plan?: string | undefined;
  readonly labels: Readonly<Record<string, string>>;
}

/** Live account state, as the vendor reports it. */
export interface AccountSnapshot extends AuthDescriptor {
  readonly quotas: readonly RateLimitSnapshot[];
  readonly fetchedAtMs?: number | undefined;
}

export interface PromptExpansion {
  readonly name: string;
  readonly description: string;
  readonly template: string;
}

/** Everything a provider declares about itself. */
export interface Capabilities {
  readonly models: readonly ModelSpec[];
  readonly slashCommands: readonly PromptExpansion[];
  /** Required by the contract; a foreign provider may omit it, which bring-up refuses. */
  readonly configSchema?: ConfigSchema | undefined;
  readonly supportedHookPoints: readonly string[];
  readonly auth?: AuthDescriptor | undefined;
  readonly catalogEtag?: string | undefined;
  readonly catalogFetchedAtMs?: number | undefined;
}

/** Who a provider says it is. */
export interface ProducerRef {
  readonly name: string;
  readonly version: string;
  readonly source: string;
  /** `model` for every provider this program runs. */
  readonly category: string;
  readonly protocolVersion: number;
}
