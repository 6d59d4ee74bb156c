import type { JsonObject } from '../protocol/json.ts';
import type { ModelProvider } from '../protocol/model-provider.ts';
import type { Capabilities } from '../protocol/model-spec.ts';
import type { ModelRef, TurnError } from './turn-event.ts';

/** What the user or the file asks of one model. */
export interface CandidateParams {
  readonly thinkingEffort?: string | undefined;
  readonly thinkingBudgetTokens?: number | undefined;
  /** `--thinking-effort off`, `/thinking off`. */
  readonly thinkingOff?: boolean | undefined;
  readonly maxOutputTokens?: number | undefined;
  readonly temperature?: number | undefined;
  readonly stopSequences: readonly string[];
  readonly responseSchemaJson?: string | undefined;
}

/** One model of the chain, in order of preference. */
export interface TurnCandidate {
  readonly ref: ModelRef;
  readonly params: CandidateParams;
  /** For this provider only. */
  readonly providerOptions?: JsonObject | undefined;
}

/** `settings.retry`, in milliseconds. */
export interface RetryPolicy {
  readonly baseDelayMs: number;
  readonly backoffFactor: number;
  readonly maxRetries: number;
  readonly maxDelayMs: number;
  readonly maxWaitMs: number;
  readonly maxSessionRetries: number;
}

/** What a turn may do. */
export interface TurnPlan {
  /** The primary first; never empty. */
  readonly candidates: readonly TurnCandidate[];
  readonly retry: RetryPolicy;
  readonly maxCostUsd?: number | undefined;
  /** Milliseconds to the first event and between events (default 660,000). */
  readonly idleMs: number;
}

/** A provider after bring-up, or why there is none. */
export type ProviderLookup =
  | {
      readonly type: 'ready';
      readonly provider: ModelProvider;
      readonly capabilities: Capabilities;
    }
  | { readonly type: 'unavailable'; readonly error: TurnError };

/** Gives a provider by its local name, starting and configuring it on first use. */
export type ProviderDirectory = (name: string, signal: AbortSignal) => Promise<ProviderLookup>;
