/** How a turn ended, summed over all its attempts. Pure. */
import type { JsonValue } from '../protocol/json.ts';
import type { Usage } from '../protocol/usage.ts';
import { addCosts, toUsd } from './cost.ts';
import type { StopCause } from './interrupt.ts';
import { exhaustedBudget } from './rate-limit.ts';
import type { AttemptEnd, AttemptResult } from './run-attempt.ts';
import { errorOfDefect } from './turn-error.ts';
import type {
  AttemptFailure,
  ContextSize,
  ModelRef,
  ObservedRateLimit,
  TurnError,
  TurnLimit,
  TurnOutcome,
  TurnStatus,
} from './turn-event.ts';

/** The end of a turn: of its last attempt, or before any. */
export type TurnEnding =
  | (AttemptEnd & { readonly type: 'stop' })
  | { readonly type: 'failed'; readonly error: TurnError }
  | { readonly type: 'interrupted'; readonly cause: StopCause };

/** What an answer is by the schema it was asked for. */
export type AnswerVerdict =
  | { readonly type: 'value'; readonly value: JsonValue }
  | { readonly type: 'fault'; readonly error: TurnError };

export interface OutcomeInput {
  readonly ending: TurnEnding;
  /** All attempts, in order. */
  readonly results: readonly AttemptResult[];
  /** The attempt whose text counts; absent when that text was discarded. */
  readonly last: AttemptResult | undefined;
  readonly model: ModelRef | undefined;
  readonly isOverCost: boolean;
  readonly durationMs: number;
  readonly rateLimits: readonly ObservedRateLimit[];
  readonly failures: readonly AttemptFailure[];
  /** The bound that made this step the last. */
  readonly limit?: TurnLimit | undefined;
  /** Steps of the run. */
  readonly turns: number;
  readonly contextSize: ContextSize;
  readonly hasRunTool: boolean;
  readonly answer?: AnswerVerdict | undefined;
  /** What was said before the last step: the answer so far, when that step was cut too early. */
  readonly earlierText?: string | undefined;
}

export function summarize(input: OutcomeInput): TurnOutcome {
  const { ending, last, results, failures } = input;
  const stop = ending.type === 'stop' ? ending : undefined;
  const { answer } = input;
  const error = answer?.type === 'fault' ? answer.error : errorOf(ending, input.model);
  const limit = error === undefined ? limitOf(input) : undefined;
  const status = statusOf(ending, error, limit);
  return {
    status,
    text: textOf(input),
    ...(answer?.type === 'value' && status === 'success' ? { structured: answer.value } : {}),
    stopReason: stop && stopReasonOf(stop, last),
    matchedStopSequence: stop?.matchedStopSequence,
    usage: sumUsage(results.map((result) => result.brought.usage)),
    costUsd: sumCost(results),
    durationMs: input.durationMs,
    model: input.model,
    requestId: last?.brought.requestId,
    rateLimits: input.rateLimits,
    ...(error?.category === 'rate_limited' ? { exhausted: exhaustedBudget(input.rateLimits) } : {}),
    // A complete answer that cost more than allowed is limited, but not cut.
    incomplete:
      stop === undefined ||
      error !== undefined ||
      stop.reason === 'max_tokens' ||
      input.limit !== undefined,
    limit,
    turns: input.turns,
    contextSize: input.contextSize,
    ...(input.hasRunTool ? { hasRunTool: true } : {}),
    error,
    failures: failures.length === 0 ? undefined : failures,
  };
}

function textOf({ ending, last, earlierText = '' }: OutcomeInput): string {
  const text = last?.brought.message.text() ?? '';
  return text === '' && ending.type === 'interrupted' ? earlierText : text;
}

function errorOf(ending: TurnEnding, model: ModelRef | undefined): TurnError | undefined {
  if (ending.type === 'failed') return ending.error;
  if (ending.type === 'interrupted') return undefined;
  const provider = model?.provider;
  switch (ending.reason) {
    case 'refusal':
      return declined('The model declined to answer.', provider);
    case 'content_filtered':
      return declined('The vendor’s content filter ended the answer.', provider);
    case 'cancelled': {
      const message = 'the call was ended as cancelled, but nobody had cancelled it';
      return errorOfDefect(message, model ?? { provider: '', model: '' });
    }
    case 'end_turn':
    case 'tool_use':
    case 'max_tokens':
    case 'stop_sequence':
      return undefined;
  }
}

function declined(message: string, provider: string | undefined): TurnError {
  return { category: 'content_filtered', message, retryable: false, provider };
}

function limitOf({ ending, isOverCost, limit }: OutcomeInput): TurnLimit | undefined {
  if (ending.type !== 'interrupted') return limit ?? (isOverCost ? 'cost' : undefined);
  switch (ending.cause) {
    case 'time':
    case 'idle':
      return 'time';
    case 'cost':
      return 'cost';
    case 'cancelled':
      return undefined;
  }
}

function statusOf(
  ending: TurnEnding,
  error: TurnError | undefined,
  limit: TurnLimit | undefined,
): TurnStatus {
  if (error !== undefined) return 'error';
  if (limit !== undefined) return 'limited';
  return ending.type === 'interrupted' ? 'cancelled' : 'success';
}

/** A call of a tool nobody offered ends the turn for it, whatever the provider said. */
function stopReasonOf(
  stop: TurnEnding & { readonly type: 'stop' },
  last: AttemptResult | undefined,
) {
  const isCalling = stop.reason === 'end_turn' && last?.brought.undeclaredTool !== undefined;
  return isCalling ? 'tool_use' : stop.reason;
}

const COUNTERS = ['cacheReadTokens', 'cacheWriteTokens', 'reasoningTokens'] as const;

/** Adds the five counters; one that nobody reported stays absent. */
function sumUsage(usages: readonly (Usage | undefined)[]): Usage | undefined {
  const known = usages.filter((usage) => usage !== undefined);
  if (known.length === 0) return undefined;
  const optional = COUNTERS.flatMap((name) => {
    const values = known.map((usage) => usage[name]).filter((value) => value !== undefined);
    return values.length === 0 ? [] : [[name, sum(values)] as const];
  });
  return {
    inputTokens: sum(known.map((usage) => usage.inputTokens)),
    outputTokens: sum(known.map((usage) => usage.outputTokens)),
    ...Object.fromEntries(optional),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function sumCost(results: readonly AttemptResult[]): number | undefined {
  const total = addCosts(results.map((result) => result.cost));
  return total === undefined ? undefined : toUsd(total);
}
