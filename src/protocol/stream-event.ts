import type { ModelError } from './model-error.ts';
import type { RateLimitSnapshot } from './rate-limit.ts';
import type { Usage } from './usage.ts';

export const STOP_REASONS = [
  'end_turn',
  'tool_use',
  'max_tokens',
  'content_filtered',
  'cancelled',
  'refusal',
  'stop_sequence',
] as const;

export type StopReason = (typeof STOP_REASONS)[number];

/** How the vendor serves a request; later fields supersede earlier ones one by one. */
export interface StreamMetadata {
  readonly actualModel?: string | undefined;
  readonly systemFingerprint?: string | undefined;
  readonly serviceTier?: string | undefined;
  readonly rateLimits: readonly RateLimitSnapshot[];
  readonly liveContextWindow?: number | undefined;
  readonly liveMaxOutputTokens?: number | undefined;
  readonly catalogEtag?: string | undefined;
  readonly attrs: Readonly<Record<string, string>>;
}

/**
 * One event of a completion, in the order of `model-protocol` §5: deltas, usage, then exactly one
 * `stop` or `error`, which is last. A failure is an event, never an exception.
 */
export type StreamEvent =
  | {
      readonly type: 'stream-start';
      readonly requestId: string;
      readonly correlationIds: Readonly<Record<string, string>>;
    }
  | { readonly type: 'text-delta'; readonly text: string }
  | { readonly type: 'thinking-delta'; readonly text: string }
  | { readonly type: 'thinking-signature'; readonly signature: Uint8Array }
  | { readonly type: 'redacted-thinking'; readonly data: Uint8Array }
  | { readonly type: 'tool-call-start'; readonly id: string; readonly name: string }
  | { readonly type: 'tool-call-delta'; readonly id: string; readonly argumentsFragment: string }
  | { readonly type: 'tool-call-done'; readonly id: string }
  | {
      readonly type: 'usage';
      readonly usage: Usage;
      readonly rateLimits: readonly RateLimitSnapshot[];
    }
  | { readonly type: 'metadata'; readonly metadata: StreamMetadata }
  | {
      readonly type: 'stop';
      readonly reason: StopReason;
      /** With `stop_sequence` only. */
      readonly matchedStopSequence?: string | undefined;
      /** Number of a reason this program does not know yet; `reason` is then `end_turn`. */
      readonly unknownReason?: number | undefined;
    }
  | { readonly type: 'error'; readonly error: ModelError };
