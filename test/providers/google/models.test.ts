import { expect, test } from 'vitest';
import { MODELS } from '../../../providers/google/models.ts';
import { abilitiesOf, type RosterRow, rosterRow } from '../../support/roster-row.ts';

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

test('limits, thinking and prices of every model are the published ones', () => {
  expect(MODELS.map(rosterRow)).toEqual([
    ['gemini-3.7-flash', 1_000_000, 65_000, 'minimal low medium high, on, never', 'unknown'],
    ['gemini-3.6-flash', 1_000_000, 65_000, 'minimal low medium high, on, never', 'unknown'],
    ['gemini-3.5-flash', 1_000_000, 65_000, 'minimal low medium high, on, never', 'unknown'],
    ['gemini-3.5-flash-lite', 1_000_000, 65_000, 'minimal low medium high, on, never', 'unknown'],
    [
      'gemini-3.1-pro-preview',
      1_048_576,
      65_536,
      'low medium high, on, never',
      '2 / 12 / 0.2 / 2; from 200001: 4 / 18 / 0.4 / 4',
    ],
    [
      'gemini-3.1-flash-lite-preview',
      1_048_576,
      65_536,
      'minimal low medium high, on, never',
      '0.25 / 1.5 / 0.025 / 0.25',
    ],
    [
      'gemini-3-pro-preview',
      1_000_000,
      64_000,
      'low high, on, never',
      '2 / 12 / 0.2 / 2; from 200001: 4 / 18 / 0.4 / 4',
    ],
    [
      'gemini-3-flash-preview',
      1_048_576,
      65_536,
      'minimal low medium high, on, never',
      '0.5 / 3 / 0.05 / 0.5',
    ],
    [
      'gemini-2.5-pro',
      1_048_576,
      65_536,
      '128..32768, on, never',
      '1.25 / 10 / 0.31 / 1.25; from 200001: 2.5 / 15 / 0.625 / 2.5',
    ],
    ['gemini-2.5-flash', 1_048_576, 65_536, '0..24576, on, always', '0.3 / 2.5 / 0.075 / 0.3'],
    [
      'gemini-2.5-flash-lite',
      1_048_576,
      65_536,
      '512..24576, off, always',
      '0.1 / 0.4 / 0.025 / 0.1',
    ],
  ] satisfies readonly RosterRow[]);
});

test('abilities are the same of every model', () => {
  expect([...new Set(MODELS.map(abilitiesOf))]).toEqual(['tools images documents implicit']);
});
