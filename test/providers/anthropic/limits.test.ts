import { expect, test } from 'vitest';
import { readLimits } from '../../../providers/anthropic/limits.ts';

const NOW = Date.parse('2026-05-28T22:15:00Z');

test('the budgets of a metered key are read by their own names', () => {
  const { snapshots, attrs } = readLimits(
    {
      'content-type': 'text/event-stream',
      'anthropic-organization-id': 'secret',
      'anthropic-ratelimit-requests-limit': '50',
      'anthropic-ratelimit-requests-remaining': '49',
      'anthropic-ratelimit-requests-reset': '2026-05-28T22:16:00Z',
      'anthropic-ratelimit-tokens-remaining': '1000',
      'anthropic-ratelimit-input-tokens-limit': '40000',
      'anthropic-ratelimit-output-tokens-limit': 'many',
      'anthropic-ratelimit-output-tokens-reset': '2026-05-28T22:16:01Z',
      'anthropic-priority-input-tokens-limit': '7',
    },
    NOW,
  );

  expect(snapshots).toEqual([
    {
      kind: 'requests',
      limitId: 'requests',
      limit: 50,
      remaining: 49,
      resetAtMs: Date.parse('2026-05-28T22:16:00Z'),
    },
    { kind: 'tokens', limitId: 'tokens', remaining: 1000 },
    { kind: 'input_tokens', limitId: 'input-tokens', limit: 40_000 },
    {
      kind: 'output_tokens',
      limitId: 'output-tokens',
      resetAtMs: Date.parse('2026-05-28T22:16:01Z'),
    },
    { kind: 'input_tokens', limitId: 'priority-input-tokens', limit: 7 },
  ]);
  expect(attrs).toEqual({});
});

test('the windows of a subscription have shares and resets of their own form', () => {
  const { snapshots, attrs } = readLimits(
    {
      'anthropic-ratelimit-unified-status': 'allowed',
      'anthropic-ratelimit-unified-5h-status': 'allowed',
      'anthropic-ratelimit-unified-5h-utilization': '0.29',
      'anthropic-ratelimit-unified-5h-reset': '1779999999',
      'anthropic-ratelimit-unified-7d-utilization': '1.2',
      'anthropic-ratelimit-unified-representative-claim': 'five_hour',
      'anthropic-ratelimit-unified-reset': '1779999999',
    },
    NOW,
  );

  expect(snapshots).toEqual([
    {
      kind: 'requests',
      limitId: 'unified-5h',
      windowSeconds: 18_000,
      windowRole: 'primary',
      usedPercent: 29,
      resetAtMs: 1_779_999_999_000,
    },
    {
      kind: 'requests',
      limitId: 'unified-7d',
      windowSeconds: 604_800,
      windowRole: 'secondary',
      usedPercent: 100,
    },
  ]);
  expect(attrs).toEqual({
    'anthropic-ratelimit-unified-status': 'allowed',
    'anthropic-ratelimit-unified-5h-status': 'allowed',
    'anthropic-ratelimit-unified-representative-claim': 'five_hour',
  });
});

test('nothing is made up of headers that say nothing', () => {
  expect(readLimits({ 'request-id': 'req_1' }, NOW)).toEqual({ snapshots: [], attrs: {} });
});
