import { expect, test } from 'vitest';
import {
  formatCost,
  formatDuration,
  formatLocalTime,
  formatPercent,
  formatTimestamp,
  formatTokens,
} from '../../src/format/quantities.ts';

test.each([
  { tokens: 0, expected: '0' },
  { tokens: 999, expected: '999' },
  { tokens: 1_000, expected: '1k' },
  { tokens: 12_345, expected: '12.3k' },
  { tokens: 200_000, expected: '200k' },
  { tokens: 999_949, expected: '999.9k' },
  { tokens: 999_950, expected: '1M' },
  { tokens: 1_250_000, expected: '1.3M' },
])('$tokens tokens read as $expected', ({ tokens, expected }) => {
  expect(formatTokens(tokens)).toBe(expected);
});

test.each([
  { cost: undefined, expected: 'n/a' },
  { cost: 0, expected: '$0' },
  { cost: 0.0042, expected: '$0.0042' },
  { cost: 0.00421739, expected: '$0.004217' },
  { cost: 0.0000000123456, expected: '$0.00000001235' },
  { cost: 0.00999999, expected: '$0.01' },
  { cost: 0.01, expected: '$0.01' },
  { cost: 1.239, expected: '$1.24' },
  { cost: 1234.5, expected: '$1234.50' },
])('a cost of $cost reads as $expected', ({ cost, expected }) => {
  expect(formatCost(cost)).toBe(expected);
});

test('an estimate is marked, an unknown cost is not', () => {
  const texts = [
    formatTokens(1_500, { isEstimate: true }),
    formatCost(0.5, { isEstimate: true }),
    formatCost(undefined, { isEstimate: true }),
  ];

  expect(texts).toEqual(['~1.5k', '~$0.50', 'n/a']);
});

test.each([
  { ms: -5, expected: '0ms' },
  { ms: 0, expected: '0ms' },
  { ms: 999, expected: '999ms' },
  { ms: 1_000, expected: '1s' },
  { ms: 4_230, expected: '4.2s' },
  { ms: 9_949, expected: '9.9s' },
  { ms: 9_950, expected: '10s' },
  { ms: 59_400, expected: '59s' },
  { ms: 60_000, expected: '1m' },
  { ms: 72_000, expected: '1m 12s' },
  { ms: 7_500_000, expected: '2h 5m' },
  { ms: 273_600_000, expected: '3d 4h' },
])('$ms ms read as $expected', ({ ms, expected }) => {
  expect(formatDuration(ms)).toBe(expected);
});

test.each([
  { percent: 0, expected: '0%' },
  { percent: 0.2, expected: '<1%' },
  { percent: 42.5, expected: '43%' },
  { percent: 99.7, expected: '>99%' },
  { percent: 100, expected: '100%' },
])('$percent per cent read as $expected', ({ percent, expected }) => {
  expect(formatPercent(percent)).toBe(expected);
});

test.each([
  { ms: Date.UTC(2026, 0, 31, 10, 0, 0), expected: '2026-01-31T10:00:00Z' },
  { ms: Date.UTC(2026, 0, 31, 10, 0, 0, 500), expected: '2026-01-31T10:00:00.5Z' },
  { ms: Date.UTC(2026, 0, 31, 10, 0, 0, 7), expected: '2026-01-31T10:00:00.007Z' },
  { ms: Number.POSITIVE_INFINITY, expected: undefined },
  { ms: 9e15, expected: undefined },
])('the moment $ms is the timestamp $expected', ({ ms, expected }) => {
  expect(formatTimestamp(ms)).toBe(expected);
});

test('a time of day is local and padded', () => {
  const morning = new Date(2026, 0, 31, 4, 5, 9).getTime();

  expect(formatLocalTime(morning)).toBe('04:05:09');
});
