/** Checks a price list: each moment and prompt size has exactly one price (`model-protocol` MP-81). */
import type { ModelSpec, Pricing, PricingTier } from '../protocol/model-spec.ts';
import type { Report } from './capability-finding.ts';

/**
 * @param nowMs - Milliseconds since the epoch; a gap before it does not matter any more.
 * @param refuse - For what makes the provider unusable.
 * @param warn - For a gap: a price list must not end a provider on a calendar date.
 */
export function checkPricing(model: ModelSpec, nowMs: number, refuse: Report, warn: Report): void {
  const { pricing } = model;
  if (pricing === undefined) {
    refuse('pricing-missing', 'its price is not declared');
    return;
  }
  if (pricing.currency !== 'USD') {
    refuse('pricing-currency', `its prices are in "${pricing.currency}", expected "USD"`);
  }
  const cachingIsSupported = model.caching?.supported ?? false;
  for (const [index, tier] of pricing.tiers.entries()) {
    checkTier(tier, `tier ${index + 1}`, refuse);
    if (!pricing.free) checkCacheRates(tier, `tier ${index + 1}`, cachingIsSupported, refuse);
  }
  if (!pricing.free && pricing.tiers.length === 0) {
    refuse('pricing-no-tier', 'it is not free, yet has no price');
  } else {
    checkCoverage(pricing, nowMs, refuse, warn);
  }
}

function checkTier(tier: PricingTier, name: string, refuse: Report): void {
  const rates = [
    tier.inputPerMtok,
    tier.outputPerMtok,
    tier.cacheWritePerMtok,
    tier.cacheReadPerMtok,
    tier.batchInputPerMtok,
    tier.batchOutputPerMtok,
    tier.imageInputPerMtok,
    tier.audioInputPerMtok,
  ];
  if (rates.some((rate) => rate !== undefined && !(Number.isFinite(rate) && rate >= 0))) {
    refuse('pricing-rate', `a rate of its ${name} is negative or not a number`);
  }
  const { effectiveFromMs: from, effectiveUntilMs: until } = tier;
  const { inputTokensFrom: least, inputTokensUntil: most } = tier;
  if ((from ?? -Infinity) >= (until ?? Infinity) || (least ?? -Infinity) >= (most ?? Infinity)) {
    refuse('pricing-tier-interval', `its ${name} covers nothing: it ends before it begins`);
  }
}

function checkCacheRates(
  tier: PricingTier,
  name: string,
  cachingIsSupported: boolean,
  refuse: Report,
): void {
  const present = [tier.cacheWritePerMtok, tier.cacheReadPerMtok].map((rate) => rate !== undefined);
  if (cachingIsSupported && present.includes(false)) {
    refuse('pricing-cache-rates', `its ${name} lacks a cache rate`);
  }
  if (!cachingIsSupported && present.includes(true)) {
    refuse('pricing-cache-rates', `its ${name} has a cache rate without caching`);
  }
}

function checkCoverage(
  { free, tiers }: Pricing,
  nowMs: number,
  refuse: Report,
  warn: Report,
): void {
  const overlap = findOverlap(tiers);
  if (overlap) {
    const [first, second] = overlap;
    refuse('pricing-overlap', `its tiers ${first + 1} and ${second + 1} cover the same calls`);
  } else if (!free) {
    const gap = findGap(tiers, nowMs);
    if (gap !== undefined) warn('pricing-gap', `it has no price ${gap}`);
  }
}

function findOverlap(tiers: readonly PricingTier[]): readonly [number, number] | undefined {
  for (const [second, tier] of tiers.entries()) {
    const first = tiers.slice(0, second).findIndex((other) => overlaps(tier, other));
    if (first >= 0) return [first, second];
  }
  return undefined;
}

function overlaps(a: PricingTier, b: PricingTier): boolean {
  return (
    intersect(a.effectiveFromMs, a.effectiveUntilMs, b.effectiveFromMs, b.effectiveUntilMs) &&
    intersect(a.inputTokensFrom, a.inputTokensUntil, b.inputTokensFrom, b.inputTokensUntil)
  );
}

type Bound = number | undefined;

/** Whether two half-open intervals share a point; an absent bound is open. */
function intersect(fromA: Bound, untilA: Bound, fromB: Bound, untilB: Bound): boolean {
  const from = Math.max(fromA ?? -Infinity, fromB ?? -Infinity);
  return from < Math.min(untilA ?? Infinity, untilB ?? Infinity);
}

/** Tests one point of each cell that the boundaries of both axes make, from now and 0 tokens on. */
function findGap(tiers: readonly PricingTier[], nowMs: number): string | undefined {
  const times = cells(nowMs, tiers, (tier) => [tier.effectiveFromMs, tier.effectiveUntilMs]);
  const sizes = cells(0, tiers, (tier) => [tier.inputTokensFrom, tier.inputTokensUntil]);
  for (const time of times) {
    for (const size of sizes) {
      if (tiers.some((tier) => covers(tier, time, size))) continue;
      return `from ${new Date(time).toISOString()} for prompts of ${size} tokens or more`;
    }
  }
  return undefined;
}

/** Every cell's first point, ascending: cells are half-open, so that one stands for all. */
function cells(
  start: number,
  tiers: readonly PricingTier[],
  boundsOf: (tier: PricingTier) => readonly Bound[],
): readonly number[] {
  const bounds = tiers.flatMap(boundsOf).flatMap((bound) => bound ?? []);
  const later = bounds.filter((bound) => bound > start);
  return [start, ...new Set(later)].sort((a, b) => a - b);
}

function covers(tier: PricingTier, timeMs: number, tokens: number): boolean {
  return (
    timeMs >= (tier.effectiveFromMs ?? -Infinity) &&
    timeMs < (tier.effectiveUntilMs ?? Infinity) &&
    tokens >= (tier.inputTokensFrom ?? -Infinity) &&
    tokens < (tier.inputTokensUntil ?? Infinity)
  );
}
