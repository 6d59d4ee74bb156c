import { describe, expect, test } from 'vitest';
import type { ObservedRateLimit, TurnEvent } from '../../src/turn/turn-event.ts';
import {
  type Figures,
  foldFigures,
  startFigures,
  totalCost,
  totalTokens,
} from '../../src/ui/figures.ts';
import { limitText, percentLeft, tightestLimit } from '../../src/ui/limit-text.ts';
import { end, MODEL, start } from '../support/chat-script.ts';

const NOW = Date.UTC(2026, 0, 31, 10);

function usage(
  inputTokens: number,
  more: Partial<Extract<TurnEvent, { type: 'usage' }>> = {},
): TurnEvent {
  return {
    type: 'usage',
    usage: { inputTokens, outputTokens: 1 },
    costUsd: 0.5,
    rateLimits: [],
    ...more,
  };
}

function fold(...events: readonly TurnEvent[]): Figures {
  return events.reduce(foldFigures, startFigures(MODEL));
}

describe('tokens and cost', () => {
  test('the last usage of an attempt counts', () => {
    const figures = fold(start, usage(10), usage(20));

    expect(totalTokens(figures)?.inputTokens).toBe(20);
    expect(totalCost(figures)).toEqual({ usd: 0.5, isUnknown: false, isEstimate: false });
  });

  test('attempts add up while a turn runs', () => {
    expect(totalTokens(fold(start, usage(10), start, usage(20)))?.inputTokens).toBe(30);
  });

  test('the outcome replaces what was counted along', () => {
    const figures = fold(
      start,
      usage(10),
      end({ usage: { inputTokens: 7, outputTokens: 2 }, costUsd: 0.25 }),
    );

    expect(totalTokens(figures)).toEqual({ inputTokens: 7, outputTokens: 2 });
    expect(totalCost(figures).usd).toBe(0.25);
  });

  test('a counter nobody reported stays absent', () => {
    expect(totalTokens(fold(start, usage(10), start, usage(20)))?.reasoningTokens).toBeUndefined();
  });

  test('one unknown price makes the sum unknown', () => {
    const figures = fold(start, usage(1), end(), start, usage(1, { costUsd: undefined }));

    expect(totalCost(figures).isUnknown).toBe(true);
  });

  test('a turn that was refused before it was sent adds nothing', () => {
    const figures = fold(start, end({ status: 'error', usage: undefined, costUsd: 0 }));

    expect(totalTokens(figures)).toBeUndefined();
    expect(totalCost(figures)).toEqual({ usd: 0, isUnknown: false, isEstimate: false });
  });

  test('what a cut call has cost is not known; what others have cost stays', () => {
    const cut = { status: 'cancelled', usage: undefined, costUsd: undefined } as const;
    const figures = fold(start, usage(1, { costUsd: 0.5 }), start, end(cut));

    expect(totalCost(figures)).toEqual({ usd: 0.5, isUnknown: true, isEstimate: false });
  });

  test('an estimated price marks the sum', () => {
    expect(totalCost(fold(start, usage(1, { costIsEstimate: true }), end())).isEstimate).toBe(true);
  });

  test('the context holds prompt, cache and answer', () => {
    const full = {
      inputTokens: 10,
      outputTokens: 3,
      cacheReadTokens: 100,
      cacheWriteTokens: 20,
      reasoningTokens: 50,
    };

    expect(fold(start, usage(0, { usage: full })).context).toEqual({
      usedTokens: 133,
      windowTokens: 200_000,
    });
  });
});

const limit = (more: Partial<ObservedRateLimit>): ObservedRateLimit => ({
  kind: 'requests',
  asOfMs: NOW,
  ...more,
});

describe('limits', () => {
  test('a newer reading replaces the older one of the same budget', () => {
    const first = limit({ remaining: 5, limit: 10 });
    const other = limit({ kind: 'input_tokens', remaining: 1, limit: 10 });
    const second = limit({ remaining: 4, limit: 10 });

    const figures = fold(
      start,
      usage(1, { rateLimits: [first, other] }),
      usage(1, { rateLimits: [second] }),
    );

    expect(figures.limits['example']).toEqual([other, second]);
  });

  test('the tightest is the one with the smallest share, not the smallest number', () => {
    const few = limit({ remaining: 9, limit: 10 });
    const tight = limit({ kind: 'input_tokens', remaining: 1_000, limit: 100_000 });

    expect(tightestLimit(fold(start, usage(1, { rateLimits: [few, tight] })), NOW)).toEqual(tight);
  });

  test('a budget that was reset since is not the tightest', () => {
    const over = limit({ usedPercent: 100, resetAtMs: NOW - 1 });
    const open = limit({ kind: 'credits', usedPercent: 10 });

    expect(tightestLimit(fold(start, usage(1, { rateLimits: [over, open] })), NOW)).toEqual(open);
  });

  test.each([
    { name: 'share', given: { remaining: 45, limit: 100 }, percent: 45 },
    { name: 'used share', given: { usedPercent: 30 }, percent: 70 },
    { name: 'more than all', given: { usedPercent: 130 }, percent: 0 },
    { name: 'no way to tell', given: { remaining: 5 }, percent: undefined },
    { name: 'a limit of nothing', given: { remaining: 0, limit: 0 }, percent: undefined },
  ])('$name', ({ given, percent }) => {
    expect(percentLeft(limit(given))).toBe(percent);
  });

  test.each([
    {
      given: { remaining: 45, limit: 100, resetAtMs: NOW + 39_500 },
      text: 'requests 45% left, resets in 40s',
    },
    { given: { usedPercent: 20, limitName: 'week\u001b[2J' }, text: 'requests (week) 80% left' },
    { given: { remaining: 9_000, limitId: 'requests' }, text: 'requests 9k left' },
    { given: { remaining: 12_345 }, text: 'requests 12.3k left' },
    { given: { usedPercent: 20, resetAtMs: NOW - 1 }, text: 'requests 80% left, was reset since' },
  ])('$text', ({ given, text }) => {
    expect(limitText(limit(given), NOW)).toBe(text);
  });

  test('a reading that is old says when it was taken', () => {
    expect(limitText(limit({ usedPercent: 20 }), NOW + 61_000)).toMatch(
      /^requests 80% left \(as of \d\d:\d\d:\d\d\)$/,
    );
  });
});
