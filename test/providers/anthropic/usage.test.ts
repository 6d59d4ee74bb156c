import { describe, expect, test } from 'vitest';
import { mergeUsage, toUsage } from '../../../providers/anthropic/usage.ts';
import type { JsonObject } from '../../../src/protocol/json.ts';

function usage(...reports: readonly JsonObject[]) {
  return toUsage(reports.reduce<JsonObject | undefined>(mergeUsage, undefined));
}

test.each([
  {
    name: 'thinking is taken out of the output it is part of',
    reports: [
      { input_tokens: 598, output_tokens: 92, output_tokens_details: { thinking_tokens: 53 } },
    ],
    counters: [598, 39, 0, 0, 53],
  },
  {
    name: 'a reported zero of thinking is zero, not unknown',
    reports: [{ input_tokens: 1, output_tokens: 9, output_tokens_details: { thinking_tokens: 0 } }],
    counters: [1, 9, 0, 0, 0],
  },
  {
    name: 'the later report replaces the earlier one',
    reports: [
      {
        input_tokens: 2,
        cache_creation_input_tokens: 3068,
        cache_read_input_tokens: 0,
        output_tokens: 69,
      },
      {
        input_tokens: 6,
        cache_creation_input_tokens: 3337,
        cache_read_input_tokens: 6289,
        output_tokens: 198,
      },
    ],
    counters: [6, 198, 6289, 3337, undefined],
  },
  {
    name: 'the later figure wins also when it is smaller',
    reports: [
      { input_tokens: 900, output_tokens: 5 },
      { input_tokens: 90, output_tokens: 3 },
    ],
    counters: [90, 3, 0, 0, undefined],
  },
  {
    name: 'null and a missing field are no news',
    reports: [
      { input_tokens: 12, cache_read_input_tokens: 7, output_tokens: 1 },
      { input_tokens: null, cache_read_input_tokens: null, output_tokens: 30 },
    ],
    counters: [12, 30, 7, 0, undefined],
  },
  {
    name: 'null inside a group is no news either',
    reports: [
      { output_tokens: 9, output_tokens_details: { thinking_tokens: 4 } },
      { output_tokens: 10, output_tokens_details: { thinking_tokens: null } },
    ],
    counters: [0, 6, 0, 0, 4],
  },
  {
    name: 'nothing is below zero when the parts do not fit the whole',
    reports: [
      { input_tokens: -3, output_tokens: 4, output_tokens_details: { thinking_tokens: 9 } },
    ],
    counters: [0, 0, 0, 0, 4],
  },
])('$name', ({ reports, counters }) => {
  const counted = usage(...(reports as readonly JsonObject[]));

  expect([
    counted?.inputTokens,
    counted?.outputTokens,
    counted?.cacheReadTokens,
    counted?.cacheWriteTokens,
    counted?.reasoningTokens,
  ]).toEqual(counters);
});

test.each([{ reports: [] }, { reports: [{}] }, { reports: [{ service_tier: 'standard' }] }])(
  'without any count there is no usage: $reports',
  ({ reports }) => {
    expect(usage(...(reports as readonly JsonObject[]))).toBeUndefined();
  },
);

describe('several passes', () => {
  const pass = (type: string, input: number, output: number, read = 0) => ({
    type,
    input_tokens: input,
    output_tokens: output,
    cache_read_input_tokens: read,
    cache_creation_input_tokens: 0,
  });
  const report = (...iterations: readonly JsonObject[]) => ({
    input_tokens: 612,
    output_tokens: 2819,
    cache_read_input_tokens: 5,
    iterations,
  });

  test.each([
    {
      name: 'a compaction is added, caches included, since the top level leaves it out',
      iterations: [pass('compaction', 60_385, 522, 40), pass('message', 612, 2819, 5)],
      counters: [60_997, 3341, 45],
    },
    {
      name: "an advisor's pass stays out, being billed at another rate",
      iterations: [
        pass('compaction', 10, 1),
        pass('advisor_message', 900, 900),
        pass('message', 612, 2819),
      ],
      counters: [622, 2820, 0],
    },
    {
      name: 'without a compaction the top level is the bill',
      iterations: [pass('message', 600, 2800), pass('advisor_message', 900, 900)],
      counters: [612, 2819, 5],
    },
    {
      name: 'after a fallback the top level is the bill',
      iterations: [pass('message', 408, 0), pass('fallback_message', 612, 2819)],
      counters: [612, 2819, 5],
    },
    {
      name: 'after a fallback a compaction is still added',
      iterations: [
        pass('compaction', 10, 1),
        pass('message', 408, 0),
        pass('fallback_message', 612, 2819),
      ],
      counters: [622, 2820, 5],
    },
  ])('$name', ({ iterations, counters }) => {
    const counted = usage(report(...iterations));

    expect([counted?.inputTokens, counted?.outputTokens, counted?.cacheReadTokens]).toEqual(
      counters,
    );
  });
});

test('what has a price of its own is named', () => {
  const counted = usage({
    output_tokens: 1,
    cache_creation: { ephemeral_5m_input_tokens: 3, ephemeral_1h_input_tokens: 0 },
    server_tool_use: { web_search_requests: 2, web_fetch_requests: 0 },
  });

  expect(counted?.components).toEqual([
    { name: 'ephemeral_5m_input_tokens', value: 3 },
    { name: 'web_search_requests', value: 2 },
  ]);
});
