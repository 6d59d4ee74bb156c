// The gateway's counters as ours. Whatever the upstream vendor does, reasoning is inside the
// completion here and the cache inside the prompt.
import { countAt, type JsonValue, numberAt, type Usage, type VendorCost } from 'agent-hcl/sdk';

/** @returns `undefined` when nothing was counted. */
export function gatewayUsage(usage: JsonValue): Usage | undefined {
  const prompt = countAt(usage, 'prompt_tokens');
  const completion = countAt(usage, 'completion_tokens');
  if (prompt === undefined && completion === undefined) return undefined;
  const cacheReadTokens = countAt(usage, 'prompt_tokens_details', 'cached_tokens');
  const cacheWriteTokens = countAt(usage, 'prompt_tokens_details', 'cache_write_tokens');
  const reasoningTokens = countAt(usage, 'completion_tokens_details', 'reasoning_tokens');
  const cached = (cacheReadTokens ?? 0) + (cacheWriteTokens ?? 0);
  const vendorCost = costOf(usage);
  return {
    inputTokens: Math.max(0, (prompt ?? 0) - cached),
    // Some routes report more reasoning than completion.
    outputTokens: Math.max(0, (completion ?? 0) - (reasoningTokens ?? 0)),
    cacheReadTokens,
    cacheWriteTokens,
    reasoningTokens,
    ...(vendorCost === undefined ? {} : { vendorCost }),
  };
}

/** Credits, each worth a dollar. Told, never computed with. */
function costOf(usage: JsonValue): VendorCost | undefined {
  const cost = numberAt(usage, 'cost');
  if (cost === undefined || cost < 0 || !Number.isFinite(cost)) return undefined;
  return { amount: plainDecimal(cost), unit: 'credits', currency: 'USD' };
}

/** The shortest exact text of a number, without an exponent. */
function plainDecimal(value: number): string {
  const [digits = '', exponent] = String(value).split('e');
  if (exponent === undefined) return digits;
  const [whole = '', fraction = ''] = digits.split('.');
  const shift = Number(exponent);
  if (shift > 0) return whole + fraction.padEnd(shift, '0');
  return `0.${'0'.repeat(-shift - whole.length)}${whole}${fraction}`;
}
