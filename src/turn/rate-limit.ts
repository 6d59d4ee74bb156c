/** The latest known rate-limit budgets of each model. */
import type { RateLimitSnapshot } from '../protocol/rate-limit.ts';
import type { ModelRef, ObservedRateLimit } from './turn-event.ts';

export function observe(
  snapshots: readonly RateLimitSnapshot[],
  nowMs: number,
): readonly ObservedRateLimit[] {
  return snapshots.map((snapshot) => ({ ...snapshot, asOfMs: nowMs }));
}

/** A newer figure of a budget replaces the older one; a budget not mentioned keeps its last. */
export function mergeRateLimits(
  known: readonly ObservedRateLimit[],
  news: readonly ObservedRateLimit[],
): readonly ObservedRateLimit[] {
  if (news.length === 0) return known;
  const merged = new Map(known.map((limit) => [budgetOf(limit), limit]));
  for (const limit of news) merged.set(budgetOf(limit), limit);
  return [...merged.values()];
}

/**
 * The budget that is used up, as the vendor's figures say.
 *
 * @returns The one that resets last, when several are; `undefined` when none says so.
 */
export function exhaustedBudget(
  limits: readonly ObservedRateLimit[],
): ObservedRateLimit | undefined {
  let latest: ObservedRateLimit | undefined;
  for (const limit of limits) {
    if (!isExhausted(limit)) continue;
    if (latest === undefined || (limit.resetAtMs ?? 0) > (latest.resetAtMs ?? 0)) latest = limit;
  }
  return latest;
}

/** Remembers budgets by model over the turns of a conversation. */
export class RateLimitBook {
  readonly #limits = new Map<string, readonly ObservedRateLimit[]>();

  record(model: ModelRef, news: readonly ObservedRateLimit[]): void {
    if (news.length > 0) this.#limits.set(keyOf(model), mergeRateLimits(this.latest(model), news));
  }

  latest(model: ModelRef): readonly ObservedRateLimit[] {
    return this.#limits.get(keyOf(model)) ?? [];
  }
}

function isExhausted(limit: RateLimitSnapshot): boolean {
  return limit.remaining === 0 || (limit.usedPercent !== undefined && limit.usedPercent >= 100);
}

function budgetOf(limit: RateLimitSnapshot): string {
  return JSON.stringify([limit.kind, limit.limitId, limit.windowRole, limit.windowSeconds]);
}

function keyOf(model: ModelRef): string {
  return JSON.stringify([model.provider, model.model]);
}
