import { expect, test } from 'vitest';
import type { ChatState } from '../../src/ui/chat-state.ts';
import { nextChangeMs } from '../../src/ui/next-change.ts';
import { initialState, reduce } from '../../src/ui/reduce.ts';
import { MODEL } from '../support/chat-script.ts';

const NOW = 1_000_000;
const idle = initialState({ model: MODEL }, 79);

function withReset(inMs: number): ChatState {
  const limit = { kind: 'requests', usedPercent: 1, resetAtMs: NOW + inMs, asOfMs: NOW } as const;
  return { ...idle, figures: { ...idle.figures, limits: { example: [limit] } } };
}

test.each([
  { name: 'nothing changes while nothing happens', state: idle, ms: undefined },
  {
    name: 'a running turn shows seconds',
    state: reduce(idle, { type: 'prompt', text: 'x' }, NOW).state,
    ms: 1_000,
  },
  {
    name: 'a hint goes when its time is over',
    state: { ...idle, hint: { text: 'x', untilMs: NOW + 400, armsExit: false } },
    ms: 401,
  },
  {
    name: 'a hint that is over is no reason',
    state: { ...idle, hint: { text: 'x', untilMs: NOW - 1, armsExit: false } },
    ms: undefined,
  },
  { name: 'a near reset counts down', state: withReset(60_000), ms: 1_000 },
  { name: 'a far one changes by the minute', state: withReset(7_200_000), ms: 60_000 },
  { name: 'one that is over stands still', state: withReset(-1), ms: undefined },
])('$name', ({ state, ms }) => {
  expect(nextChangeMs(state, NOW)).toBe(ms);
});
