/** When a run of several turns has to come to its end, and whether it may still say a last word. Pure. */
import type { JsonValue } from '../protocol/json.ts';
import type { ModelSpec } from '../protocol/model-spec.ts';
import { type AttoUsd, findTier, toUsd, worstCost } from './cost.ts';
import type { ToolCall } from './tool-handler.ts';

/** The most a last answer under a cost limit may have, tokens. */
const LAST_ANSWER_TOKENS = 1_024;

/** How many identical calls among the latest ones are a loop (`settings.doom_loop`). */
export interface RepetitionBound {
  readonly threshold: number;
  readonly windowSize: number;
}

/**
 * A call that was made so often, with equal arguments, that the model goes round in circles.
 *
 * @param calls - All calls of the run, in order.
 */
export function repeatedCall(
  calls: readonly ToolCall[],
  { threshold, windowSize }: RepetitionBound,
): ToolCall | undefined {
  const counts = new Map<string, number>();
  for (const call of calls.slice(-windowSize)) {
    const key = JSON.stringify([call.name, ordered(call.arguments)]);
    const count = (counts.get(key) ?? 0) + 1;
    if (count >= threshold) return call;
    counts.set(key, count);
  }
  return undefined;
}

/** The same arguments in another order are the same arguments. */
function ordered(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  // `Array.isArray` does not narrow a readonly array.
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(ordered);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, item]) => [name, ordered(item)]));
}

export interface CostSituation {
  readonly spec: ModelSpec;
  readonly nowMs: number;
  /** Of the next request. */
  readonly promptTokens: number;
  /** The largest answer so far, reasoning included. */
  readonly largestAnswerTokens: number;
  readonly spent: AttoUsd;
  readonly maxCostUsd: number;
}

/**
 * What a cost limit lets follow. A turn like those before is begun while its prompt and the
 * largest answer so far fit in what is left; otherwise a last answer is, when even its worst case
 * fits: the prompt and all tokens it may have. A price nobody knows fits nowhere.
 */
export function costAllows(situation: CostSituation): 'turn' | 'last-answer' | 'nothing' {
  const { spec, largestAnswerTokens } = situation;
  const lastTokens = lastAnswerTokens(spec);
  if (fits(situation, Math.max(largestAnswerTokens, lastTokens))) return 'turn';
  return fits(situation, lastTokens) ? 'last-answer' : 'nothing';
}

/** The output limit of a last answer. */
export function lastAnswerTokens({ maxOutputTokens }: ModelSpec): number {
  return Math.min(maxOutputTokens, LAST_ANSWER_TOKENS);
}

function fits(
  { spec, nowMs, promptTokens, spent, maxCostUsd }: CostSituation,
  outputTokens: number,
): boolean {
  const { pricing } = spec;
  if (pricing?.free === true && pricing.priceUnknown !== true) return true;
  if (pricing === undefined || pricing.priceUnknown === true) return false;
  const tier = findTier(pricing.tiers, nowMs, promptTokens);
  return (
    tier !== undefined && toUsd(spent + worstCost(tier, promptTokens, outputTokens)) <= maxCostUsd
  );
}
