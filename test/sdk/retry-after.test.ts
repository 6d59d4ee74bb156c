import { describe, expect, test } from 'vitest';
import { parseRetryAfter, parseRetryDelay } from '../../src/sdk/retry-after.ts';

const now = Date.parse('2026-05-03T04:00:00Z');

describe('a usable header', () => {
  test.each([
    { name: 'milliseconds', headers: { 'retry-after-ms': '1500' }, expected: 1500 },
    { name: 'fractional milliseconds', headers: { 'retry-after-ms': '0.5' }, expected: 0.5 },
    { name: 'seconds', headers: { 'retry-after': '12' }, expected: 12_000 },
    { name: 'fractional seconds', headers: { 'retry-after': ' 1.574 ' }, expected: 1574 },
    {
      name: 'milliseconds before seconds',
      headers: { 'retry-after-ms': '7', 'retry-after': '12' },
      expected: 7,
    },
    {
      name: 'seconds when the milliseconds are malformed',
      headers: { 'retry-after-ms': 'soon', 'retry-after': '12' },
      expected: 12_000,
    },
    {
      name: 'a date, counted from our clock',
      headers: { 'retry-after': 'Sun, 03 May 2026 04:00:30 GMT' },
      expected: 30_000,
    },
    {
      name: 'a date, counted from the server’s clock',
      headers: {
        'retry-after': 'Sun, 03 May 2026 04:00:30 GMT',
        date: 'Sun, 03 May 2026 04:00:20 GMT',
      },
      expected: 10_000,
    },
    {
      name: 'an old form of a date',
      headers: { 'retry-after': 'Sunday, 03-May-26 04:00:30 GMT' },
      expected: 30_000,
    },
    { name: 'a whole day', headers: { 'retry-after': '86400' }, expected: 86_400_000 },
  ])('$name', ({ headers, expected }) => {
    expect(parseRetryAfter(headers, now)).toBe(expected);
  });
});

describe('counts as absent', () => {
  test.each([
    {},
    { 'retry-after': '' },
    { 'retry-after': '0' },
    { 'retry-after': '-1' },
    { 'retry-after': '1e3' },
    { 'retry-after': 'Infinity' },
    { 'retry-after': 'NaN' },
    { 'retry-after': '12 apples' },
    { 'retry-after': '0x10' },
    { 'retry-after': '1,5' },
    { 'retry-after': '2026' + '-05-03' },
    { 'retry-after': 'Sunday morning' },
    { 'retry-after': 'Sun, 03 May 2026 03:00:00 GMT' },
    { 'retry-after': '86401' },
    { 'retry-after-ms': '0' },
    { 'retry-after-ms': '9'.repeat(400) },
  ])('%o', (headers) => {
    expect(parseRetryAfter(headers, now)).toBeUndefined();
  });
});

test.each([
  ['34.4s', 34_400],
  ['36', 36_000],
  ['174ms', 174],
  ['6m0s', 360_000],
  [2.5, 2500],
  ['0s', undefined],
  ['-1s', undefined],
  ['25h', undefined],
  ['soon', undefined],
  [-3, undefined],
  [Number.NaN, undefined],
  [undefined, undefined],
])('a delay of %s in an error body is %s ms', (value, expected) => {
  expect(parseRetryDelay(value)).toBe(expected);
});
