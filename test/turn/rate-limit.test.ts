import { expect, test } from 'vitest';
import type { RateLimitSnapshot } from '../../src/protocol/rate-limit.ts';
import {
  exhaustedBudget,
  mergeRateLimits,
  observe,
  RateLimitBook,
} from '../../src/turn/rate-limit.ts';

const requests: RateLimitSnapshot = { kind: 'requests', remaining: 5 };
const tokens: RateLimitSnapshot = { kind: 'tokens', remaining: 100 };

test('a snapshot is stamped with the moment it was read', () => {
  expect(observe([requests], 7)).toEqual([{ kind: 'requests', remaining: 5, asOfMs: 7 }]);
});

test('a newer figure replaces that budget and leaves the others', () => {
  const known = observe([requests, tokens], 1);

  expect(mergeRateLimits(known, observe([{ kind: 'tokens', remaining: 9 }], 2))).toEqual([
    { kind: 'requests', remaining: 5, asOfMs: 1 },
    { kind: 'tokens', remaining: 9, asOfMs: 2 },
  ]);
});

test.each<{ name: string; other: RateLimitSnapshot }>([
  { name: 'kind', other: { kind: 'tokens' } },
  { name: 'bucket', other: { kind: 'requests', limitId: 'images' } },
  { name: 'window role', other: { kind: 'requests', windowRole: 'secondary' } },
  { name: 'window length', other: { kind: 'requests', windowSeconds: 60 } },
])('budgets that differ in their $name are two', ({ other }) => {
  expect(mergeRateLimits(observe([requests], 1), observe([other], 1))).toHaveLength(2);
});

test.each<{ name: string; limits: RateLimitSnapshot[]; expected?: RateLimitSnapshot }>([
  { name: 'none is known', limits: [] },
  { name: 'none is used up', limits: [requests, { kind: 'tokens', usedPercent: 99.9 }] },
  {
    name: 'nothing remains',
    limits: [requests, { kind: 'tokens', remaining: 0 }],
    expected: { kind: 'tokens', remaining: 0 },
  },
  {
    name: 'all is used',
    limits: [{ kind: 'credits', usedPercent: 100 }, requests],
    expected: { kind: 'credits', usedPercent: 100 },
  },
  {
    name: 'two are, and the later reset decides',
    limits: [
      { kind: 'requests', remaining: 0, resetAtMs: 5 },
      { kind: 'tokens', remaining: 0, resetAtMs: 9 },
      { kind: 'credits', remaining: 0 },
    ],
    expected: { kind: 'tokens', remaining: 0, resetAtMs: 9 },
  },
])('the exhausted budget when $name', ({ limits, expected }) => {
  expect(exhaustedBudget(observe(limits, 1))).toEqual(expected && { ...expected, asOfMs: 1 });
});

test('models are kept apart', () => {
  const book = new RateLimitBook();

  book.record({ provider: 'a', model: 'x' }, observe([requests], 1));
  book.record({ provider: 'a', model: 'y' }, observe([tokens], 2));
  book.record({ provider: 'a', model: 'x' }, observe([tokens], 3));

  expect(book.latest({ provider: 'a', model: 'x' })).toHaveLength(2);
  expect(book.latest({ provider: 'a', model: 'y' })).toHaveLength(1);
  expect(book.latest({ provider: 'b', model: 'x' })).toEqual([]);
});
