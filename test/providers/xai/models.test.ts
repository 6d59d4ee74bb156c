import { expect, test } from 'vitest';
import { MODELS } from '../../../providers/xai/models.ts';
import { configSchema } from '../../../providers/xai/options.ts';
import { checkCapabilities } from '../../../src/plugin/check-capabilities.ts';
import { abilitiesOf, type RosterRow, rosterRow } from '../../support/roster-row.ts';

test('the roster keeps the contract', () => {
  const capabilities = { models: MODELS, slashCommands: [], configSchema, supportedHookPoints: [] };

  expect(checkCapabilities(capabilities, Date.parse('2026-11-01T00:00:00Z'))).toEqual([]);
});

test('limits, thinking and prices of every model are the published ones', () => {
  expect(MODELS.map(rosterRow)).toEqual([
    [
      'grok-4.7',
      500_000,
      500_000,
      'low medium high xhigh, on, never',
      '2 / 6 / 0.5 / 2; from 200001: 4 / 12 / 1 / 4',
    ],
    [
      'grok-4.6',
      500_000,
      500_000,
      'low medium high, on, never',
      '2 / 6 / 0.5 / 2; from 200001: 4 / 12 / 1 / 4',
    ],
    [
      'grok-4.5',
      500_000,
      500_000,
      'low medium high, on, never',
      '2 / 6 / 0.5 / 2; from 200001: 4 / 12 / 1 / 4',
    ],
    [
      'grok-4.3',
      1_000_000,
      30_000,
      'none low medium high, on, always',
      '1.25 / 2.5 / 0.2 / 1.25; from 200001: 2.5 / 5 / 0.4 / 2.5',
    ],
    ['grok-4.20-0309-reasoning', 1_000_000, 30_000, 'on, never', '1.25 / 2.5 / 0.2 / 1.25'],
    ['grok-4.20-0309-non-reasoning', 1_000_000, 30_000, 'none', '1.25 / 2.5 / 0.2 / 1.25'],
    ['grok-build-0.1', 256_000, 256_000, 'on, never', '1 / 2 / 0.2 / 1'],
    ['grok-code-fast-1', 256_000, 10_000, 'on, never', '0.2 / 1.5 / 0.02 / 0.2'],
    ['grok-4-1-fast', 2_000_000, 30_000, 'on, never', '0.2 / 0.5 / 0.05 / 0.2'],
    ['grok-4-1-fast-non-reasoning', 2_000_000, 30_000, 'none', '0.2 / 0.5 / 0.05 / 0.2'],
    ['grok-4-fast', 2_000_000, 30_000, 'on, never', '0.2 / 0.5 / 0.05 / 0.2'],
    ['grok-4-fast-non-reasoning', 2_000_000, 30_000, 'none', '0.2 / 0.5 / 0.05 / 0.2'],
    ['grok-3-mini', 131_072, 8192, 'low high, on, never', '0.3 / 0.5 / 0.075 / 0.3'],
  ] satisfies readonly RosterRow[]);
});

test('documents are for the newest models, images for all but two', () => {
  const withAbility = (name: string) =>
    MODELS.filter((model) => abilitiesOf(model).split(' ').includes(name)).map(({ id }) => id);
  const ids = MODELS.map(({ id }) => id);

  expect(withAbility('documents')).toEqual(['grok-4.7', 'grok-4.6', 'grok-4.5', 'grok-build-0.1']);
  expect(ids.filter((id) => !withAbility('images').includes(id))).toEqual([
    'grok-code-fast-1',
    'grok-3-mini',
  ]);
  expect(withAbility('tools')).toEqual(ids);
  expect(withAbility('implicit')).toEqual(ids);
});
