// Counters of the program, which are those of the Messages API, as ours.
import { countAt, type JsonObject, type JsonValue, type Usage } from 'agent-hcl/sdk';

const COUNTERS = [
  'input_tokens',
  'output_tokens',
  'cache_read_input_tokens',
  'cache_creation_input_tokens',
] as const;

/**
 * Reads a report. Both cache counters are outside of the input, thinking is inside of the output.
 *
 * @returns `undefined` when nothing was counted.
 */
export function toUsage(report: JsonValue | undefined): Usage | undefined {
  if (!COUNTERS.some((name) => (countAt(report, name) ?? 0) > 0)) return undefined;
  const output = countAt(report, 'output_tokens') ?? 0;
  const thinking = countAt(report, 'output_tokens_details', 'thinking_tokens');
  const reasoning = thinking === undefined ? undefined : Math.min(thinking, output);
  return {
    inputTokens: countAt(report, 'input_tokens') ?? 0,
    outputTokens: output - (reasoning ?? 0),
    cacheReadTokens: countAt(report, 'cache_read_input_tokens') ?? 0,
    cacheWriteTokens: countAt(report, 'cache_creation_input_tokens') ?? 0,
    reasoningTokens: reasoning,
  };
}

/** What the messages of a turn used so far, for a turn that ends without its account. */
export class RunningUsage {
  #finished: JsonObject = {};
  #current: JsonObject = {};

  /** A new message begins: what the one before used is settled. */
  begin(report: JsonObject | undefined): void {
    this.#finished = this.#sum();
    this.#current = report ?? {};
  }

  /** Reports of one message are cumulative. */
  update(report: JsonObject | undefined): void {
    this.#current = { ...this.#current, ...report };
  }

  get total(): Usage | undefined {
    return toUsage(this.#sum());
  }

  #sum(): JsonObject {
    return Object.fromEntries(
      COUNTERS.map((name) => [
        name,
        (countAt(this.#finished, name) ?? 0) + (countAt(this.#current, name) ?? 0),
      ]),
    );
  }
}
