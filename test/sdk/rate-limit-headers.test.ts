import { describe, expect, test } from 'vitest';
import {
  parseReset,
  rateLimitKind,
  rateLimitsFromHeaders,
} from '../../src/sdk/rate-limit-headers.ts';

const now = Date.parse('2026-05-03T04:00:00Z');

test('budgets named after their field are read with RFC 3339 resets', () => {
  const snapshots = rateLimitsFromHeaders(
    {
      'content-type': 'text/event-stream',
      'anthropic-ratelimit-input-tokens-limit': '40000',
      'anthropic-ratelimit-input-tokens-remaining': '0',
      'anthropic-ratelimit-input-tokens-reset': '2026-05-03T04:00:12Z',
      'anthropic-ratelimit-requests-remaining': '49',
    },
    now,
    ['anthropic-ratelimit-{bucket}-{field}'],
  );

  expect(snapshots).toEqual([
    {
      kind: 'input_tokens',
      limitId: 'input-tokens',
      limit: 40_000,
      remaining: 0,
      resetAtMs: now + 12_000,
    },
    { kind: 'requests', limitId: 'requests', remaining: 49 },
  ]);
});

test('budgets named before their field are read with durations', () => {
  const snapshots = rateLimitsFromHeaders(
    {
      'x-ratelimit-limit-requests': '30000',
      'x-ratelimit-limit-input-images': '50000',
      'x-ratelimit-remaining-requests': '29999',
      'x-ratelimit-reset-requests': '2ms',
      'x-ratelimit-reset-input-images': '6m0s',
      'x-ratelimit-remaining-tokens_usage_based': '7',
    },
    now,
    ['x-ratelimit-{field}-{bucket}'],
  );

  expect(snapshots).toEqual([
    { kind: 'requests', limitId: 'requests', limit: 30_000, remaining: 29_999, resetAtMs: now + 2 },
    { kind: 'requests', limitId: 'input-images', limit: 50_000, resetAtMs: now + 360_000 },
    { kind: 'tokens', limitId: 'tokens_usage_based', remaining: 7 },
  ]);
});

test('one budget without a name has no limit id', () => {
  const headers = { 'x-ratelimit-limit': '20', 'x-ratelimit-reset': '1777780830000' };

  expect(rateLimitsFromHeaders(headers, now, ['x-ratelimit-{field}'])).toEqual([
    { kind: 'requests', limit: 20, resetAtMs: 1_777_780_830_000 },
  ]);
});

test.each(['-1', '', 'many', '1.5', '1e9', '99999999999999999999'])(
  'a figure of "%s" is absent, and a budget without figures is none',
  (value) => {
    const headers = { 'x-ratelimit-limit-tokens': value, 'x-ratelimit-reset-tokens': '-1' };

    expect(rateLimitsFromHeaders(headers, now, ['x-ratelimit-{field}-{bucket}'])).toEqual([]);
  },
);

describe('kinds by the name of the budget', () => {
  test.each([
    ['requests', 'requests'],
    ['tokens', 'tokens'],
    ['project-tokens', 'tokens'],
    ['input-tokens', 'input_tokens'],
    ['output-tokens', 'output_tokens'],
    ['input-images', 'requests'],
    ['credits', 'credits'],
    ['anything', 'requests'],
  ] as const)('%s is %s', (bucket, kind) => {
    expect(rateLimitKind(bucket)).toBe(kind);
  });
});

describe('resets', () => {
  test.each([
    ['2026-05-03T04:00:01Z', now + 1000],
    ['1777780830', 1_777_780_830_000],
    ['1777780830000', 1_777_780_830_000],
    ['7.66s', now + 7660],
    ['12ms', now + 12],
    ['0s', now],
    ['59', now + 59_000],
    ['-1', undefined],
    ['never', undefined],
    ['2026-99-99T00:00:00Z', undefined],
  ])('%s', (value, expected) => {
    expect(parseReset(value, now)).toBe(expected);
  });
});
