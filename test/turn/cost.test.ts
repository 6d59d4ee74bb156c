import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Pricing, PricingTier } from '../../src/protocol/model-spec.ts';
import type { Usage } from '../../src/protocol/usage.ts';
import {
  addCosts,
  costOf,
  findTier,
  hasKnownPrice,
  pricedModel,
  toUsd,
} from '../../src/turn/cost.ts';
import { modelSpec, TIER } from '../support/fake-provider.ts';

const NOW = Date.UTC(2026, 0, 31);

function priced(...tiers: readonly PricingTier[]): Pricing {
  return { currency: 'USD', free: false, tiers };
}

function dollars(usage: Usage, pricing: Pricing | undefined = priced(TIER), atMs = NOW) {
  const cost = costOf(usage, pricing, atMs);
  return cost === undefined ? undefined : toUsd(cost);
}

const ALL: Usage = {
  inputTokens: 1_000_000,
  outputTokens: 200_000,
  cacheReadTokens: 300_000,
  cacheWriteTokens: 400_000,
  reasoningTokens: 100_000,
};

test.each<{ name: string; usage: Usage; expected: number }>([
  { name: 'all five counters', usage: ALL, expected: 3 + 3 + 0.09 + 1.5 + 1.5 },
  {
    name: 'reasoning that is in the output already',
    usage: { ...ALL, reasoningAlreadyCounted: true },
    expected: 3 + 3 + 0.09 + 1.5,
  },
  { name: 'two counters', usage: { inputTokens: 1, outputTokens: 1 }, expected: 0.000018 },
  { name: 'nothing', usage: { inputTokens: 0, outputTokens: 0 }, expected: 0 },
])('$name costs $expected', ({ usage, expected }) => {
  expect(dollars(usage)).toBe(expected);
});

test('sums that lose digits in binary are exact', () => {
  const tier = { inputPerMtok: 0.1, outputPerMtok: 0.2 };

  expect(dollars({ inputTokens: 1_000_000, outputTokens: 1_000_000 }, priced(tier))).toBe(0.3);
});

const boundary = { effectiveFromMs: NOW, effectiveUntilMs: NOW + 1_000 };

test.each<{ name: string; tiers: PricingTier[]; usage: Usage; atMs: number; expected?: number }>([
  {
    name: 'the first moment of a tier is in it',
    tiers: [{ ...TIER, ...boundary }],
    usage: { inputTokens: 1_000_000, outputTokens: 0 },
    atMs: NOW,
    expected: 3,
  },
  {
    name: 'the last moment of a tier is not',
    tiers: [{ ...TIER, ...boundary }],
    usage: { inputTokens: 1_000_000, outputTokens: 0 },
    atMs: NOW + 1_000,
  },
  {
    name: 'the first size of a tier is in it',
    tiers: [
      { ...TIER, inputTokensUntil: 200_000 },
      { ...TIER, inputPerMtok: 6, inputTokensFrom: 200_000 },
    ],
    usage: { inputTokens: 200_000, outputTokens: 0 },
    atMs: NOW,
    expected: 1.2,
  },
  {
    name: 'the size before belongs to the tier below',
    tiers: [
      { ...TIER, inputTokensUntil: 200_000 },
      { ...TIER, inputPerMtok: 6, inputTokensFrom: 200_000 },
    ],
    usage: { inputTokens: 199_999, outputTokens: 0 },
    atMs: NOW,
    expected: 0.599997,
  },
  {
    name: 'cached tokens count for the size',
    tiers: [
      { ...TIER, inputTokensUntil: 200_000 },
      { ...TIER, inputPerMtok: 6, inputTokensFrom: 200_000 },
    ],
    usage: {
      inputTokens: 100_000,
      outputTokens: 0,
      cacheReadTokens: 60_000,
      cacheWriteTokens: 40_000,
    },
    atMs: NOW,
    expected: 0.6 + 0.018 + 0.15,
  },
])('$name', ({ tiers, usage, atMs, expected }) => {
  expect(dollars(usage, priced(...tiers), atMs)).toBe(expected);
});

test.each<{ name: string; pricing: Pricing | undefined; usage?: Usage; expected?: number }>([
  { name: 'free', pricing: { currency: 'USD', free: true, tiers: [] }, expected: 0 },
  { name: 'not stated', pricing: undefined },
  { name: 'declared unknown', pricing: { ...priced(TIER), priceUnknown: true } },
  {
    name: 'declared unknown, though free',
    pricing: { currency: 'USD', free: true, priceUnknown: true, tiers: [] },
  },
  { name: 'in another currency', pricing: { ...priced(TIER), currency: 'EUR' } },
  { name: 'in a gap of the tiers', pricing: priced({ ...TIER, effectiveFromMs: NOW + 1 }) },
  {
    name: 'without a rate for cached tokens that were counted',
    pricing: priced({ inputPerMtok: 3, outputPerMtok: 15 }),
    usage: { inputTokens: 1, outputTokens: 1, cacheReadTokens: 1 },
  },
])('a price $name gives $expected', ({ pricing, usage, expected }) => {
  const cost = costOf(usage ?? ALL, pricing, NOW);

  expect(cost === undefined ? undefined : toUsd(cost)).toBe(expected);
});

test('a price is known when the smallest prompt has a tier', () => {
  expect(hasKnownPrice(priced(TIER), NOW)).toBe(true);
  expect(hasKnownPrice(priced({ ...TIER, inputTokensFrom: 1 }), NOW)).toBe(false);
});

const SMALL = modelSpec({ id: 'small', catalog: { aliases: ['tiny'] } });
const LARGE = modelSpec();

test.each([
  { name: 'nothing', actual: undefined, spec: LARGE, isEstimate: false },
  { name: 'the model asked for', actual: 'large', spec: LARGE, isEstimate: false },
  { name: 'another listed model', actual: 'small', spec: SMALL, isEstimate: false },
  { name: 'an alias of one', actual: 'tiny', spec: SMALL, isEstimate: false },
  { name: 'a model nobody lists', actual: 'large-2026', spec: LARGE, isEstimate: true },
])('when the vendor says it served $name, that decides the price', (row) => {
  expect(pricedModel([SMALL, LARGE], LARGE, row.actual)).toEqual({
    spec: row.spec,
    isEstimate: row.isEstimate,
  });
});

test('one unknown part makes a sum unknown', () => {
  expect(addCosts([1n, 2n])).toBe(3n);
  expect(addCosts([1n, undefined])).toBeUndefined();
  expect(addCosts([])).toBe(0n);
});

const tokens = fc.nat(10_000_000);
const usages = fc.record({
  inputTokens: tokens,
  outputTokens: tokens,
  cacheReadTokens: tokens,
  cacheWriteTokens: tokens,
  reasoningTokens: tokens,
});

test('the cost of two usages is the cost of their sum', () => {
  const rate = fc.nat(100_000).map((value) => value / 1_000);
  const tiers = fc.record({
    inputPerMtok: rate,
    outputPerMtok: rate,
    cacheReadPerMtok: rate,
    cacheWritePerMtok: rate,
  });

  fc.assert(
    fc.property(usages, usages, tiers, (one, two, tier) => {
      const both = Object.fromEntries(
        (Object.keys(one) as (keyof typeof one)[]).map((name) => [name, one[name] + two[name]]),
      ) as typeof one;
      const costs = [one, two].map((usage) => costOf(usage, priced(tier), NOW));

      expect(costOf(both, priced(tier), NOW)).toBe(addCosts(costs));
    }),
  );
});

test('half-open tiers that meet give exactly one for every moment and size', () => {
  const tiers: readonly PricingTier[] = [
    { ...TIER, effectiveUntilMs: 5, inputTokensUntil: 5 },
    { ...TIER, effectiveUntilMs: 5, inputTokensFrom: 5 },
    { ...TIER, effectiveFromMs: 5 },
  ];

  fc.assert(
    fc.property(fc.nat(10), fc.nat(10), (atMs, size) => {
      const matching = tiers.filter((tier) => findTier([tier], atMs, size) !== undefined);

      expect(matching).toHaveLength(1);
    }),
  );
});
