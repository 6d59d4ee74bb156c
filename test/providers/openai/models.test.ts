import { expect, test } from 'vitest';
import { MODELS } from '../../../providers/openai/models.ts';
import { configSchema } from '../../../providers/openai/options.ts';
import { checkCapabilities } from '../../../src/plugin/check-capabilities.ts';

test('the roster keeps the contract', () => {
  const capabilities = { models: MODELS, slashCommands: [], configSchema, supportedHookPoints: [] };

  expect(checkCapabilities(capabilities, Date.parse('2026-11-01T00:00:00Z'))).toEqual([]);
});

test.each([
  ['gpt-6-astra', [10, 50, 1, 12.5], [20, 75, 2, 25]],
  ['gpt-5.6-sol', [2, 10, 0.2, 2.5], [4, 15, 0.4, 5]],
  ['gpt-5.5', [5, 30, 0.5, 5], [10, 45, 1, 10]],
  ['gpt-5.1', [1.25, 10, 0.125, 1.25], undefined],
  ['o4-mini', [1.1, 4.4, 0.28, 1.1], undefined],
])('prices of %s are those of the vendor', (id, small, large) => {
  const tiers = MODELS.find((model) => model.id === id)?.pricing?.tiers.map((tier) => [
    tier.inputPerMtok,
    tier.outputPerMtok,
    tier.cacheReadPerMtok,
    tier.cacheWritePerMtok,
  ]);

  expect(tiers).toEqual(large === undefined ? [small] : [small, large]);
});
