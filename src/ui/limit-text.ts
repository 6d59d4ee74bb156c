/** Rate-limit budgets in words: what is left, until when, and how old the reading is. */
import {
  formatDuration,
  formatLocalTime,
  formatPercent,
  formatTokens,
} from '../format/quantities.ts';
import { terminalSafe } from '../format/terminal-safe.ts';
import type { ObservedRateLimit } from '../turn/turn-event.ts';
import type { Figures } from './figures.ts';

/** Readings older than this say when they were taken, milliseconds. */
const FRESH_FOR_MS = 60_000;

/** What is left of a budget, 0 to 100; `undefined` when the vendor gave no way to tell. */
export function percentLeft(limit: ObservedRateLimit): number | undefined {
  if (limit.usedPercent !== undefined) return clampPercent(100 - limit.usedPercent);
  if (limit.limit === undefined || limit.remaining === undefined || limit.limit <= 0) {
    return undefined;
  }
  return clampPercent((100 * limit.remaining) / limit.limit);
}

function clampPercent(percent: number): number {
  return Math.min(100, Math.max(0, percent));
}

/**
 * The budget of the current provider with the smallest share left. Budgets that have been reset
 * since they were read count last.
 */
export function tightestLimit(figures: Figures, nowMs: number): ObservedRateLimit | undefined {
  const limits = figures.model === undefined ? [] : (figures.limits[figures.model.provider] ?? []);
  const ranked = limits.map((limit) => ({ limit, rank: rankOf(limit, nowMs) }));
  return ranked.sort((a, b) => a.rank - b.rank)[0]?.limit;
}

function rankOf(limit: ObservedRateLimit, nowMs: number): number {
  return (percentLeft(limit) ?? 100) + (isOver(limit, nowMs) ? 1_000 : 0);
}

function isOver(limit: ObservedRateLimit, nowMs: number): boolean {
  return limit.resetAtMs !== undefined && limit.resetAtMs <= nowMs;
}

/** `input tokens 45% left, resets in 40s`, with the time of the reading where it is old. */
export function limitText(limit: ObservedRateLimit, nowMs: number): string {
  const isOld = nowMs - limit.asOfMs > FRESH_FOR_MS;
  return isOld ? datedLimitText(limit, nowMs) : leftText(limit, nowMs);
}

/** `input tokens 45% left, resets in 40s (as of 14:05:09)`. */
export function datedLimitText(limit: ObservedRateLimit, nowMs: number): string {
  return `${leftText(limit, nowMs)} (as of ${formatLocalTime(limit.asOfMs)})`;
}

function leftText(limit: ObservedRateLimit, nowMs: number): string {
  const percent = percentLeft(limit);
  const left = percent === undefined ? remainingText(limit) : `${formatPercent(percent)} left`;
  return `${limitName(limit)} ${left}${resetText(limit, nowMs)}`;
}

function limitName(limit: ObservedRateLimit): string {
  const kind = limit.kind.replaceAll('_', ' ');
  const name = limit.limitName ?? limit.limitId;
  // Some vendors name a budget as its kind.
  const isNews = name !== undefined && name !== limit.kind;
  return isNews ? `${kind} (${terminalSafe(name)})` : kind;
}

function remainingText(limit: ObservedRateLimit): string {
  return limit.remaining === undefined ? 'limit known' : `${formatTokens(limit.remaining)} left`;
}

function resetText(limit: ObservedRateLimit, nowMs: number): string {
  if (limit.resetAtMs === undefined) return '';
  if (isOver(limit, nowMs)) return ', was reset since';
  // Whole seconds: tenths would flicker.
  const seconds = Math.ceil((limit.resetAtMs - nowMs) / 1_000);
  return `, resets in ${formatDuration(seconds * 1_000)}`;
}
