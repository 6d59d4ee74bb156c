import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chatUsage, timingsUsage } from '../../../src/sdk/chat-completions/usage.ts';
import { responsesUsage } from '../../../src/sdk/responses/usage.ts';

const total = (usage: ReturnType<typeof chatUsage>) =>
  (usage?.inputTokens ?? 0) +
  (usage?.outputTokens ?? 0) +
  (usage?.cacheReadTokens ?? 0) +
  (usage?.cacheWriteTokens ?? 0) +
  (usage?.reasoningTokens ?? 0);

type Report = readonly [
  prompt: number,
  completion: number,
  total: number,
  cached?: number | undefined,
  written?: number | undefined,
  reasoning?: number | undefined,
];

const chat = ([prompt, completion, sum, cached, written, reasoning]: Report) =>
  chatUsage({
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: sum,
    prompt_tokens_details: { cached_tokens: cached ?? null, cache_write_tokens: written ?? null },
    completion_tokens_details: { reasoning_tokens: reasoning ?? null },
  });

const responses = ([input, output, sum, cached, written, reasoning]: Report) =>
  responsesUsage({
    input_tokens: input,
    output_tokens: output,
    total_tokens: sum,
    input_tokens_details: { cached_tokens: cached ?? null, cache_write_tokens: written ?? null },
    output_tokens_details: { reasoning_tokens: reasoning ?? null },
  });

describe.each([
  ['chat', chat],
  ['responses', responses],
] as const)('counters of %s', (_name, read) => {
  test.each<{ name: string; report: Report; counters: readonly (number | undefined)[] }>([
    {
      name: 'cached and reasoning stand inside',
      report: [7112, 463, 7575, 3072, undefined, 64],
      counters: [4040, 399, 3072, undefined, 64],
    },
    {
      name: 'what was written to the cache stands inside',
      report: [4020, 4, 4024, 0, 4012],
      counters: [8, 4, 0, 4012, undefined],
    },
    {
      name: 'reasoning stands outside when only then the total is right',
      report: [12, 1, 303, 11, undefined, 290],
      counters: [1, 1, 11, undefined, 290],
    },
    {
      name: 'cached stands outside when it is more than the prompt',
      report: [100, 10, 250, 140],
      counters: [100, 10, 140, undefined, undefined],
    },
    {
      name: 'without details nothing is made up',
      report: [10, 46, 56],
      counters: [10, 46, undefined, undefined, undefined],
    },
  ])('$name', ({ report, counters }) => {
    const usage = read(report);

    expect([
      usage?.inputTokens,
      usage?.outputTokens,
      usage?.cacheReadTokens,
      usage?.cacheWriteTokens,
      usage?.reasoningTokens,
    ]).toEqual(counters);
    expect(total(usage)).toBe(report[2]);
  });

  test('never go below zero and add up to the total', () => {
    const count = fc.nat(100_000);
    fc.assert(
      fc.property(
        count,
        count,
        count,
        count,
        fc.boolean(),
        (rest, cached, out, thought, inside) => {
          const prompt = rest + cached;
          const completion = inside ? out + thought : out;
          const usage = read([prompt, completion, prompt + out + thought, cached, 0, thought]);

          expect(usage).toMatchObject({
            inputTokens: rest,
            cacheReadTokens: cached,
            outputTokens: out,
            reasoningTokens: thought,
          });
        },
      ),
    );
  });

  test('are absent when nothing was counted', () => {
    expect(chatUsage({})).toBeUndefined();
    expect(chatUsage(null)).toBeUndefined();
    expect(responsesUsage({ total_tokens: 5 })).toBeUndefined();
  });
});

test('more reasoning than output stands outside, also without a total', () => {
  const usage = chatUsage({
    prompt_tokens: 5,
    completion_tokens: 1,
    completion_tokens_details: { reasoning_tokens: 290 },
  });

  expect(usage).toEqual({ inputTokens: 5, outputTokens: 1, reasoningTokens: 290 });
  expect(
    responsesUsage({
      input_tokens: 5,
      output_tokens: 1,
      output_tokens_details: { reasoning_tokens: 290 },
    }),
  ).toEqual(usage);
});

test.each([
  [{ prompt_cache_hit_tokens: 320, prompt_cache_miss_tokens: 19 }],
  [{ num_cached_tokens: 320 }],
])('cached tokens are found under other names: %j', (fields) => {
  const usage = chatUsage({ prompt_tokens: 339, completion_tokens: 1, ...fields });

  expect(usage).toMatchObject({ inputTokens: 19, cacheReadTokens: 320 });
});

test('the timings of llama.cpp count when there is nothing else', () => {
  expect(timingsUsage({ prompt_n: 20, cache_n: 300, predicted_n: 7 })).toEqual({
    inputTokens: 20,
    outputTokens: 7,
    cacheReadTokens: 300,
  });
  expect(timingsUsage(undefined)).toBeUndefined();
});
