/** Pure: when the screen changes without anything happening. */
import type { ChatState } from './chat-state.ts';
import { tightestLimit } from './limit-text.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** A time further away than this is shown in minutes. */
const HOUR_MS = 3_600_000;

/** Milliseconds until a countdown, a clock or a hint looks different; `undefined`: never. */
export function nextChangeMs(state: ChatState, nowMs: number): number | undefined {
  const times = [turnMs(state), hintMs(state, nowMs), limitMs(state, nowMs)];
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}

function turnMs(state: ChatState): number | undefined {
  return state.turn === undefined ? undefined : SECOND_MS;
}

function hintMs({ hint }: ChatState, nowMs: number): number | undefined {
  if (hint === undefined || hint.untilMs < nowMs) return undefined;
  return hint.untilMs - nowMs + 1;
}

function limitMs(state: ChatState, nowMs: number): number | undefined {
  const resetAtMs = tightestLimit(state.figures, nowMs)?.resetAtMs;
  if (resetAtMs === undefined || resetAtMs <= nowMs) return undefined;
  return resetAtMs - nowMs > HOUR_MS ? MINUTE_MS : SECOND_MS;
}
