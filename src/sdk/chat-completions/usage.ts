import type { JsonValue } from '../../protocol/json.ts';
import type { Usage } from '../../protocol/usage.ts';
import { countAt } from '../json.ts';

/**
 * Counters of a `usage` object, made disjoint.
 *
 * Servers disagree on whether reasoning stands inside the completion and whether cached tokens stand
 * inside the prompt, so their own total decides where it can.
 *
 * @returns `undefined` when nothing was counted: absent is honest, zero is a claim.
 */
export function chatUsage(usage: JsonValue | undefined): Usage | undefined {
  const prompt = countAt(usage, 'prompt_tokens');
  const completion = countAt(usage, 'completion_tokens');
  if (prompt === undefined && completion === undefined) return undefined;
  const cacheRead = firstCount(usage, [
    ['prompt_tokens_details', 'cached_tokens'],
    ['prompt_cache_hit_tokens'],
    ['num_cached_tokens'],
  ]);
  const cacheWrite = countAt(usage, 'prompt_tokens_details', 'cache_write_tokens');
  const reasoning = countAt(usage, 'completion_tokens_details', 'reasoning_tokens');
  const total = countAt(usage, 'total_tokens');
  return {
    inputTokens: withoutCached(prompt ?? 0, cacheRead ?? 0, cacheWrite ?? 0),
    outputTokens: withoutReasoning({ prompt, completion, reasoning, total }),
    ...(cacheRead === undefined ? {} : { cacheReadTokens: cacheRead }),
    ...(cacheWrite === undefined ? {} : { cacheWriteTokens: cacheWrite }),
    ...(reasoning === undefined ? {} : { reasoningTokens: reasoning }),
  };
}

/** What a llama.cpp server reports in `timings` when it sends no `usage`. */
export function timingsUsage(timings: JsonValue | undefined): Usage | undefined {
  const prompt = countAt(timings, 'prompt_n');
  const predicted = countAt(timings, 'predicted_n');
  if (prompt === undefined && predicted === undefined) return undefined;
  const cached = countAt(timings, 'cache_n');
  return {
    inputTokens: prompt ?? 0,
    outputTokens: predicted ?? 0,
    ...(cached === undefined ? {} : { cacheReadTokens: cached }),
  };
}

function firstCount(
  usage: JsonValue | undefined,
  paths: readonly (readonly string[])[],
): number | undefined {
  for (const path of paths) {
    const count = countAt(usage, ...path);
    if (count !== undefined) return count;
  }
  return undefined;
}

/** More cached than prompt means that the cached tokens were counted on top. */
function withoutCached(prompt: number, cacheRead: number, cacheWrite: number): number {
  if (cacheRead > prompt) return prompt;
  return Math.max(0, prompt - cacheRead - cacheWrite);
}

interface OutputCounts {
  readonly prompt: number | undefined;
  readonly completion: number | undefined;
  readonly reasoning: number | undefined;
  readonly total: number | undefined;
}

function withoutReasoning({ prompt = 0, completion = 0, reasoning = 0, total }: OutputCounts) {
  const isOutside =
    reasoning > completion ||
    (total !== prompt + completion && total === prompt + completion + reasoning);
  return isOutside ? completion : Math.max(0, completion - reasoning);
}
