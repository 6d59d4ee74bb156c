// What the vendor serves, as data; the newest first, since a model we do not know takes after it.
// Prices are list prices, US dollars for a million tokens, with the day they were read; the dearer ones
// of long prompts are those that models.dev lists for the vendor. There is no charge for writing a
// cache, only for its hours, so that a write counts as input. Of default levels two are published:
// `high` for Gemini 3 Pro and `medium` for 3.5 Flash. The protocol wants one of every model with
// levels, so the others have that of their generation.
import {
  type ModelSpec,
  type Pricing,
  type PricingTier,
  type ThinkingSpec,
  unknownPrice,
} from 'agent-hcl/sdk';

interface Rates {
  readonly input: number;
  readonly output: number;
  readonly read: number;
}

const PRICES_READ = '2026-03-15';

/** Prompts above this cost more on the Pro models, all of their tokens. */
const LONG_PROMPT = 200_000;

function rates({ input, output, read }: Rates): PricingTier {
  return {
    inputPerMtok: input,
    outputPerMtok: output,
    cacheReadPerMtok: read,
    cacheWritePerMtok: input,
  };
}

function priced(tiers: readonly PricingTier[]): Pricing {
  const sourceUnit = `USD per million tokens, list price of ${PRICES_READ}`;
  return { currency: 'USD', free: false, sourceUnit, tiers };
}

function flat(base: Rates): Pricing {
  return priced([rates(base)]);
}

function bySize(short: Rates, long: Rates): Pricing {
  return priced([
    { ...rates(short), inputTokensUntil: LONG_PROMPT + 1 },
    { ...rates(long), inputTokensFrom: LONG_PROMPT + 1 },
  ]);
}

/** Since Gemini 3: a level, and no way to switch thinking off. */
function byLevel(levels: readonly string[], level: string): ThinkingSpec {
  return {
    supported: true,
    effort: { levels, default: level },
    adaptiveByDefault: true,
    disable: 'never',
    supportsReasoningSummary: true,
  };
}

/** Gemini 2.5: a budget. Unasked the model decides, or does not think at all. */
function byBudget(
  min: number,
  max: number,
  axes: Pick<ThinkingSpec, 'adaptiveByDefault' | 'disable'>,
): ThinkingSpec {
  const budget = { min, max, deprecated: false };
  return { supported: true, budget, ...axes, supportsReasoningSummary: true };
}

const ALL_LEVELS = ['minimal', 'low', 'medium', 'high'];

const COMMON = {
  contextWindow: 1_048_576,
  maxOutputTokens: 65_536,
  supportsToolUse: true,
  supportsVision: true,
  supportsDocuments: true,
  supportsStreaming: true,
  supportsParallelToolCalls: true,
  supportsResponseSchema: true,
  supportedToolChoiceModes: ['auto', 'any', 'none', 'specific'],
  caching: {
    supported: true,
    explicitMarkers: false,
    implicitAutomatic: true,
    keepaliveSupported: false,
  },
} satisfies Partial<ModelSpec>;

/** Published as "1M" and "65K" for 3.5 Flash; for the rest of the line no window is, nor a price. */
const ROUGHLY_KNOWN = {
  ...COMMON,
  contextWindow: 1_000_000,
  maxOutputTokens: 65_000,
  pricing: unknownPrice(true),
};
const PRO_3_PRICE = bySize(
  { input: 2, output: 12, read: 0.2 },
  { input: 4, output: 18, read: 0.4 },
);

function listed(displayName: string, family: string, priority: number) {
  return { displayName, family, priority, aliases: [], supportedInApi: true };
}

export const MODELS: readonly [ModelSpec, ...ModelSpec[]] = [
  {
    ...ROUGHLY_KNOWN,
    id: 'gemini-3.7-flash',
    thinking: byLevel(ALL_LEVELS, 'medium'),
    // The shortest family: any later id that no other one claims takes after this model.
    catalog: listed('Gemini 3.7 Flash', 'gemini', 100),
  },
  {
    ...ROUGHLY_KNOWN,
    id: 'gemini-3.6-flash',
    thinking: byLevel(ALL_LEVELS, 'medium'),
    catalog: listed('Gemini 3.6 Flash', 'gemini-3.6-flash', 80),
  },
  {
    ...ROUGHLY_KNOWN,
    id: 'gemini-3.5-flash',
    thinking: byLevel(ALL_LEVELS, 'medium'),
    catalog: listed('Gemini 3.5 Flash', 'gemini-3.5-flash', 70),
  },
  {
    ...ROUGHLY_KNOWN,
    id: 'gemini-3.5-flash-lite',
    thinking: byLevel(ALL_LEVELS, 'medium'),
    catalog: listed('Gemini 3.5 Flash-Lite', 'gemini-3.5-flash-lite', 60),
  },
  {
    ...COMMON,
    id: 'gemini-3.1-pro-preview',
    thinking: byLevel(['low', 'medium', 'high'], 'high'),
    pricing: PRO_3_PRICE,
    catalog: listed('Gemini 3.1 Pro (preview)', 'gemini-3.1-pro', 90),
  },
  {
    ...COMMON,
    id: 'gemini-3.1-flash-lite-preview',
    thinking: byLevel(ALL_LEVELS, 'high'),
    pricing: flat({ input: 0.25, output: 1.5, read: 0.025 }),
    catalog: listed('Gemini 3.1 Flash-Lite (preview)', 'gemini-3.1-flash-lite', 50),
  },
  {
    ...COMMON,
    id: 'gemini-3-pro-preview',
    contextWindow: 1_000_000,
    maxOutputTokens: 64_000,
    thinking: byLevel(['low', 'high'], 'high'),
    pricing: PRO_3_PRICE,
    catalog: listed('Gemini 3 Pro (preview)', 'gemini-3-pro', 40),
  },
  {
    ...COMMON,
    id: 'gemini-3-flash-preview',
    thinking: byLevel(ALL_LEVELS, 'high'),
    pricing: flat({ input: 0.5, output: 3, read: 0.05 }),
    catalog: listed('Gemini 3 Flash (preview)', 'gemini-3-flash', 30),
  },
  {
    ...COMMON,
    id: 'gemini-2.5-pro',
    thinking: byBudget(128, 32_768, { adaptiveByDefault: true, disable: 'never' }),
    pricing: bySize(
      { input: 1.25, output: 10, read: 0.31 },
      { input: 2.5, output: 15, read: 0.625 },
    ),
    catalog: listed('Gemini 2.5 Pro', 'gemini-2.5-pro', 20),
  },
  {
    ...COMMON,
    id: 'gemini-2.5-flash',
    thinking: byBudget(0, 24_576, { adaptiveByDefault: true, disable: 'always' }),
    pricing: flat({ input: 0.3, output: 2.5, read: 0.075 }),
    catalog: listed('Gemini 2.5 Flash', 'gemini-2.5-flash', 19),
  },
  {
    ...COMMON,
    id: 'gemini-2.5-flash-lite',
    // Zero is taken as well and means off, which has a word of its own.
    thinking: byBudget(512, 24_576, { adaptiveByDefault: false, disable: 'always' }),
    pricing: flat({ input: 0.1, output: 0.4, read: 0.025 }),
    catalog: listed('Gemini 2.5 Flash-Lite', 'gemini-2.5-flash-lite', 18),
  },
];
