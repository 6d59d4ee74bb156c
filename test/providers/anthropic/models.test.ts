import { describe, expect, test } from 'vitest';
import { MODELS } from '../../../providers/anthropic/models.ts';
import { configSchema } from '../../../providers/anthropic/options.ts';
import { findModel } from '../../../providers/anthropic/traits.ts';
import { checkCapabilities } from '../../../src/plugin/check-capabilities.ts';

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
  test.each([
    ['claude-sonnet-5', 2, 10, 0.2, 2.5],
    ['claude-opus-5', 5, 25, 0.5, 6.25],
    ['claude-opus-4-6', 5, 25, 0.5, 6.25],
    ['claude-sonnet-4-5', 3, 15, 0.3, 3.75],
    ['claude-haiku-4-5', 1, 5, 0.1, 1.25],
    ['claude-opus-4-1', 15, 75, 1.5, 18.75],
  ])('of %s are those of the vendor', (id, input, output, read, write) => {
    expect(findModel(MODELS, id)?.pricing?.tiers).toEqual([
      {
        inputPerMtok: input,
        outputPerMtok: output,
        cacheReadPerMtok: read,
        cacheWritePerMtok: write,
      },
    ]);
  });

  test('are dated, and none is zero unless it is unknown', () => {
    for (const { id, pricing } of MODELS) {
      const isKnown = pricing?.tiers.every(
        (tier) => tier.inputPerMtok > 0 && tier.outputPerMtok > 0,
      );

      expect(isKnown || pricing?.priceUnknown, id).toBe(true);
      expect(pricing?.sourceUnit, id).toMatch(/ of \d{4}-\d{2}-\d{2}$/);
    }
  });
});

test('every name leads to one model', () => {
  const names = MODELS.flatMap(({ id, catalog }) => [id, ...(catalog?.aliases ?? [])]);

  expect(new Set(names).size).toBe(names.length);
  expect(findModel(MODELS, 'claude-haiku-4-5-20251001')?.id).toBe('claude-haiku-4-5');
});
