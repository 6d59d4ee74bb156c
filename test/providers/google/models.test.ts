import { expect, test } from 'vitest';
import { MODELS } from '../../../providers/google/models.ts';

test.each(MODELS)('$id has limits, axes and prices that fit together', (model) => {
  const { thinking, caching, pricing } = model;

  expect(model.maxOutputTokens).toBeLessThan(model.contextWindow);
  expect(caching?.supported).toBe(true);
  expect(pricing?.tiers.every((tier) => tier.cacheReadPerMtok !== undefined)).toBe(true);
  expect(pricing?.tiers.every((tier) => tier.cacheWritePerMtok !== undefined)).toBe(true);
  const { effort, budget } = thinking ?? {};
  expect([effort, budget].filter((control) => control !== undefined)).toHaveLength(1);
  if (effort !== undefined) expect(effort.levels).toContain(effort.default);
  if (budget !== undefined) expect(budget.max).toBeLessThan(model.maxOutputTokens);
});

test('every size of a prompt has exactly one price', () => {
  for (const { pricing } of MODELS) {
    for (const size of [0, 200_000, 200_001, 1_000_000]) {
      const matching = pricing?.tiers.filter(
        ({ inputTokensFrom = 0, inputTokensUntil = Number.POSITIVE_INFINITY }) =>
          size >= inputTokensFrom && size < inputTokensUntil,
      );
      expect(matching).toHaveLength(1);
    }
  }
});

test('ids and families are different', () => {
  const families = MODELS.map(({ catalog }) => catalog?.family);

  expect(new Set(MODELS.map(({ id }) => id)).size).toBe(MODELS.length);
  expect(new Set(families).size).toBe(MODELS.length);
});
