import { describe, expect, test } from 'vitest';
import { MODELS } from '../../../providers/anthropic/models.ts';
import { configSchema } from '../../../providers/anthropic/options.ts';
import { findModel } from '../../../providers/anthropic/traits.ts';
import { checkCapabilities } from '../../../src/plugin/check-capabilities.ts';
import { abilitiesOf, type RosterRow, rosterRow } from '../../support/roster-row.ts';

test('the roster keeps the contract', () => {
  const capabilities = {
    models: MODELS,
    slashCommands: [],
    configSchema,
    supportedHookPoints: [],
  };
  const findings = checkCapabilities(capabilities, Date.parse('2026-11-01T00:00:00Z'));

  expect(findings).toEqual([]);
});

test('the model offered first is the one a person would expect', () => {
  const visible = MODELS.filter(({ catalog }) => catalog?.visible);
  const byPriority = [...visible].sort(
    (one, other) => (other.catalog?.priority ?? 0) - (one.catalog?.priority ?? 0),
  );

  expect(byPriority[0]?.id).toBe('claude-sonnet-5');
});

describe('prices', () => {
  test('are dated, and none is zero unless it is unknown', () => {
    for (const { id, pricing } of MODELS) {
      if (pricing?.priceUnknown === true) continue;
      const rates = pricing?.tiers.flatMap((tier) => [tier.inputPerMtok, tier.outputPerMtok]);

      expect(
        rates?.every((rate) => rate > 0),
        id,
      ).toBe(true);
      expect(pricing?.sourceUnit, id).toMatch(/ of \d{4}-\d{2}-\d{2}$/);
    }
  });
});

test('every name leads to one model', () => {
  const names = MODELS.flatMap(({ id, catalog }) => [id, ...(catalog?.aliases ?? [])]);

  expect(new Set(names).size).toBe(names.length);
  expect(findModel(MODELS, 'claude-haiku-4-5-20251001')?.id).toBe('claude-haiku-4-5');
});

test('limits, thinking and prices of every model are the published ones', () => {
  expect(MODELS.map(rosterRow)).toEqual([
    [
      'claude-sonnet-5',
      1_000_000,
      128_000,
      'low medium high xhigh max, on, always',
      '2 / 10 / 0.2 / 2.5',
    ],
    [
      'claude-opus-5',
      1_000_000,
      128_000,
      'low medium high xhigh max, on, conditional',
      '5 / 25 / 0.5 / 6.25',
    ],
    ['claude-fable-5', 1_000_000, 128_000, 'low medium high xhigh max, on, never', 'unknown'],
    ['claude-mythos-5', 1_000_000, 128_000, 'low medium high xhigh max, on, never', 'unknown'],
    ['claude-haiku-4-5', 200_000, 64_000, '1024..63999, off, always', '1 / 5 / 0.1 / 1.25'],
    ['claude-opus-4-8', 1_000_000, 128_000, 'low medium high xhigh max, off, always', 'unknown'],
    [
      'claude-opus-4-7',
      1_000_000,
      128_000,
      'low medium high xhigh max, off, always',
      '5 / 25 / 0.5 / 6.25',
    ],
    [
      'claude-opus-4-6',
      1_000_000,
      128_000,
      'low medium high max, 1024..127999, off, always',
      '5 / 25 / 0.5 / 6.25',
    ],
    [
      'claude-sonnet-4-6',
      1_000_000,
      128_000,
      'low medium high max, 1024..127999, off, always',
      '3 / 15 / 0.3 / 3.75',
    ],
    [
      'claude-opus-4-5',
      200_000,
      64_000,
      'low medium high, 1024..63999, off, always',
      '5 / 25 / 0.5 / 6.25',
    ],
    ['claude-sonnet-4-5', 200_000, 64_000, '1024..63999, off, always', '3 / 15 / 0.3 / 3.75'],
    ['claude-opus-4-1', 200_000, 32_000, '1024..31999, off, always', '15 / 75 / 1.5 / 18.75'],
    ['claude-opus-4-20250514', 200_000, 32_000, '1024..31999, off, always', 'unknown'],
    ['claude-sonnet-4-20250514', 200_000, 64_000, '1024..63999, off, always', 'unknown'],
  ] satisfies readonly RosterRow[]);
});

test('abilities are the same of every model', () => {
  expect([...new Set(MODELS.map(abilitiesOf))]).toEqual(['tools images documents marked']);
});
