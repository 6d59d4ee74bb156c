import { expect, test } from 'vitest';
import { parseDuration } from '../../src/sdk/duration.ts';

test.each([
  ['1s', 1000],
  ['6m0s', 360_000],
  ['12ms', 12],
  ['1ms', 1],
  ['0s', 0],
  ['8.64s', 8640],
  ['1h2m3s', 3_723_000],
  ['1d4h', 100_800_000],
  ['2m59.56s', 179_560],
  ['45.837906927s', 45_837.906927],
  ['500µs', 0.5],
])('%s is %d ms', (text, expected) => {
  expect(parseDuration(text)).toBeCloseTo(expected, 6);
});

test.each(['', '7', 's', '-1s', '1 s', '1s later', '1x', '1.s', '1e3s'])(
  '"%s" is no duration',
  (text) => {
    expect(parseDuration(text)).toBeUndefined();
  },
);
