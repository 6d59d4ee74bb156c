/** W-07 … W-17: what each model declares. */
import type {
  ModelSpec,
  PricingTier,
} from '../../protocol/gen/pluggableharness/model/v1/types_pb.js';
import { ThinkingDisableSupport, ToolChoiceMode } from '../../protocol/gen/wire-tables.ts';
import type { Check } from '../check.ts';
import { duplicates, modelCheck, unmet } from './declared.ts';
import type { DeclarationContext } from './wire-context.ts';

const MUST = 'MUST' as const;

const hasLimits = modelCheck(
  { id: 'W-07', name: 'context window and output limit are above zero', level: MUST },
  ({ contextWindow, maxOutputTokens }) =>
    unmet(
      [contextWindow > 0n, `context_window is ${contextWindow}`],
      [maxOutputTokens > 0n, `max_output_tokens is ${maxOutputTokens}`],
    ),
);

const hasThinking = modelCheck(
  { id: 'W-08', name: 'thinking is declared; an unsupported one has no controls', level: MUST },
  ({ thinking }) => {
    if (!thinking) return ['the thinking message is absent'];
    if (thinking.supported) return [];
    return unmet(
      [!thinking.effort && !thinking.budget, 'thinking is unsupported but has a control'],
      [!thinking.adaptiveByDefault, 'thinking is unsupported but adaptive by default'],
      [
        thinking.disable === ThinkingDisableSupport.UNSPECIFIED ||
          thinking.disable === ThinkingDisableSupport.NEVER,
        'thinking is unsupported but can be disabled',
      ],
    );
  },
);

const saysDisable = modelCheck(
  { id: 'W-09', name: 'a thinking model says whether thinking can be disabled', level: MUST },
  ({ thinking }) =>
    thinking?.supported
      ? unmet([thinking.disable !== ThinkingDisableSupport.UNSPECIFIED, 'disable is UNSPECIFIED'])
      : undefined,
  'no model thinks',
);

const hasEffort = modelCheck(
  { id: 'W-10', name: 'effort has levels and a default among them', level: MUST },
  ({ thinking }) => {
    const effort = thinking?.effort;
    if (!effort) return undefined;
    return unmet(
      [effort.levels.length > 0, 'effort has no levels'],
      [effort.default !== '', 'effort has no default'],
      [
        effort.default === '' || effort.levels.includes(effort.default),
        `the default effort "${effort.default}" is none of its levels`,
      ],
    );
  },
  'no model has effort levels',
);

const hasBudget = modelCheck(
  { id: 'W-11', name: 'a budget has a range and its default lies inside', level: MUST },
  ({ thinking }) => {
    const budget = thinking?.budget;
    if (!budget) return undefined;
    if (!budget.range) return ['the budget has no range'];
    const { min, max } = budget.range;
    const start = budget.default ?? min;
    return unmet(
      [min <= max, `the budget range ${min} to ${max} is inverted`],
      [max > 0n, `the budget range ends at ${max}`],
      [start >= min && start <= max, `the default budget ${start} is outside ${min} to ${max}`],
    );
  },
  'no model has a budget',
);

const hasCaching = modelCheck(
  { id: 'W-12', name: 'caching is declared, with a mechanism exactly when supported', level: MUST },
  ({ caching }) => {
    if (!caching) return ['the caching message is absent'];
    const hasMechanism = caching.explicitMarkers || caching.implicitAutomatic;
    return unmet(
      [caching.supported || !hasMechanism, 'caching is unsupported but has a mechanism'],
      [!caching.supported || hasMechanism, 'caching is supported but has no mechanism'],
    );
  },
);

const hasPricing = modelCheck(
  { id: 'W-13', name: 'pricing is declared in USD, free or with a tier', level: MUST },
  ({ pricing }) => {
    if (!pricing) return ['the pricing message is absent'];
    return unmet(
      [pricing.currency === 'USD', `the currency is "${pricing.currency}"`],
      [pricing.free || pricing.tiers.length > 0, 'pricing is not free and has no tier'],
    );
  },
);

const hasGoodRates = modelCheck(
  {
    id: 'W-14',
    name: 'rates are finite and not negative; cache rates exist with caching',
    level: MUST,
  },
  (model) =>
    model.pricing && !model.pricing.free
      ? model.pricing.tiers.flatMap((tier, index) => rateFaults(model, tier, index))
      : undefined,
  'every model is free',
);

function rateFaults(model: ModelSpec, tier: PricingTier, index: number): readonly string[] {
  const rates = [
    tier.inputPerMtok,
    tier.outputPerMtok,
    tier.cacheReadPerMtok,
    tier.cacheWritePerMtok,
    tier.batchInputPerMtok,
    tier.batchOutputPerMtok,
    tier.imageInputPerMtok,
    tier.audioInputPerMtok,
  ].filter((rate) => rate !== undefined);
  const cacheRates = [tier.cacheReadPerMtok, tier.cacheWritePerMtok].filter(
    (rate) => rate !== undefined,
  );
  const expected = model.caching?.supported ? 2 : 0;
  return unmet(
    [
      rates.every((rate) => Number.isFinite(rate) && rate >= 0),
      `tier ${index}: a rate is negative or no number`,
    ],
    [
      cacheRates.length === expected,
      `tier ${index}: ${cacheRates.length} cache rates, expected ${expected}`,
    ],
  );
}

const hasNoOverlap = modelCheck(
  { id: 'W-15', name: 'no two price tiers match the same moment and prompt size', level: MUST },
  ({ pricing }) => {
    const tiers = pricing?.tiers ?? [];
    if (tiers.length < 2) return undefined;
    return tiers.flatMap((tier, index) =>
      tiers
        .slice(index + 1)
        .flatMap((other, offset) =>
          overlap(tier, other) ? [`tiers ${index} and ${index + 1 + offset} overlap`] : [],
        ),
    );
  },
  'no model has two tiers',
);

const hasNoGap = modelCheck(
  { id: 'W-16', name: 'from now on every prompt size has a price', level: MUST },
  ({ pricing }, { nowMs }) => {
    if (!pricing || pricing.free || pricing.tiers.length === 0) return undefined;
    return gaps(pricing.tiers, nowMs);
  },
  'every model is free',
);

const hasGoodChoices = modelCheck(
  { id: 'W-17', name: 'tool-choice modes are set, unique, and absent without tools', level: MUST },
  ({ supportedToolChoiceModes: modes, supportsToolUse }) =>
    unmet(
      [!modes.includes(ToolChoiceMode.UNSPECIFIED), 'a mode is UNSPECIFIED'],
      [duplicates(modes).length === 0, 'a mode stands twice'],
      [supportsToolUse || modes.length === 0, 'tools are unsupported but modes are declared'],
    ),
);

interface Interval {
  readonly from: number;
  readonly until: number;
}

function times(tier: PricingTier): Interval {
  const seconds = (value: { seconds: bigint } | undefined, open: number) =>
    value ? Number(value.seconds) * 1000 : open;
  return {
    from: seconds(tier.effectiveFrom, Number.NEGATIVE_INFINITY),
    until: seconds(tier.effectiveUntil, Number.POSITIVE_INFINITY),
  };
}

function sizes(tier: PricingTier): Interval {
  return {
    from: Number(tier.inputTokensFrom ?? 0n),
    until: Number(tier.inputTokensUntil ?? Number.POSITIVE_INFINITY),
  };
}

const meet = (a: Interval, b: Interval) => a.from < b.until && b.from < a.until;
const holds = ({ from, until }: Interval, point: number) => from <= point && point < until;

function overlap(a: PricingTier, b: PricingTier): boolean {
  return meet(times(a), times(b)) && meet(sizes(a), sizes(b));
}

/** Boundaries of both axes make a grid; one point of each cell decides for the whole cell. */
function gaps(tiers: readonly PricingTier[], nowMs: number): readonly string[] {
  const starts = (intervals: readonly Interval[], least: number) => [
    ...new Set([least, ...intervals.flatMap(({ from, until }) => [from, until])]),
  ];
  const moments = starts(tiers.map(times), nowMs).filter(
    (at) => Number.isFinite(at) && at >= nowMs,
  );
  const prompts = starts(tiers.map(sizes), 0).filter((size) => Number.isFinite(size) && size >= 0);
  const uncovered = moments.flatMap((moment) =>
    prompts
      .filter(
        (size) => !tiers.some((tier) => holds(times(tier), moment) && holds(sizes(tier), size)),
      )
      .map((size) => ({ moment, size })),
  );
  const [first] = uncovered;
  if (!first) return [];
  const at = new Date(first.moment).toISOString();
  return [`no tier covers a prompt of ${first.size} tokens at ${at}`];
}

/** In the order they run. */
export const modelChecks: readonly Check<DeclarationContext>[] = [
  hasLimits,
  hasThinking,
  saysDisable,
  hasEffort,
  hasBudget,
  hasCaching,
  hasPricing,
  hasGoodRates,
  hasNoOverlap,
  hasNoGap,
  hasGoodChoices,
];
