// What the vendor serves, as data; of each family the newest comes first. Prices are US dollars for
// a million tokens, with the day they were published; writing to the cache costs what input costs.
// Only grok-4.5 has a published default effort, `high`. The protocol wants one of every model with
// levels, so the others have the same.
import type { ModelSpec, Pricing, PricingTier, ThinkingSpec, ToolChoiceMode } from 'agent-hcl/sdk';

/** Prompts from this size are billed at the second price. */
const LARGE_PROMPT = 200_001;

type Rates = readonly [input: number, cached: number, output: number];

function priced(asOf: string, rates: Rates, large?: Rates): Pricing {
  const tier = ([input, cached, output]: Rates): PricingTier => ({
    inputPerMtok: input,
    outputPerMtok: output,
    cacheReadPerMtok: cached,
    cacheWritePerMtok: input,
  });
  return {
    currency: 'USD',
    free: false,
    sourceUnit: `USD per million tokens, list price of ${asOf}`,
    tiers:
      large === undefined
        ? [tier(rates)]
        : [
            { ...tier(rates), inputTokensUntil: LARGE_PROMPT },
            { ...tier(large), inputTokensFrom: LARGE_PROMPT },
          ],
  };
}

/** Reasons always; a request that names an effort is refused. */
const FIXED: ThinkingSpec = {
  supported: true,
  adaptiveByDefault: true,
  disable: 'never',
  supportsReasoningSummary: true,
  defaultReasoningSummary: 'auto',
};
const NO_THINKING: ThinkingSpec = { supported: false, adaptiveByDefault: false, disable: 'never' };

function efforts(levels: readonly string[]): ThinkingSpec {
  const disable = levels.includes('none') ? 'always' : 'never';
  return { ...FIXED, disable, effort: { levels, default: 'high' } };
}

const TOOL_CHOICES: readonly ToolChoiceMode[] = ['auto', 'any', 'none', 'specific'];

const COMMON = {
  supportsToolUse: true,
  supportsVision: true,
  supportsDocuments: false,
  supportsStreaming: true,
  supportsParallelToolCalls: true,
  supportsResponseSchema: true,
  supportedToolChoiceModes: TOOL_CHOICES,
  caching: {
    supported: true,
    explicitMarkers: false,
    implicitAutomatic: true,
    keepaliveSupported: false,
  },
} satisfies Partial<ModelSpec>;

/** An output limit as large as the window means that there is none of its own. */
const LATEST = {
  ...COMMON,
  supportsDocuments: true,
  contextWindow: 500_000,
  maxOutputTokens: 500_000,
};
const HUGE = { ...COMMON, maxOutputTokens: 30_000 };

interface Listing {
  readonly name: string;
  readonly family: string;
  /** Higher is offered first. */
  readonly priority: number;
  readonly visible?: boolean;
}

function listed({ name, family, priority, visible = true }: Listing) {
  return { displayName: name, family, priority, aliases: [], visible, supportedInApi: true };
}

const SPRING = '2026-03';
const RATES_4_5: Rates = [2, 0.5, 6];
const LARGE_4_5: Rates = [4, 1, 12];
const FAST_RATES: Rates = [0.2, 0.05, 0.5];

export const MODELS: readonly [ModelSpec, ...ModelSpec[]] = [
  {
    ...LATEST,
    id: 'grok-4.7',
    thinking: efforts(['low', 'medium', 'high', 'xhigh']),
    pricing: priced('2026-09-21', RATES_4_5, LARGE_4_5),
    catalog: listed({ name: 'Grok 4.7', family: 'grok-4', priority: 100 }),
  },
  {
    ...LATEST,
    id: 'grok-4.6',
    thinking: efforts(['low', 'medium', 'high']),
    pricing: priced('2026-08-12', RATES_4_5, LARGE_4_5),
    catalog: listed({ name: 'Grok 4.6', family: 'grok-4', priority: 90 }),
  },
  {
    ...LATEST,
    id: 'grok-4.5',
    thinking: efforts(['low', 'medium', 'high']),
    pricing: priced('2026-06-29', RATES_4_5, LARGE_4_5),
    catalog: listed({ name: 'Grok 4.5', family: 'grok-4', priority: 80 }),
  },
  {
    ...HUGE,
    id: 'grok-4.3',
    contextWindow: 1_000_000,
    thinking: efforts(['none', 'low', 'medium', 'high']),
    pricing: priced('2026-05-01', [1.25, 0.2, 2.5], [2.5, 0.4, 5]),
    catalog: listed({ name: 'Grok 4.3', family: 'grok-4', priority: 70 }),
  },
  ...(
    [
      ['grok-4.20-0309-reasoning', FIXED],
      ['grok-4.20-0309-non-reasoning', NO_THINKING],
    ] as const
  ).map(([id, thinking]) => ({
    ...HUGE,
    id,
    // Sources differ between one and two millions; the smaller one never overflows.
    contextWindow: 1_000_000,
    thinking,
    pricing: priced('2026, day not recorded', [1.25, 0.2, 2.5]),
    catalog: listed({ name: nameOf(id), family: 'grok-4', priority: 50, visible: false }),
  })),
  {
    ...COMMON,
    id: 'grok-build-0.1',
    supportsDocuments: true,
    contextWindow: 256_000,
    maxOutputTokens: 256_000,
    thinking: FIXED,
    pricing: priced('2026-04-16', [1, 0.2, 2]),
    catalog: listed({ name: 'Grok Build 0.1', family: 'grok-build', priority: 60 }),
  },
  {
    ...COMMON,
    id: 'grok-code-fast-1',
    supportsVision: false,
    contextWindow: 256_000,
    maxOutputTokens: 10_000,
    thinking: FIXED,
    pricing: priced(SPRING, [0.2, 0.02, 1.5]),
    catalog: listed({ name: 'Grok Code Fast 1', family: 'grok-code', priority: 40 }),
  },
  ...(
    [
      ['grok-4-1-fast', FIXED],
      ['grok-4-1-fast-non-reasoning', NO_THINKING],
      ['grok-4-fast', FIXED],
      ['grok-4-fast-non-reasoning', NO_THINKING],
    ] as const
  ).map(([id, thinking]) => ({
    ...HUGE,
    id,
    contextWindow: 2_000_000,
    thinking,
    pricing: priced(SPRING, FAST_RATES),
    catalog: listed({ name: nameOf(id), family: 'grok-4-fast', priority: 20, visible: false }),
  })),
  {
    ...COMMON,
    id: 'grok-3-mini',
    supportsVision: false,
    contextWindow: 131_072,
    maxOutputTokens: 8192,
    thinking: efforts(['low', 'high']),
    pricing: priced(SPRING, [0.3, 0.075, 0.5]),
    catalog: listed({ name: 'Grok 3 Mini', family: 'grok-3', priority: 10 }),
  },
];

function nameOf(id: string): string {
  return id.replace('grok-', 'Grok ').replaceAll('-', ' ');
}
