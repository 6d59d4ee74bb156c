import fc from 'fast-check';
import { expect, test } from 'vitest';
import { costAllows, repeatedCall } from '../../src/turn/bounds.ts';
import { costOf, toUsd } from '../../src/turn/cost.ts';
import type { ToolCall } from '../../src/turn/tool-handler.ts';
import { modelSpec, TIER } from '../support/fake-provider.ts';

const call = (name: string, input: ToolCall['arguments'] = {}): ToolCall => ({
  id: 'any',
  name,
  arguments: input,
});

test.each<{ name: string; calls: ToolCall[]; isRepeated: boolean }>([
  { name: 'no calls', calls: [], isRepeated: false },
  { name: 'two of a kind', calls: [call('a'), call('a')], isRepeated: false },
  { name: 'three of a kind', calls: [call('a'), call('a'), call('a')], isRepeated: true },
  {
    name: 'three of a kind with others between them',
    calls: [call('a'), call('b'), call('a'), call('c'), call('a')],
    isRepeated: true,
  },
  {
    name: 'equal arguments in another order, at any depth',
    calls: [
      call('a', { x: 1, y: { p: [1], q: 2 } }),
      call('a', { y: { q: 2, p: [1] }, x: 1 }),
      call('a', { x: 1, y: { p: [1], q: 2 } }),
    ],
    isRepeated: true,
  },
  {
    name: 'different arguments',
    calls: [call('a', { x: 1 }), call('a', { x: 2 }), call('a', { x: 3 })],
    isRepeated: false,
  },
  {
    name: 'an object and the list of its parts',
    calls: [call('a', { x: { p: 1 } }), call('a', { x: [['p', 1]] }), call('a', { x: { p: 1 } })],
    isRepeated: false,
  },
  {
    name: 'three of a kind, the first of them too long ago',
    calls: [call('a'), call('b'), call('c'), call('a'), call('d'), call('a')],
    isRepeated: false,
  },
])('$name: repeated is $isRepeated', ({ calls, isRepeated }) => {
  const repeated = repeatedCall(calls, { threshold: 3, windowSize: 5 });

  expect(repeated !== undefined).toBe(isRepeated);
});

// $3 in (cache write $3.75) and $15 out for a million tokens, at most 8,000 out.
const situation = {
  spec: modelSpec(),
  nowMs: 0,
  promptTokens: 100_000,
  largestAnswerTokens: 500,
  spent: 0n,
  maxCostUsd: 1,
};

test.each<{ name: string; change: Partial<typeof situation>; expected: string }>([
  { name: 'much is left', change: {}, expected: 'turn' },
  // 0.375 + 1,024 × $15 = 0.39036
  { name: 'a last answer just fits', change: { maxCostUsd: 0.39036 }, expected: 'turn' },
  { name: 'a last answer does not fit', change: { maxCostUsd: 0.39035 }, expected: 'nothing' },
  // 0.375 + 8,000 × $15 = 0.495
  {
    name: 'a turn as large as the largest fits',
    change: { maxCostUsd: 0.495, largestAnswerTokens: 8_000 },
    expected: 'turn',
  },
  {
    name: 'a turn as large as the largest does not, a last answer does',
    change: { maxCostUsd: 0.494, largestAnswerTokens: 8_000 },
    expected: 'last-answer',
  },
  {
    name: 'what was spent counts',
    change: { spent: 700_000_000_000_000_000n },
    expected: 'nothing',
  },
  {
    name: 'a model of small answers needs less',
    change: { maxCostUsd: 0.38, spec: modelSpec({ maxOutputTokens: 100 }), largestAnswerTokens: 0 },
    expected: 'turn',
  },
  {
    name: 'a model of unknown price',
    change: { spec: modelSpec({ pricing: undefined }) },
    expected: 'nothing',
  },
  {
    name: 'a free model, whatever was spent',
    change: {
      spec: modelSpec({ pricing: { currency: 'USD', free: true, tiers: [] } }),
      spent: 2_000_000_000_000_000_000n,
    },
    expected: 'turn',
  },
])('under a cost limit, where $name: $expected', ({ change, expected }) => {
  expect(costAllows({ ...situation, ...change })).toBe(expected);
});

test('a last answer that was allowed never goes beyond the limit, however it is billed', () => {
  const tokens = fc.integer({ min: 0, max: 400_000 });
  const micros = fc.integer({ min: 1, max: 3_000_000 });
  fc.assert(
    fc.property(tokens, tokens, micros, fc.integer({ min: 0, max: 1_024 }), (...values) => {
      const [inputTokens, cacheWriteTokens, limitMicros, outputTokens] = values;
      const maxCostUsd = limitMicros / 1e6;
      const promptTokens = inputTokens + cacheWriteTokens;

      const allowed = costAllows({ ...situation, promptTokens, maxCostUsd });

      const billed = costOf(
        { inputTokens, cacheWriteTokens, outputTokens },
        { currency: 'USD', free: false, tiers: [TIER] },
        0,
      );
      expect(allowed === 'nothing' || toUsd(billed ?? -1n) <= maxCostUsd).toBe(true);
      expect(billed).toBeDefined();
    }),
  );
});
