// What the vendor serves, as data; of each family the newest comes first. Limits and abilities are
// those of its models pages and its guides to effort and adaptive thinking, which also name `high` as
// the effort of a request that names none. Prices are US dollars for a million tokens with the day
// they were read; a cache write is the five-minute one, the only one asked for, at 1.25 times the
// input, and a read a tenth of it. Where no price is settled it is unknown: a wrong one would be
// counted against a budget.
import {
  type ModelSpec,
  type Pricing,
  type ThinkingSpec,
  type ToolChoiceMode,
  unknownPrice,
} from 'agent-hcl/sdk';

/** The vendor's smallest thinking budget, tokens. */
const LEAST_BUDGET = 1024;

type Thinking = Pick<ThinkingSpec, 'adaptiveByDefault' | 'disable'>;

/** Thinks only when asked. */
const ASKED: Thinking = { adaptiveByDefault: false, disable: 'always' };

/** Since Opus 4.7: no budget any more; the model decides how much, and an effort guides it. */
function adaptive(thinking: Thinking): ThinkingSpec {
  const levels = ['low', 'medium', 'high', 'xhigh', 'max'];
  return { supported: true, effort: { levels, default: 'high' }, ...thinking };
}

/** Opus 4.6 and Sonnet 4.6: adaptive as well, a budget still honoured. */
function eitherWay(maxOutputTokens: number): ThinkingSpec {
  const levels = ['low', 'medium', 'high', 'max'];
  const budget = { min: LEAST_BUDGET, max: maxOutputTokens - 1, deprecated: true };
  return { supported: true, effort: { levels, default: 'high' }, budget, ...ASKED };
}

/** Until 4.5: a budget, which leaves room for the answer. */
function byBudget(maxOutputTokens: number): ThinkingSpec {
  const budget = { min: LEAST_BUDGET, max: maxOutputTokens - 1, deprecated: false };
  return { supported: true, budget, ...ASKED };
}

interface Rates {
  readonly input: number;
  readonly output: number;
  readonly read: number;
  readonly write: number;
}

function priced(asOf: string, { input, output, read, write }: Rates): Pricing {
  return {
    currency: 'USD',
    free: false,
    sourceUnit: `USD per million tokens, list price of ${asOf}`,
    tiers: [
      {
        inputPerMtok: input,
        outputPerMtok: output,
        cacheReadPerMtok: read,
        cacheWritePerMtok: write,
      },
    ],
  };
}

const OPUS_RATES: Rates = { input: 5, output: 25, read: 0.5, write: 6.25 };
const OPUS_4_RATES: Rates = { input: 15, output: 75, read: 1.5, write: 18.75 };
const SONNET_4_RATES: Rates = { input: 3, output: 15, read: 0.3, write: 3.75 };

interface Listing {
  readonly name: string;
  readonly family: string;
  /** Higher is offered first. */
  readonly priority: number;
  readonly aliases?: readonly string[];
  readonly visible?: boolean;
}

function listed({ name, family, priority, aliases = [], visible = true }: Listing) {
  return { displayName: name, family, priority, aliases, visible, supportedInApi: true };
}

const TOOL_CHOICES: readonly ToolChoiceMode[] = ['auto', 'any', 'none', 'specific'];
/** With thinking on no tool can be forced, and these two never stop thinking. */
const FREE_CHOICES: readonly ToolChoiceMode[] = ['auto', 'none'];

const COMMON = {
  supportsToolUse: true,
  supportsVision: true,
  supportsDocuments: true,
  supportsStreaming: true,
  supportsParallelToolCalls: true,
  supportsResponseSchema: true,
  supportedToolChoiceModes: TOOL_CHOICES,
  serviceTiers: ['auto', 'standard_only'],
  caching: {
    supported: true,
    explicitMarkers: true,
    implicitAutomatic: false,
    keepaliveSupported: false,
  },
} satisfies Partial<ModelSpec>;

const LARGE = { ...COMMON, contextWindow: 1_000_000, maxOutputTokens: 128_000 };
const MEDIUM = { ...COMMON, contextWindow: 200_000, maxOutputTokens: 64_000 };
const SMALL = { ...COMMON, contextWindow: 200_000, maxOutputTokens: 32_000 };

export const MODELS: readonly [ModelSpec, ...ModelSpec[]] = [
  {
    ...LARGE,
    id: 'claude-sonnet-5',
    thinking: adaptive({ adaptiveByDefault: true, disable: 'always' }),
    // Lists of other people also name 3 and 15, a rise that was announced for 2026-09-01 and
    // withdrawn; the vendor's own list names this.
    pricing: priced('2026-10-01', { input: 2, output: 10, read: 0.2, write: 2.5 }),
    catalog: listed({ name: 'Claude Sonnet 5', family: 'claude-sonnet', priority: 100 }),
  },
  {
    ...LARGE,
    id: 'claude-opus-5',
    // To switch thinking off is refused above effort `high`.
    thinking: adaptive({ adaptiveByDefault: true, disable: 'conditional' }),
    pricing: priced('2026-10-01', OPUS_RATES),
    catalog: listed({ name: 'Claude Opus 5', family: 'claude-opus', priority: 90 }),
  },
  {
    ...LARGE,
    id: 'claude-fable-5',
    thinking: adaptive({ adaptiveByDefault: true, disable: 'never' }),
    supportedToolChoiceModes: FREE_CHOICES,
    pricing: unknownPrice(true),
    catalog: listed({ name: 'Claude Fable 5', family: 'claude-fable', priority: 80 }),
  },
  {
    ...LARGE,
    id: 'claude-mythos-5',
    thinking: adaptive({ adaptiveByDefault: true, disable: 'never' }),
    supportedToolChoiceModes: FREE_CHOICES,
    pricing: unknownPrice(true),
    catalog: listed({ name: 'Claude Mythos 5', family: 'claude-mythos', priority: 10 }),
  },
  {
    ...MEDIUM,
    id: 'claude-haiku-4-5',
    thinking: byBudget(64_000),
    pricing: priced('2026-03-15', { input: 1, output: 5, read: 0.1, write: 1.25 }),
    catalog: listed({
      name: 'Claude Haiku 4.5',
      family: 'claude-haiku',
      priority: 70,
      aliases: ['claude-haiku-4-5-20251001'],
    }),
  },
  {
    ...LARGE,
    id: 'claude-opus-4-8',
    thinking: adaptive(ASKED),
    pricing: unknownPrice(true),
    catalog: listed({ name: 'Claude Opus 4.8', family: 'claude-opus', priority: 60 }),
  },
  {
    ...LARGE,
    id: 'claude-opus-4-7',
    thinking: adaptive(ASKED),
    pricing: priced('2026-10-01', OPUS_RATES),
    catalog: listed({ name: 'Claude Opus 4.7', family: 'claude-opus', priority: 55 }),
  },
  {
    ...LARGE,
    id: 'claude-opus-4-6',
    thinking: eitherWay(128_000),
    pricing: priced('2026-03-15', OPUS_RATES),
    catalog: listed({ name: 'Claude Opus 4.6', family: 'claude-opus', priority: 50 }),
  },
  {
    ...LARGE,
    id: 'claude-sonnet-4-6',
    thinking: eitherWay(128_000),
    pricing: priced('2026-03-15', SONNET_4_RATES),
    catalog: listed({ name: 'Claude Sonnet 4.6', family: 'claude-sonnet', priority: 45 }),
  },
  {
    ...MEDIUM,
    id: 'claude-opus-4-5',
    thinking: {
      ...byBudget(64_000),
      effort: { levels: ['low', 'medium', 'high'], default: 'high' },
    },
    pricing: priced('2026-03-15', OPUS_RATES),
    catalog: listed({
      name: 'Claude Opus 4.5',
      family: 'claude-opus',
      priority: 40,
      aliases: ['claude-opus-4-5-20251101'],
    }),
  },
  {
    ...MEDIUM,
    id: 'claude-sonnet-4-5',
    thinking: byBudget(64_000),
    pricing: priced('2026-03-15', SONNET_4_RATES),
    catalog: listed({
      name: 'Claude Sonnet 4.5',
      family: 'claude-sonnet',
      priority: 35,
      aliases: ['claude-sonnet-4-5-20250929'],
    }),
  },
  {
    ...SMALL,
    id: 'claude-opus-4-1',
    thinking: byBudget(32_000),
    supportsResponseSchema: false,
    pricing: priced('2026-03-15', OPUS_4_RATES),
    catalog: listed({
      name: 'Claude Opus 4.1',
      family: 'claude-opus',
      priority: 20,
      aliases: ['claude-opus-4-1-20250805'],
    }),
  },
  // These two are gone from the vendor's own service, but still met behind gateways, which have
  // prices of their own. Their limits are those of their successors, 4.1 and 4.5.
  {
    ...SMALL,
    id: 'claude-opus-4-20250514',
    thinking: byBudget(32_000),
    supportsResponseSchema: false,
    pricing: unknownPrice(true),
    catalog: listed({
      name: 'Claude Opus 4',
      family: 'claude-opus',
      priority: 0,
      aliases: ['claude-opus-4-0'],
      visible: false,
    }),
  },
  {
    ...MEDIUM,
    id: 'claude-sonnet-4-20250514',
    thinking: byBudget(64_000),
    supportsResponseSchema: false,
    pricing: unknownPrice(true),
    catalog: listed({
      name: 'Claude Sonnet 4',
      family: 'claude-sonnet',
      priority: 0,
      aliases: ['claude-sonnet-4-0'],
      visible: false,
    }),
  },
];
