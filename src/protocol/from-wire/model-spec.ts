import type * as wire from '../gen/pluggableharness/model/v1/types_pb.js';
import type {
  BudgetControl,
  CachingSpec,
  CatalogMetadata,
  ModelSpec,
  Pricing,
  PricingTier,
  ThinkingSpec,
  VerbositySpec,
} from '../model-spec.ts';
import { disableSupports, toolChoiceModes } from '../wire-enums.ts';
import { refuse } from './fault.ts';
import { knownNames, milliseconds, optionalInteger, safeInteger, unlessEmpty } from './values.ts';

/** Absent parts stay absent: bring-up refuses a model that leaves out what it has to declare. */
export function readModelSpec(spec: wire.ModelSpec, path: string): ModelSpec {
  const { thinking, caching, pricing, catalog, verbosity } = spec;
  const compactPath = `${path}.auto_compact_token_limit`;
  const modesPath = `${path}.supported_tool_choice_modes`;
  return {
    id: spec.id,
    contextWindow: safeInteger(spec.contextWindow, `${path}.context_window`),
    maxOutputTokens: safeInteger(spec.maxOutputTokens, `${path}.max_output_tokens`),
    supportsToolUse: spec.supportsToolUse,
    supportsVision: spec.supportsVision,
    supportsDocuments: spec.supportsDocuments,
    supportsStreaming: spec.supportsStreaming,
    supportsParallelToolCalls: spec.supportsParallelToolCalls,
    supportsResponseSchema: spec.supportsResponseSchema,
    thinking: thinking && readThinking(thinking, `${path}.thinking`),
    caching: caching && readCaching(caching),
    pricing: pricing && readPricing(pricing, `${path}.pricing`),
    supportedToolChoiceModes: knownNames(toolChoiceModes, spec.supportedToolChoiceModes, modesPath),
    catalog: catalog && readCatalog(catalog),
    maxContextWindow: optionalInteger(spec.maxContextWindow, `${path}.max_context_window`),
    effectiveContextWindowPercent: spec.effectiveContextWindowPercent,
    autoCompactTokenLimit: optionalInteger(spec.autoCompactTokenLimit, compactPath),
    verbosity: verbosity && readVerbosity(verbosity),
    serviceTiers: unlessEmpty(spec.serviceTiers),
    apiBackend: spec.apiBackend,
    truncationPolicy: spec.truncationPolicy,
    compHash: spec.compHash,
  };
}

function readThinking(spec: wire.ThinkingSpec, path: string): ThinkingSpec {
  const { effort, budget } = spec;
  return {
    supported: spec.supported,
    effort: effort && { levels: effort.levels, default: effort.default },
    budget: budget && readBudget(budget, `${path}.budget`),
    adaptiveByDefault: spec.adaptiveByDefault,
    disable: disableSupports.nameOf(spec.disable) ?? 'unspecified',
    supportsReasoningSummary: spec.supportsReasoningSummary,
    defaultReasoningSummary: spec.defaultReasoningSummary,
  };
}

/** A control without a range is refused: filled with zeros it would look like a range of zero. */
function readBudget(budget: wire.BudgetControl, path: string): BudgetControl {
  const range = budget.range ?? refuse(`${path}.range`, 'is missing');
  return {
    min: safeInteger(range.min, `${path}.range.min`),
    max: safeInteger(range.max, `${path}.range.max`),
    default: optionalInteger(budget.default, `${path}.default`),
    deprecated: budget.deprecated,
  };
}

function readCaching(spec: wire.CachingSpec): CachingSpec {
  const { supported, keepaliveSupported, explicitMarkers, implicitAutomatic } = spec;
  return { supported, keepaliveSupported, explicitMarkers, implicitAutomatic };
}

function readPricing(pricing: wire.Pricing, path: string): Pricing {
  return {
    currency: pricing.currency,
    free: pricing.free,
    priceUnknown: pricing.priceUnknown,
    tiers: pricing.tiers.map((tier, index) => readTier(tier, `${path}.tiers[${index}]`)),
    sourceUnit: pricing.sourceUnit,
  };
}

function readTier(tier: wire.PricingTier, path: string): PricingTier {
  return {
    effectiveFromMs: milliseconds(tier.effectiveFrom, `${path}.effective_from`),
    effectiveUntilMs: milliseconds(tier.effectiveUntil, `${path}.effective_until`),
    inputPerMtok: tier.inputPerMtok,
    outputPerMtok: tier.outputPerMtok,
    cacheWritePerMtok: tier.cacheWritePerMtok,
    cacheReadPerMtok: tier.cacheReadPerMtok,
    batchInputPerMtok: tier.batchInputPerMtok,
    batchOutputPerMtok: tier.batchOutputPerMtok,
    imageInputPerMtok: tier.imageInputPerMtok,
    audioInputPerMtok: tier.audioInputPerMtok,
    inputTokensFrom: optionalInteger(tier.inputTokensFrom, `${path}.input_tokens_from`),
    inputTokensUntil: optionalInteger(tier.inputTokensUntil, `${path}.input_tokens_until`),
  };
}

function readCatalog(catalog: wire.CatalogMetadata): CatalogMetadata {
  const { displayName, description, visible, priority, supportedInApi, aliases, family } = catalog;
  return { displayName, description, visible, priority, supportedInApi, aliases, family };
}

function readVerbosity(verbosity: wire.VerbositySpec): VerbositySpec {
  const { supported, levels } = verbosity;
  return { supported, levels, default: verbosity.default };
}
