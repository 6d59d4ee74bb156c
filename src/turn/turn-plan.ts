import type { JsonObject } from '../protocol/json.ts';
import type { ModelProvider } from '../protocol/model-provider.ts';
import type { Capabilities } from '../protocol/model-spec.ts';
import type { RepetitionBound } from './bounds.ts';
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
  /** Calls of a model in one run, tools between them; then a last answer without tools. */
  readonly maxTurns?: number | undefined;
  /** Identical tool calls that end a run as too many turns do. */
  readonly repetition?: RepetitionBound | undefined;
  /** The turn ends as `limited` once it has cost more; needs models of known price. */
  readonly maxCostUsd?: number | undefined;
  /** The turn ends as `limited` after so many milliseconds, waits included. */
  readonly maxDurationMs?: number | undefined;
  /** Milliseconds to the first event and between events (default 660,000). */
  readonly idleMs: number;
  /**
   * What becomes of the oldest turns of a conversation that is too long: they are left out
   * (default), or the model sums them up first, which costs a call.
   */
  readonly onOverflow?: 'drop' | 'summarize' | undefined;
  /** The user named the primary (`-m`): when it can not serve, that is an error, not a detour. */
  readonly primaryIsExplicit?: boolean | undefined;
  /**
   * What to do when an attempt fails after part of its answer was shown: `discard` says so and
   * tries again (default); `fail` ends the turn, for a face that can not take text back.
   */
  readonly afterOutput?: 'discard' | 'fail' | undefined;
}

/** Kernel side of the time limits of `model-protocol` §9.9, milliseconds. */
export const DEFAULT_IDLE_MS = 660_000;

/** `settings.retry` when the file has none. */
export const DEFAULT_RETRY_POLICY: RetryPolicy = {
  baseDelayMs: 500,
  backoffFactor: 2,
  maxRetries: 5,
  maxDelayMs: 60_000,
  maxWaitMs: 120_000,
  maxSessionRetries: 50,
};

/** A provider after bring-up, or why there is none. */
export type ProviderLookup =
  | {
      readonly type: 'ready';
      readonly provider: ModelProvider;
      readonly capabilities: Capabilities;
    }
  | { readonly type: 'unavailable'; readonly error: TurnError };

/**
 * Gives a provider by its local name, starting and configuring it on first use. Asked again after
 * a crash, it starts the provider afresh or, when that happened too often, says `unavailable`.
 * It never rejects for a provider that fails; when `signal` aborts it may answer either way.
 */
export type ProviderDirectory = (name: string, signal: AbortSignal) => Promise<ProviderLookup>;
