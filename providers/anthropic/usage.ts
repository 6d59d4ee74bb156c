// The vendor's counters as they accumulate in a stream, and our five that never overlap.
import {
  arrayAt,
  countAt,
  type JsonObject,
  type JsonValue,
  objectAt,
  stringAt,
  type Usage,
} from 'agent-hcl/sdk';

/**
 * Merges a later report into an earlier one. Reports are cumulative: the last figure of each field
 * wins and nothing is ever added up; `null` is no news.
 */
export function mergeUsage(
  earlier: JsonObject | undefined,
  report: JsonObject | undefined,
): JsonObject | undefined {
  if (report === undefined) return earlier;
  const news = Object.entries(report).flatMap(([name, value]): [string, JsonValue][] => {
    if (value === null) return [];
    const group = objectAt(value);
    return [[name, mergeUsage(objectAt(earlier, name), group) ?? value]];
  });
  return { ...earlier, ...Object.fromEntries(news) };
}

/**
 * Our counters of a merged report. The vendor's `input_tokens` already leaves out both cache
 * counters, its `output_tokens` includes thinking.
 *
 * @returns `undefined` when nothing was reported: absent is honest, zero would be a claim.
 */
export function toUsage(report: JsonObject | undefined): Usage | undefined {
  if (!COUNTERS.some((name) => countAt(report, name) !== undefined)) return undefined;
  const total = billedTotals(report);
  const thinking = countAt(report, 'output_tokens_details', 'thinking_tokens');
  const reasoning = thinking === undefined ? undefined : Math.min(thinking, total.output_tokens);
  return {
    inputTokens: total.input_tokens,
    outputTokens: total.output_tokens - (reasoning ?? 0),
    cacheReadTokens: total.cache_read_input_tokens,
    cacheWriteTokens: total.cache_creation_input_tokens,
    reasoningTokens: reasoning,
    components: components(report),
  };
}

const COUNTERS = [
  'input_tokens',
  'output_tokens',
  'cache_read_input_tokens',
  'cache_creation_input_tokens',
] as const;

type Totals = Readonly<Record<(typeof COUNTERS)[number], number>>;

/**
 * The top level is the whole bill, except that it leaves out a compaction pass: then the passes are
 * summed. Advisor passes are billed at another model's rate and stay out.
 */
function billedTotals(report: JsonObject | undefined): Totals {
  const passes = arrayAt(report, 'iterations');
  const ofType = (type: string) => passes.filter((pass) => stringAt(pass, 'type') === type);
  const compactions = ofType('compaction');
  if (compactions.length === 0) return sum([report]);
  // After a fallback the passes are of two models, and only the top level says what was billed.
  if (ofType('fallback_message').length > 0) return sum([report, ...compactions]);
  return sum([...compactions, ...ofType('message')]);
}

function sum(parts: readonly (JsonValue | undefined)[]): Totals {
  const total = (name: string) =>
    parts.reduce<number>((subtotal, part) => subtotal + (countAt(part, name) ?? 0), 0);
  return {
    input_tokens: total('input_tokens'),
    output_tokens: total('output_tokens'),
    cache_read_input_tokens: total('cache_read_input_tokens'),
    cache_creation_input_tokens: total('cache_creation_input_tokens'),
  };
}

/** Counters with a price of their own: cache writes by lifetime, and tools the vendor ran. */
function components(report: JsonObject | undefined): NonNullable<Usage['components']> {
  return ['cache_creation', 'server_tool_use'].flatMap((group) =>
    Object.keys(objectAt(report, group) ?? {}).flatMap((name) => {
      const value = countAt(report, group, name);
      return value === undefined || value === 0 ? [] : [{ name, value }];
    }),
  );
}
