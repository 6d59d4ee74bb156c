// What the last line of a turn tells besides its end.
import { type JsonObject, numberAt, type StreamEvent, stringAt, valueAt } from 'agent-hcl/sdk';

/** The answer: the value that a schema asked for, else the text. */
export function answerOf(line: JsonObject): string {
  const value = valueAt(line, 'structured_output') ?? null;
  return value === null ? (stringAt(line, 'result') ?? '') : JSON.stringify(value);
}

/** An estimate at list prices, also for subscribers, who pay none of it: no more than information. */
export function costOf(line: JsonObject): readonly StreamEvent[] {
  const cost = numberAt(line, 'total_cost_usd');
  if (cost === undefined) return [];
  const attrs = { estimated_cost_usd: String(cost) };
  return [{ type: 'metadata', metadata: { rateLimits: [], attrs } }];
}
