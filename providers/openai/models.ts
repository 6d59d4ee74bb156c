// What the vendor serves, as data; of each family the newest comes first. Prices are US dollars for
// a million tokens, with the day they were published. Until gpt-5.5 writing to the cache costs what
// input costs; since gpt-5.6 it costs a quarter more. Which efforts a model takes, and its default, is
// told by the vendor's interface description: `medium` and no `none` before gpt-5.1, `none` with it,
// `xhigh` after gpt-5.1-codex-max. Where it names no default, which the protocol wants beside levels,
// it is `medium`, that of every model but those.
import type { ModelSpec, Pricing, PricingTier, ThinkingSpec, ToolChoiceMode } from 'agent-hcl/sdk';

/** Input, cached input, output. */
type Rates = readonly [input: number, cached: number, output: number];

/** Prompts from this size are billed at the second price. */
const LARGE_PROMPT = 272_001;

interface Price {
  readonly asOf: string;
  readonly rates: Rates;
  /** For prompts above 272,000 tokens, where they cost more. */
  readonly large?: Rates;
  /** What writing to the cache costs, as a multiple of input. */
  readonly write?: number;
}

function priced({ asOf, rates, large, write = 1 }: Price): Pricing {
  const tier = ([input, cached, output]: Rates): PricingTier => ({
    inputPerMtok: input,
    outputPerMtok: output,
    cacheReadPerMtok: cached,
    cacheWritePerMtok: input * write,
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

/** Reasoning of a depth to choose; `none` among the levels switches it off. */
function efforts(levels: readonly string[], byDefault: string): ThinkingSpec {
  return {
    supported: true,
    effort: { levels, default: byDefault },
    adaptiveByDefault: byDefault !== 'none',
    disable: levels.includes('none') ? 'always' : 'never',
    supportsReasoningSummary: true,
    defaultReasoningSummary: 'auto',
  };
}

const NO_THINKING: ThinkingSpec = { supported: false, adaptiveByDefault: false, disable: 'never' };

const UP_TO_MAX = ['low', 'medium', 'high', 'xhigh', 'max'];
const UP_TO_XHIGH = ['low', 'medium', 'high', 'xhigh'];
const UP_TO_HIGH = ['low', 'medium', 'high'];

const CACHED = {
  supported: true,
  explicitMarkers: false,
  implicitAutomatic: true,
  keepaliveSupported: false,
};
const TOOL_CHOICES: readonly ToolChoiceMode[] = ['auto', 'any', 'none', 'specific'];

const COMMON = {
  supportsToolUse: true,
  supportsVision: true,
  supportsDocuments: true,
  supportsStreaming: true,
  supportsParallelToolCalls: true,
  supportsResponseSchema: true,
  supportedToolChoiceModes: TOOL_CHOICES,
  serviceTiers: ['auto', 'default', 'flex', 'priority'],
  caching: CACHED,
} satisfies Partial<ModelSpec>;

const VERBOSITY = { supported: true, levels: ['low', 'medium', 'high'], default: 'medium' };

/** The window holds prompt and answer: 922,000 tokens are left for a prompt. */
const HUGE = {
  ...COMMON,
  verbosity: VERBOSITY,
  contextWindow: 1_050_000,
  maxOutputTokens: 128_000,
};
const LARGE = { ...HUGE, contextWindow: 400_000 };

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

const SPRING = '2026-03-15';
const GPT_5_RATES: Rates = [1.25, 0.125, 10];
const GPT_5_2_RATES: Rates = [1.75, 0.175, 14];

export const MODELS: readonly [ModelSpec, ...ModelSpec[]] = [
  {
    ...HUGE,
    id: 'gpt-5.6-sol',
    thinking: efforts(['none', ...UP_TO_MAX], 'medium'),
    // Cheaper than its smaller sisters: this price is newer than theirs.
    pricing: priced({
      asOf: 'a day after 2026-07-09',
      rates: [2, 0.2, 10],
      large: [4, 0.4, 15],
      write: 1.25,
    }),
    catalog: listed({ name: 'GPT-5.6 Sol', family: 'gpt-5', priority: 100 }),
  },
  {
    ...HUGE,
    id: 'gpt-6-astra',
    thinking: efforts(UP_TO_MAX, 'medium'),
    pricing: priced({
      asOf: '2026-09-04',
      rates: [10, 1, 50],
      large: [20, 2, 75],
      write: 1.25,
    }),
    catalog: listed({ name: 'GPT-6 Astra', family: 'gpt-6', priority: 90 }),
  },
  {
    ...HUGE,
    id: 'gpt-5.6-terra',
    thinking: efforts(['none', ...UP_TO_XHIGH], 'medium'),
    pricing: priced({ asOf: '2026-07-09', rates: [2.5, 0.25, 15], write: 1.25 }),
    catalog: listed({ name: 'GPT-5.6 Terra', family: 'gpt-5', priority: 85 }),
  },
  {
    ...HUGE,
    id: 'gpt-5.6-luna',
    thinking: efforts(['none', ...UP_TO_XHIGH], 'medium'),
    pricing: priced({ asOf: '2026-07-09', rates: [1, 0.1, 6], write: 1.25 }),
    catalog: listed({ name: 'GPT-5.6 Luna', family: 'gpt-5', priority: 80 }),
  },
  {
    ...HUGE,
    id: 'gpt-5.5',
    thinking: efforts(['none', ...UP_TO_XHIGH], 'medium'),
    pricing: priced({ asOf: '2026-04-23', rates: [5, 0.5, 30], large: [10, 1, 45] }),
    catalog: listed({ name: 'GPT-5.5', family: 'gpt-5', priority: 70 }),
  },
  {
    ...HUGE,
    id: 'gpt-5.4',
    contextWindow: 272_000,
    thinking: efforts(['none', ...UP_TO_XHIGH], 'none'),
    pricing: priced({ asOf: SPRING, rates: [2.5, 0.25, 15] }),
    catalog: listed({ name: 'GPT-5.4', family: 'gpt-5', priority: 60 }),
  },
  {
    ...HUGE,
    id: 'gpt-5.4-pro',
    thinking: efforts(['medium', 'high', 'xhigh'], 'medium'),
    // Cached input has no price of its own.
    caching: { ...CACHED, supported: false, implicitAutomatic: false },
    pricing: {
      currency: 'USD',
      free: false,
      sourceUnit: `USD per million tokens, list price of ${SPRING}`,
      tiers: [{ inputPerMtok: 30, outputPerMtok: 180 }],
    },
    catalog: listed({ name: 'GPT-5.4 Pro', family: 'gpt-5', priority: 55 }),
  },
  ...(['gpt-5.3-codex', 'gpt-5.2-codex'] as const).map((id) => ({
    ...LARGE,
    id,
    thinking: efforts(UP_TO_XHIGH, 'medium'),
    pricing: priced({ asOf: SPRING, rates: GPT_5_2_RATES }),
    catalog: listed({
      name: nameOf(id),
      family: 'gpt-5',
      priority: 50,
      visible: id !== 'gpt-5.2-codex',
    }),
  })),
  {
    ...LARGE,
    id: 'gpt-5.2',
    thinking: efforts(['none', ...UP_TO_XHIGH], 'none'),
    pricing: priced({ asOf: SPRING, rates: GPT_5_2_RATES }),
    catalog: listed({ name: 'GPT-5.2', family: 'gpt-5', priority: 45, visible: false }),
  },
  {
    ...LARGE,
    id: 'gpt-5.1',
    thinking: efforts(['none', ...UP_TO_HIGH], 'none'),
    pricing: priced({ asOf: SPRING, rates: GPT_5_RATES }),
    catalog: listed({ name: 'GPT-5.1', family: 'gpt-5', priority: 40, visible: false }),
  },
  {
    ...LARGE,
    id: 'gpt-5.1-codex-max',
    thinking: efforts(UP_TO_XHIGH, 'medium'),
    pricing: priced({ asOf: SPRING, rates: GPT_5_RATES }),
    catalog: listed({ name: 'GPT-5.1 Codex Max', family: 'gpt-5', priority: 39, visible: false }),
  },
  ...(['gpt-5.1-codex', 'gpt-5-codex'] as const).map((id) => ({
    ...LARGE,
    id,
    thinking: efforts(UP_TO_HIGH, 'medium'),
    pricing: priced({ asOf: SPRING, rates: GPT_5_RATES }),
    catalog: listed({ name: nameOf(id), family: 'gpt-5', priority: 38, visible: false }),
  })),
  {
    ...LARGE,
    id: 'gpt-5.1-codex-mini',
    thinking: efforts(UP_TO_HIGH, 'medium'),
    pricing: priced({ asOf: SPRING, rates: [0.25, 0.025, 2] }),
    catalog: listed({ name: 'GPT-5.1 Codex Mini', family: 'gpt-5', priority: 37, visible: false }),
  },
  {
    ...LARGE,
    id: 'gpt-5',
    thinking: efforts(['minimal', ...UP_TO_HIGH], 'medium'),
    pricing: priced({ asOf: SPRING, rates: GPT_5_RATES }),
    catalog: listed({ name: 'GPT-5', family: 'gpt-5', priority: 36 }),
  },
  {
    ...LARGE,
    id: 'gpt-5-mini',
    thinking: efforts(['minimal', ...UP_TO_HIGH], 'medium'),
    pricing: priced({ asOf: SPRING, rates: [0.25, 0.025, 2] }),
    catalog: listed({ name: 'GPT-5 Mini', family: 'gpt-5', priority: 35 }),
  },
  {
    ...LARGE,
    id: 'gpt-5-nano',
    thinking: efforts(['minimal', ...UP_TO_HIGH], 'medium'),
    pricing: priced({ asOf: SPRING, rates: [0.05, 0.005, 0.4] }),
    catalog: listed({ name: 'GPT-5 Nano', family: 'gpt-5', priority: 34 }),
  },
  ...(
    [
      ['gpt-4.1', 'GPT-4.1', [2, 0.5, 8]],
      ['gpt-4.1-mini', 'GPT-4.1 Mini', [0.4, 0.1, 1.6]],
      ['gpt-4.1-nano', 'GPT-4.1 Nano', [0.1, 0.03, 0.4]],
    ] as const
  ).map(([id, name, rates]) => ({
    ...COMMON,
    id,
    contextWindow: 1_047_576,
    maxOutputTokens: 32_768,
    thinking: NO_THINKING,
    pricing: priced({ asOf: SPRING, rates }),
    catalog: listed({ name, family: 'gpt-4', priority: 20 }),
  })),
  ...(
    [
      ['o3', [2, 0.5, 8]],
      ['o4-mini', [1.1, 0.28, 4.4]],
    ] as const
  ).map(([id, rates]) => ({
    ...COMMON,
    id,
    contextWindow: 200_000,
    maxOutputTokens: 100_000,
    thinking: efforts(UP_TO_HIGH, 'medium'),
    pricing: priced({ asOf: SPRING, rates }),
    catalog: listed({ name: id, family: id.slice(0, 2), priority: 10 }),
  })),
];

function nameOf(id: string): string {
  return id.replace('gpt', 'GPT').replace('-codex', ' Codex');
}
