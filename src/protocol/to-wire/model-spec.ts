import type { WireInit } from '../codec/message-type.ts';
import type * as wire from '../gen/pluggableharness/model/v1/types_pb.js';
import type {
  BudgetControl,
  CatalogMetadata,
  ModelSpec,
  Pricing,
  PricingTier,
  ThinkingSpec,
  VerbositySpec,
} from '../model-spec.ts';
import { disableSupports, toolChoiceModes } from '../wire-enums.ts';
import { int64, optionalInt64, timestamp } from './values.ts';

export function toWireModelSpec(spec: ModelSpec): WireInit<wire.ModelSpec> {
  const { thinking, caching, pricing, catalog, verbosity } = spec;
  return {
    id: spec.id,
    contextWindow: int64(spec.contextWindow),
    maxOutputTokens: int64(spec.maxOutputTokens),
    supportsToolUse: spec.supportsToolUse,
    supportsVision: spec.supportsVision,
    supportsDocuments: spec.supportsDocuments,
    supportsStreaming: spec.supportsStreaming,
    supportedToolChoiceModes: spec.supportedToolChoiceModes.map(
      (mode) => toolChoiceModes.numbers[mode],
    ),
    serviceTiers: [...(spec.serviceTiers ?? [])],
    supportsParallelToolCalls: spec.supportsParallelToolCalls,
    supportsResponseSchema: spec.supportsResponseSchema,
    thinking: thinking && toWireThinking(thinking),
    caching,
    pricing: pricing && toWirePricing(pricing),
    catalog: catalog && toWireCatalog(catalog),
    maxContextWindow: optionalInt64(spec.maxContextWindow),
    effectiveContextWindowPercent: spec.effectiveContextWindowPercent,
    autoCompactTokenLimit: optionalInt64(spec.autoCompactTokenLimit),
    verbosity: verbosity && toWireVerbosity(verbosity),
    apiBackend: spec.apiBackend,
    truncationPolicy: spec.truncationPolicy,
    compHash: spec.compHash,
  };
}

function toWireThinking(spec: ThinkingSpec): WireInit<wire.ThinkingSpec> {
  const { effort, budget } = spec;
  return {
    supported: spec.supported,
    adaptiveByDefault: spec.adaptiveByDefault,
    disable: disableSupports.numbers[spec.disable],
    effort: effort && { levels: effort.levels, default: effort.default },
    budget: budget && toWireBudget(budget),
    supportsReasoningSummary: spec.supportsReasoningSummary,
    defaultReasoningSummary: spec.defaultReasoningSummary,
  };
}

function toWireBudget(budget: BudgetControl): WireInit<wire.BudgetControl> {
  return {
    range: { min: int64(budget.min), max: int64(budget.max) },
    deprecated: budget.deprecated,
    default: optionalInt64(budget.default),
  };
}

function toWirePricing(pricing: Pricing): WireInit<wire.Pricing> {
  return {
    currency: pricing.currency,
    free: pricing.free,
    tiers: pricing.tiers.map(toWireTier),
    sourceUnit: pricing.sourceUnit,
    priceUnknown: pricing.priceUnknown,
  };
}

function toWireTier(tier: PricingTier): WireInit<wire.PricingTier> {
  return {
    inputPerMtok: tier.inputPerMtok,
    outputPerMtok: tier.outputPerMtok,
    effectiveFrom: timestamp(tier.effectiveFromMs),
    effectiveUntil: timestamp(tier.effectiveUntilMs),
    cacheWritePerMtok: tier.cacheWritePerMtok,
    cacheReadPerMtok: tier.cacheReadPerMtok,
    batchInputPerMtok: tier.batchInputPerMtok,
    batchOutputPerMtok: tier.batchOutputPerMtok,
    imageInputPerMtok: tier.imageInputPerMtok,
    audioInputPerMtok: tier.audioInputPerMtok,
    inputTokensFrom: optionalInt64(tier.inputTokensFrom),
    inputTokensUntil: optionalInt64(tier.inputTokensUntil),
  };
}

function toWireCatalog(catalog: CatalogMetadata): WireInit<wire.CatalogMetadata> {
  const { aliases, displayName, description, visible, priority, supportedInApi, family } = catalog;
  return {
    aliases: aliases,
    displayName,
    description,
    visible,
    priority,
    supportedInApi,
    family,
  };
}

function toWireVerbosity(verbosity: VerbositySpec): WireInit<wire.VerbositySpec> {
  return {
    supported: verbosity.supported,
    levels: verbosity.levels,
    default: verbosity.default,
  };
}
