/** The models of all configured providers, as one JSON document and as a table. */
import { formatCost, formatTokens } from '../format/quantities.ts';
import { terminalLine } from '../format/terminal-safe.ts';
import type { ModelSpec, Pricing, PricingTier, ThinkingSpec } from '../protocol/model-spec.ts';
import { findTier } from '../turn/cost.ts';
import { textTable } from './text-table.ts';

export interface ProviderModels {
  /** Local name. */
  readonly provider: string;
  readonly models: readonly ModelSpec[];
}

/** A provider that could not be asked. */
export interface ProviderFailure {
  readonly provider: string;
  readonly category: string;
  readonly message: string;
}

/** The published form (`schemas/json/models.schema.json`). */
export function modelsJson(
  found: readonly ProviderModels[],
  failures: readonly ProviderFailure[],
): string {
  const models = found.flatMap(({ provider, models: roster }) =>
    roster.map((model) => modelJson(provider, model)),
  );
  return `${JSON.stringify({ schema_version: '1.0', models, failures }, undefined, 2)}\n`;
}

function modelJson(provider: string, model: ModelSpec) {
  const { thinking, caching, pricing, catalog } = model;
  return {
    provider,
    id: model.id,
    display_name: catalog?.displayName ?? null,
    aliases: catalog?.aliases ?? [],
    context_window: model.contextWindow,
    max_output_tokens: model.maxOutputTokens,
    thinking: {
      supported: thinking?.supported ?? false,
      effort: thinking?.effort
        ? { levels: thinking.effort.levels, default: thinking.effort.default }
        : null,
      budget: thinking?.budget
        ? {
            min: thinking.budget.min,
            max: thinking.budget.max,
            default: thinking.budget.default ?? null,
          }
        : null,
      adaptive_by_default: thinking?.adaptiveByDefault ?? false,
      disable: thinking?.disable ?? 'unspecified',
    },
    caching: {
      supported: caching?.supported ?? false,
      explicit_markers: caching?.explicitMarkers ?? false,
      implicit_automatic: caching?.implicitAutomatic ?? false,
    },
    price: priceJson(pricing),
  };
}

/** `null` for a price nobody states: never 0. */
function priceJson(pricing: Pricing | undefined) {
  if (pricing === undefined || pricing.priceUnknown === true) return null;
  return { currency: pricing.currency, free: pricing.free, tiers: pricing.tiers.map(tierJson) };
}

function tierJson(tier: PricingTier) {
  return {
    effective_from: timeJson(tier.effectiveFromMs),
    effective_until: timeJson(tier.effectiveUntilMs),
    input_tokens_from: tier.inputTokensFrom ?? null,
    input_tokens_until: tier.inputTokensUntil ?? null,
    input_per_mtok: tier.inputPerMtok,
    output_per_mtok: tier.outputPerMtok,
    cache_read_per_mtok: tier.cacheReadPerMtok ?? null,
    cache_write_per_mtok: tier.cacheWritePerMtok ?? null,
  };
}

function timeJson(epochMs: number | undefined): string | null {
  return epochMs === undefined ? null : new Date(epochMs).toISOString();
}

const HEAD = ['MODEL', 'CONTEXT', 'OUTPUT', 'THINKING', 'CACHING', 'IN/OUT PER MTOK'];

/** @param nowMs - The moment whose prices are shown, milliseconds since the epoch. */
export function modelsText(found: readonly ProviderModels[], nowMs: number): string {
  const rows = found.flatMap(({ provider, models }) =>
    models.map((model) => [
      terminalLine(`${provider}/${model.id}`),
      formatTokens(model.contextWindow),
      formatTokens(model.maxOutputTokens),
      terminalLine(thinkingText(model.thinking)),
      cachingText(model),
      priceText(model.pricing, nowMs),
    ]),
  );
  return textTable([HEAD, ...rows]);
}

function thinkingText(thinking: ThinkingSpec | undefined): string {
  if (thinking?.supported !== true) return '-';
  const { effort, budget } = thinking;
  const parts = [
    ...(effort ? [effort.levels.join('|')] : []),
    ...(budget ? [`${formatTokens(budget.min)}-${formatTokens(budget.max)} tokens`] : []),
  ];
  return parts.length === 0 ? 'always' : parts.join(', ');
}

function cachingText({ caching }: ModelSpec): string {
  if (caching?.supported !== true) return '-';
  return caching.implicitAutomatic ? 'automatic' : 'by markers';
}

function priceText(pricing: Pricing | undefined, nowMs: number): string {
  if (pricing === undefined || pricing.priceUnknown === true) return 'n/a';
  if (pricing.free) return 'free';
  const tier = pricing.currency === 'USD' ? findTier(pricing.tiers, nowMs, 0) : undefined;
  if (tier === undefined) return 'n/a';
  return `${formatCost(tier.inputPerMtok)} / ${formatCost(tier.outputPerMtok)}`;
}
