import type { JsonObject, JsonValue } from '../protocol/json.ts';
import type { ModelError, ModelErrorCategory, ProviderCrash } from '../protocol/model-error.ts';
import type { RateLimitSnapshot } from '../protocol/rate-limit.ts';
import type { StopReason, StreamMetadata } from '../protocol/stream-event.ts';
import type { Usage } from '../protocol/usage.ts';

/** A provider and one of its models. `provider` is the local name of `agent.hcl`. */
export interface ModelRef {
  readonly provider: string;
  readonly model: string;
}

/** A rate-limit budget and when it was read, milliseconds since the epoch. */
export interface ObservedRateLimit extends RateLimitSnapshot {
  readonly asOfMs: number;
}

export type TurnErrorCategory =
  | ModelErrorCategory
  | 'configuration'
  | 'no_eligible_model'
  | 'provider_unavailable'
  | 'provider_crashed';

/** Why a turn, or one attempt of it, failed; the original vendor failure stays reachable. */
export interface TurnError {
  readonly category: TurnErrorCategory;
  readonly message: string;
  readonly retryable: boolean;
  readonly retryAfterMs?: number | undefined;
  readonly provider?: string | undefined;
  readonly httpStatus?: number | undefined;
  readonly vendorCode?: string | undefined;
  readonly requestId?: string | undefined;
  readonly rawDetail?: string | undefined;
  /** What to do, where that of the category would mislead; one sentence. */
  readonly advice?: string | undefined;
  /** What the provider said, unchanged; an `Error` when our own connection to it broke its rules. */
  readonly cause?: ModelError | ProviderCrash | Error | undefined;
}

/** A failed attempt; kept for each, so that a chain never shows its last error only. */
export interface AttemptFailure {
  readonly attempt: number;
  readonly model: ModelRef;
  readonly error: TurnError;
}

export type TurnLimit = 'turns' | 'cost' | 'time' | 'repetition';
export type TurnStatus = 'success' | 'error' | 'cancelled' | 'limited';

export interface SkippedCandidate {
  readonly candidate: ModelRef;
  readonly reason: string;
}

/** How much of a conversation is sent. */
export interface ContextSize {
  readonly messages: number;
  readonly tokens: number;
  /** False: estimated from the text. */
  readonly exact: boolean;
}

/** How a turn ended. Sums run over all its attempts, failed ones included. */
export interface TurnOutcome {
  readonly status: TurnStatus;
  /** Text of the last attempt, also when it was cut. */
  readonly text: string;
  /** The value a complete answer is, when it was asked for by a schema. */
  readonly structured?: JsonValue | undefined;
  readonly stopReason?: StopReason | undefined;
  readonly matchedStopSequence?: string | undefined;
  /** Counters of all attempts; a counter no attempt reported is absent. `undefined`: none at all. */
  readonly usage?: Usage | undefined;
  /** US dollars; `undefined` when any part of it is unknown. */
  readonly costUsd?: number | undefined;
  readonly durationMs: number;
  readonly model?: ModelRef | undefined;
  readonly requestId?: string | undefined;
  /** Latest known budgets of the model that answered. */
  readonly rateLimits: readonly ObservedRateLimit[];
  /** The budget that is used up, when a rate limit ended the turn and the vendor's figures say so. */
  readonly exhausted?: ObservedRateLimit | undefined;
  /** The text was cut: error, cancel, limit or `max_tokens`. */
  readonly incomplete: boolean;
  readonly limit?: TurnLimit | undefined;
  /** Calls of a model with tools between them, the last one included; 1 without tools. */
  readonly turns?: number | undefined;
  /** The conversation as it was sent last, with the answer. */
  readonly contextSize?: ContextSize | undefined;
  /** A tool was run, so the turn has changed more than the conversation. */
  readonly hasRunTool?: boolean | undefined;
  readonly error?: TurnError | undefined;
  /** Every failed attempt, in order, also those that a retry or a fallback made good. */
  readonly failures?: readonly AttemptFailure[] | undefined;
}

/** The single source of every face: what happened in a turn, in order; `turn-end` is last. */
export type TurnEvent =
  | {
      readonly type: 'turn-start';
      /** 1-based turn of the run. */
      readonly turn: number;
      /** 1-based; counts on over retries and fallbacks. */
      readonly attempt: number;
      readonly model: ModelRef;
      /** Tokens the model takes, for "context used". */
      readonly contextWindow: number;
    }
  | { readonly type: 'stream-start'; readonly requestId: string }
  | { readonly type: 'text-delta'; readonly text: string }
  | { readonly type: 'thinking-delta'; readonly text: string }
  /** The model thought, and its vendor shows none of it. */
  | { readonly type: 'redacted-thinking' }
  | {
      readonly type: 'tool-call';
      readonly id: string;
      readonly name: string;
      readonly arguments: JsonObject;
    }
  | {
      readonly type: 'tool-result';
      readonly id: string;
      readonly isError: boolean;
      readonly content: string;
    }
  | {
      /** Cumulative within one attempt: the last one counts. */
      readonly type: 'usage';
      readonly usage: Usage;
      readonly costUsd?: number | undefined;
      /** The vendor served a model its provider does not list; the requested one's price is used. */
      readonly costIsEstimate?: boolean | undefined;
      /** What came with this event. */
      readonly rateLimits: readonly ObservedRateLimit[];
    }
  | {
      readonly type: 'metadata';
      readonly metadata: StreamMetadata;
      readonly rateLimits: readonly ObservedRateLimit[];
    }
  | {
      readonly type: 'retry-scheduled';
      /** The attempt that will follow. */
      readonly attempt: number;
      readonly maxAttempts: number;
      readonly delayMs: number;
      readonly category: TurnErrorCategory;
      readonly message: string;
      /** The exhausted budget, when snapshots name one. */
      readonly budget?: string | undefined;
      readonly resetsAtMs?: number | undefined;
      /** Of the failed attempt. */
      readonly requestId?: string | undefined;
      /** Text already shown is not part of the answer. */
      readonly discardsOutput: boolean;
    }
  | {
      readonly type: 'fallback';
      readonly from: ModelRef;
      readonly to: ModelRef;
      readonly reason: string;
      readonly skipped: readonly SkippedCandidate[];
      readonly discardsOutput: boolean;
    }
  | { readonly type: 'warning'; readonly message: string }
  | { readonly type: 'error'; readonly error: TurnError }
  | { readonly type: 'turn-end'; readonly outcome: TurnOutcome };
