// The vendor's counters as ours, which never overlap.
import { countAt, type JsonObject, type Usage } from 'agent-hcl/sdk';

const COUNTERS = [
  'promptTokenCount',
  'candidatesTokenCount',
  'thoughtsTokenCount',
  'toolUsePromptTokenCount',
  'totalTokenCount',
];

/** Whether a report counts anything; some only say how a request is billed. */
export function hasCounts(report: JsonObject): boolean {
  return COUNTERS.some((name) => countAt(report, name) !== undefined);
}

/**
 * Reads one report, which stands for the whole answer so far. The cache is inside the prompt, while
 * thoughts and what the vendor's tools read are outside of answer and prompt.
 */
export function toUsage(report: JsonObject): Usage {
  const prompt = countAt(report, 'promptTokenCount') ?? 0;
  const cacheReadTokens = countAt(report, 'cachedContentTokenCount') ?? 0;
  const toolUse = countAt(report, 'toolUsePromptTokenCount') ?? 0;
  const reasoningTokens = countAt(report, 'thoughtsTokenCount');
  const inputTokens = Math.max(0, prompt - cacheReadTokens) + toolUse;
  const outputTokens = countAt(report, 'candidatesTokenCount') ?? 0;
  const sum = inputTokens + cacheReadTokens + outputTokens + (reasoningTokens ?? 0);
  const total = countAt(report, 'totalTokenCount');
  return {
    inputTokens,
    outputTokens,
    cacheReadTokens,
    cacheWriteTokens: 0,
    reasoningTokens,
    ...(total === undefined || total === sum ? {} : { vendorTotalTokens: total }),
    ...(toolUse === 0 ? {} : { components: [{ name: 'toolUsePromptTokenCount', value: toolUse }] }),
  };
}
