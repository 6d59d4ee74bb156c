import { expect, test } from 'vitest';
import { MODELS } from '../../../providers/openai/models.ts';
import { configSchema } from '../../../providers/openai/options.ts';
import { checkCapabilities } from '../../../src/plugin/check-capabilities.ts';
import { abilitiesOf, type RosterRow, rosterRow } from '../../support/roster-row.ts';

test('the roster keeps the contract', () => {
  const capabilities = { models: MODELS, slashCommands: [], configSchema, supportedHookPoints: [] };

  expect(checkCapabilities(capabilities, Date.parse('2026-11-01T00:00:00Z'))).toEqual([]);
});

test('limits, thinking and prices of every model are the published ones', () => {
  expect(MODELS.map(rosterRow)).toEqual([
    [
      'gpt-5.6-sol',
      1_050_000,
      128_000,
      'none low medium high xhigh max, on, always',
      '2 / 10 / 0.2 / 2.5; from 272001: 4 / 15 / 0.4 / 5',
    ],
    [
      'gpt-6-astra',
      1_050_000,
      128_000,
      'low medium high xhigh max, on, never',
      '10 / 50 / 1 / 12.5; from 272001: 20 / 75 / 2 / 25',
    ],
    [
      'gpt-5.6-terra',
      1_050_000,
      128_000,
      'none low medium high xhigh, on, always',
      '2.5 / 15 / 0.25 / 3.125',
    ],
    [
      'gpt-5.6-luna',
      1_050_000,
      128_000,
      'none low medium high xhigh, on, always',
      '1 / 6 / 0.1 / 1.25',
    ],
    [
      'gpt-5.5',
      1_050_000,
      128_000,
      'none low medium high xhigh, on, always',
      '5 / 30 / 0.5 / 5; from 272001: 10 / 45 / 1 / 10',
    ],
    [
      'gpt-5.4',
      272_000,
      128_000,
      'none low medium high xhigh, off, always',
      '2.5 / 15 / 0.25 / 2.5',
    ],
    ['gpt-5.4-pro', 1_050_000, 128_000, 'medium high xhigh, on, never', '30 / 180'],
    [
      'gpt-5.3-codex',
      400_000,
      128_000,
      'low medium high xhigh, on, never',
      '1.75 / 14 / 0.175 / 1.75',
    ],
    [
      'gpt-5.2-codex',
      400_000,
      128_000,
      'low medium high xhigh, on, never',
      '1.75 / 14 / 0.175 / 1.75',
    ],
    [
      'gpt-5.2',
      400_000,
      128_000,
      'none low medium high xhigh, off, always',
      '1.75 / 14 / 0.175 / 1.75',
    ],
    ['gpt-5.1', 400_000, 128_000, 'none low medium high, off, always', '1.25 / 10 / 0.125 / 1.25'],
    [
      'gpt-5.1-codex-max',
      400_000,
      128_000,
      'low medium high xhigh, on, never',
      '1.25 / 10 / 0.125 / 1.25',
    ],
    ['gpt-5.1-codex', 400_000, 128_000, 'low medium high, on, never', '1.25 / 10 / 0.125 / 1.25'],
    ['gpt-5-codex', 400_000, 128_000, 'low medium high, on, never', '1.25 / 10 / 0.125 / 1.25'],
    [
      'gpt-5.1-codex-mini',
      400_000,
      128_000,
      'low medium high, on, never',
      '0.25 / 2 / 0.025 / 0.25',
    ],
    ['gpt-5', 400_000, 128_000, 'minimal low medium high, on, never', '1.25 / 10 / 0.125 / 1.25'],
    [
      'gpt-5-mini',
      400_000,
      128_000,
      'minimal low medium high, on, never',
      '0.25 / 2 / 0.025 / 0.25',
    ],
    [
      'gpt-5-nano',
      400_000,
      128_000,
      'minimal low medium high, on, never',
      '0.05 / 0.4 / 0.005 / 0.05',
    ],
    ['gpt-4.1', 1_047_576, 32_768, 'none', '2 / 8 / 0.5 / 2'],
    ['gpt-4.1-mini', 1_047_576, 32_768, 'none', '0.4 / 1.6 / 0.1 / 0.4'],
    ['gpt-4.1-nano', 1_047_576, 32_768, 'none', '0.1 / 0.4 / 0.03 / 0.1'],
    ['o3', 200_000, 100_000, 'low medium high, on, never', '2 / 8 / 0.5 / 2'],
    ['o4-mini', 200_000, 100_000, 'low medium high, on, never', '1.1 / 4.4 / 0.28 / 1.1'],
  ] satisfies readonly RosterRow[]);
});

test('all take tools, images and documents; only a model without a cached price has no cache', () => {
  const uncached = MODELS.filter(({ caching }) => caching?.supported !== true);

  expect(uncached.map(({ id }) => id)).toEqual(['gpt-5.4-pro']);
  expect([...new Set(MODELS.map(abilitiesOf))]).toEqual([
    'tools images documents implicit',
    'tools images documents',
  ]);
});
