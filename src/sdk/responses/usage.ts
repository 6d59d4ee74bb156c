import type { JsonValue } from '../../protocol/json.ts';
import type { Usage } from '../../protocol/usage.ts';
import { countAt } from '../json.ts';

/**
 * Counters of a Responses `usage` object, made disjoint: cached and written tokens stand inside the
 * input, reasoning inside the output, unless the server's own total says otherwise.
 */
export function responsesUsage(usage: JsonValue | undefined): Usage | undefined {
  const input = countAt(usage, 'input_tokens');
  const output = countAt(usage, 'output_tokens');
  if (input === undefined && output === undefined) return undefined;
  const cacheRead = countAt(usage, 'input_tokens_details', 'cached_tokens');
  const cacheWrite = countAt(usage, 'input_tokens_details', 'cache_write_tokens');
  const reasoning = countAt(usage, 'output_tokens_details', 'reasoning_tokens');
  const total = countAt(usage, 'total_tokens');
  const plain = (input ?? 0) + (output ?? 0);
  const isOutside =
    (reasoning ?? 0) > (output ?? 0) || (total !== plain && total === plain + (reasoning ?? 0));
  return {
    inputTokens: uncached(input ?? 0, cacheRead ?? 0, cacheWrite ?? 0),
    outputTokens: isOutside ? (output ?? 0) : Math.max(0, (output ?? 0) - (reasoning ?? 0)),
    ...(cacheRead === undefined ? {} : { cacheReadTokens: cacheRead }),
    ...(cacheWrite === undefined ? {} : { cacheWriteTokens: cacheWrite }),
    ...(reasoning === undefined ? {} : { reasoningTokens: reasoning }),
  };
}

/** More cached than input means that the cached tokens were counted on top. */
function uncached(input: number, cacheRead: number, cacheWrite: number): number {
  return cacheRead > input ? input : Math.max(0, input - cacheRead - cacheWrite);
}
