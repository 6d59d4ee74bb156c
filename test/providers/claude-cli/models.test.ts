import { expect, test } from 'vitest';
import { MODELS } from '../../../providers/claude-cli/models.ts';
import { abilitiesOf, type RosterRow, rosterRow } from '../../support/roster-row.ts';

test('limits, thinking and prices of every model are the published ones', () => {
  expect(MODELS.map(rosterRow)).toEqual([
    ['sonnet', 200_000, 64_000, 'low medium high max, on, always', 'unknown'],
    ['opus', 200_000, 64_000, 'low medium high max, on, always', 'unknown'],
    ['haiku', 200_000, 64_000, 'low medium high max, on, always', 'unknown'],
  ] satisfies readonly RosterRow[]);
});

test('abilities are the same of every model', () => {
  expect([...new Set(MODELS.map(abilitiesOf))]).toEqual(['implicit']);
});
