/** What tokens cost (`model-protocol` §9.3): exact integers inside, one rounding at the end. */
import type { ModelSpec, Pricing, PricingTier } from '../protocol/model-spec.ts';
import type { Usage } from '../protocol/usage.ts';
import { findModel } from './find-model.ts';

/**
 * US dollars × 10⁻¹⁸. A rate is read to twelve decimals of a dollar for a million tokens, so every
 * product of tokens and rate is a whole number and sums lose nothing.
 */
export type AttoUsd = bigint;

const RATE_SCALE = 1e12;

/**
 * What a call costs at the prices of one moment.
 *
 * @param atMs - When the usage arrived, milliseconds since the epoch.
 * @returns `undefined` when the price is unknown: not stated, in another currency, without a tier
 *   for this moment and prompt size, or without a rate for cached tokens that were counted.
 */
export function costOf(
  usage: Usage,
  pricing: Pricing | undefined,
  atMs: number,
): AttoUsd | undefined {
  if (pricing === undefined || pricing.priceUnknown === true) return undefined;
  if (pricing.free) return 0n;
  if (pricing.currency !== 'USD') return undefined;
  const tier = findTier(pricing.tiers, atMs, promptTokens(usage));
  return tier && applyTier(usage, tier);
}

/** Whether a price is known for at least the smallest prompt at this moment. */
export function hasKnownPrice(pricing: Pricing | undefined, atMs: number): boolean {
  return costOf({ inputTokens: 0, outputTokens: 0 }, pricing, atMs) !== undefined;
}

/** The nearest number of dollars: the only rounding. */
export function toUsd(cost: AttoUsd): number {
  return Number(`${cost}e-18`);
}

/** What chooses a price tier: the whole prompt, cached or not (MP-81). */
function promptTokens(usage: Usage): number {
  return usage.inputTokens + (usage.cacheReadTokens ?? 0) + (usage.cacheWriteTokens ?? 0);
}

/** The tier for a moment and a prompt size; both intervals are half-open. */
export function findTier(
  tiers: readonly PricingTier[],
  atMs: number,
  tokens: number,
): PricingTier | undefined {
  return tiers.find(
    (tier) =>
      isWithin(atMs, tier.effectiveFromMs, tier.effectiveUntilMs) &&
      isWithin(tokens, tier.inputTokensFrom, tier.inputTokensUntil),
  );
}

/** The most a call can cost: nothing of its prompt cached, all of its output used. */
export function worstCost(tier: PricingTier, promptTokens: number, outputTokens: number): AttoUsd {
  const inputRate = Math.max(tier.inputPerMtok, tier.cacheWritePerMtok ?? 0);
  return (part(promptTokens, inputRate) ?? 0n) + (part(outputTokens, tier.outputPerMtok) ?? 0n);
}

export interface PricedModel {
  readonly spec: ModelSpec;
  /** The vendor served a model that is not listed: the requested one's price is a guess. */
  readonly isEstimate: boolean;
}

/** Whose price counts: the model the vendor says it served, if the provider lists it. */
export function pricedModel(
  models: readonly ModelSpec[],
  requested: ModelSpec,
  actualModel: string | undefined,
): PricedModel {
  if (actualModel === undefined) return { spec: requested, isEstimate: false };
  const actual = findModel([requested, ...models], actualModel);
  return { spec: actual ?? requested, isEstimate: actual === undefined };
}

function applyTier(usage: Usage, tier: PricingTier): AttoUsd | undefined {
  const reasoning = usage.reasoningAlreadyCounted === true ? 0 : (usage.reasoningTokens ?? 0);
  const parts = [
    part(usage.inputTokens, tier.inputPerMtok),
    part(usage.outputTokens, tier.outputPerMtok),
    part(usage.cacheWriteTokens ?? 0, tier.cacheWritePerMtok),
    part(usage.cacheReadTokens ?? 0, tier.cacheReadPerMtok),
    part(reasoning, tier.outputPerMtok),
  ];
  return addCosts(parts);
}

/** `undefined` as soon as one part is unknown. */
export function addCosts(parts: readonly (AttoUsd | undefined)[]): AttoUsd | undefined {
  let sum = 0n;
  for (const cost of parts) {
    if (cost === undefined) return undefined;
    sum += cost;
  }
  return sum;
}

function part(tokens: number, ratePerMtok: number | undefined): AttoUsd | undefined {
  if (tokens === 0) return 0n;
  if (ratePerMtok === undefined) return undefined;
  return BigInt(Math.round(tokens)) * BigInt(Math.round(ratePerMtok * RATE_SCALE));
}

function isWithin(value: number, from: number | undefined, until: number | undefined): boolean {
  return (from === undefined || value >= from) && (until === undefined || value < until);
}
