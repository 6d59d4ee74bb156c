import { expect, test } from 'vitest';
import { parseDuration } from '../../src/cli/duration.ts';

test.each([
  { text: '90s', expected: 90_000 },
  { text: '1.5s', expected: 1500 },
  { text: '5m', expected: 300_000 },
  { text: '1h30m', expected: 5_400_000 },
  { text: '250ms', expected: 250 },
  { text: '', expected: undefined },
  { text: '0s', expected: undefined },
  { text: '10', expected: undefined },
  { text: '5m1h', expected: undefined },
  { text: '-5s', expected: undefined },
  { text: ' 5s', expected: undefined },
])('"$text" is $expected milliseconds', ({ text, expected }) => {
  expect(parseDuration(text)).toBe(expected);
});
