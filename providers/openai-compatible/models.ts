// The models of hosted servers as they were published, for when the server does not answer, and how
// a model is described from what a server says of it.
import type { ModelSpec, Pricing, ThinkingSpec, ToolChoiceMode } from 'agent-hcl/sdk';
import { unknownPrice } from 'agent-hcl/sdk';
import type { Dialect, DialectName } from './dialects.ts';

/** What a server says of one model; absent: nothing. */
export interface ModelFacts {
  readonly id: string;
  /** The window that is running, tokens. */
  readonly contextWindow?: number | undefined;
  /** What the model was trained for, tokens: the most that can be configured. */
  readonly trainedContext?: number | undefined;
  readonly maxOutputTokens?: number | undefined;
  readonly tools?: boolean | undefined;
  readonly vision?: boolean | undefined;
  readonly thinking?: boolean | undefined;
}

/**
 * Assumed where nobody says how long a conversation may be; `extra_models` sets it right. Ollama cuts
 * in silence, so the least it starts with; the others say so themselves when it was too much.
 */
const SILENT_WINDOW = 4096;
const USUAL_WINDOW = 32_768;

const IMPLICIT_CACHE = {
  supported: true,
  explicitMarkers: false,
  implicitAutomatic: true,
  keepaliveSupported: false,
};
const NO_CACHE = { ...IMPLICIT_CACHE, supported: false, implicitAutomatic: false };

export const FREE: Pricing = { currency: 'USD', free: true, tiers: [] };
const NO_THINKING: ThinkingSpec = { supported: false, adaptiveByDefault: false, disable: 'never' };
/** Whether it reasons is not known; that it may has to be said for its reasoning to be shown. */
const MAY_THINK: ThinkingSpec = { supported: true, adaptiveByDefault: true, disable: 'never' };

/** Describes a model from what its server says, over what is published about it. */
export function describeModel(
  facts: ModelFacts,
  { dialect, isPrivate }: { readonly dialect: Dialect; readonly isPrivate: boolean },
): ModelSpec {
  const known = HOSTED[dialect.name]?.find(({ id }) => id === facts.id);
  const assumed = dialect.name === 'ollama' ? SILENT_WINDOW : USUAL_WINDOW;
  const contextWindow =
    facts.contextWindow ??
    known?.contextWindow ??
    Math.min(assumed, facts.trainedContext ?? assumed);
  const isFree = isPrivate || (dialect.isLocal && dialect.name !== 'ollama');
  const tools = facts.tools ?? known?.supportsToolUse ?? dialect.usesTools;
  return {
    supportsDocuments: false,
    supportsStreaming: true,
    thinking: facts.thinking === false ? NO_THINKING : thinkingOf(facts.id, dialect),
    caching: isFree ? NO_CACHE : IMPLICIT_CACHE,
    pricing: isFree ? FREE : unknownPrice(true),
    ...known,
    id: facts.id,
    contextWindow,
    maxOutputTokens: Math.min(
      facts.maxOutputTokens ?? known?.maxOutputTokens ?? contextWindow,
      contextWindow,
    ),
    ...(facts.trainedContext === undefined || facts.trainedContext <= contextWindow
      ? {}
      : { maxContextWindow: facts.trainedContext }),
    supportsVision: facts.vision ?? known?.supportsVision ?? false,
    ...toolAbilities(tools, dialect),
    catalog: known?.catalog ?? { aliases: [], displayName: facts.id, supportedInApi: true },
  };
}

/** What follows from whether a model uses tools. */
export function toolAbilities(tools: boolean, dialect: Dialect) {
  const forced: readonly ToolChoiceMode[] = dialect.takesToolByName
    ? ['auto', 'any', 'none', 'specific']
    : ['auto', 'any', 'none'];
  const modes = dialect.anyToolChoice === undefined ? (['auto'] as const) : forced;
  return {
    supportsToolUse: tools,
    supportsParallelToolCalls: tools,
    supportedToolChoiceModes: tools ? modes : [],
  };
}

function thinkingOf(id: string, dialect: Dialect): ThinkingSpec {
  const isOss = id.includes('gpt-oss');
  switch (dialect.reasoning) {
    case 'none':
      return MAY_THINK;
    case 'template':
      // Whether the model's template knows the switch is not told.
      return { ...MAY_THINK, disable: 'conditional' };
    case 'deepseek':
      return isLegacyReasoner(id)
        ? MAY_THINK
        : { ...steered(['low', 'high', 'max'], 'high'), disable: 'always' };
    case 'effort':
      if (isOss) return { ...steered(['low', 'medium', 'high'], 'medium'), disable: 'never' };
      return dialect.name === 'ollama'
        ? { ...steered(['none', 'low', 'medium', 'high', 'max'], 'medium'), disable: 'always' }
        : MAY_THINK;
  }
}

function steered(levels: readonly string[], byDefault: string): ThinkingSpec {
  return { ...MAY_THINK, effort: { levels, default: byDefault } };
}

/** R1 and the model of that name refuse earlier reasoning and every control. */
export function isLegacyReasoner(id: string): boolean {
  return /deepseek-reasoner|(?:^|[-/])r1\b/i.test(id);
}

interface HostedModel {
  readonly id: string;
  readonly name: string;
  readonly family: string;
  readonly context: number;
  readonly output: number;
  /** Input, cached input where it has a price, output. */
  readonly rates: readonly [input: number, cached: number | undefined, output: number];
  readonly asOf: string;
  readonly thinking?: ThinkingSpec;
}

function hosted(model: HostedModel): ModelSpec {
  const [input, cached, output] = model.rates;
  const cacheRates =
    cached === undefined ? {} : { cacheReadPerMtok: cached, cacheWritePerMtok: input };
  return {
    id: model.id,
    contextWindow: model.context,
    maxOutputTokens: model.output,
    supportsToolUse: true,
    supportsVision: false,
    supportsDocuments: false,
    supportsStreaming: true,
    supportsParallelToolCalls: true,
    supportsResponseSchema: false,
    thinking: model.thinking ?? NO_THINKING,
    caching: cached === undefined ? NO_CACHE : IMPLICIT_CACHE,
    pricing: {
      currency: 'USD',
      free: false,
      sourceUnit: `USD per million tokens, list price of ${model.asOf}`,
      tiers: [{ inputPerMtok: input, outputPerMtok: output, ...cacheRates }],
    },
    supportedToolChoiceModes: ['auto', 'any', 'none'],
    catalog: {
      displayName: model.name,
      family: model.family,
      aliases: [],
      supportedInApi: true,
    },
  };
}

const SPRING = '2026-03-15';
const OSS: ThinkingSpec = steered(['low', 'medium', 'high'], 'medium');
const V4: ThinkingSpec = { ...steered(['low', 'high', 'max'], 'high'), disable: 'always' };

const DEEPSEEK: readonly HostedModel[] = [
  {
    id: 'deepseek-v4-pro',
    name: 'DeepSeek V4 Pro',
    family: 'deepseek-v4',
    context: 1_048_576,
    output: 262_144,
    // Half of it outside 01-04 and 06-10 UTC; a price by the hour can not be told, so the peak is.
    rates: [1.32, 0.044, 3.96],
    asOf: '2026-08-17 (peak hours)',
    thinking: V4,
  },
  {
    id: 'deepseek-v4-flash',
    name: 'DeepSeek V4 Flash',
    family: 'deepseek-v4',
    context: 1_000_000,
    output: 384_000,
    rates: [0.44, 0.014, 1.32],
    asOf: '2026-09-01 (peak hours)',
    thinking: V4,
  },
];

const mistral = (
  id: string,
  [context, output]: readonly [number, number],
  [input, price]: readonly [number, number],
): HostedModel => ({
  id,
  name: id,
  family: id.split('-')[0] ?? id,
  context,
  output,
  rates: [input, undefined, price],
  asOf: SPRING,
  ...(id.startsWith('magistral') ? { thinking: MAY_THINK } : {}),
});

const MISTRAL: readonly HostedModel[] = [
  mistral('mistral-large-2512', [262_144, 262_144], [0.5, 1.5]),
  mistral('mistral-medium-2508', [262_144, 262_144], [0.4, 2]),
  mistral('devstral-2512', [262_144, 262_144], [0.4, 2]),
  mistral('codestral-latest', [256_000, 4096], [0.3, 0.9]),
  mistral('magistral-medium-latest', [128_000, 16_384], [2, 5]),
  mistral('mistral-small-latest', [128_000, 16_384], [0.1, 0.3]),
];

const groq = (
  id: string,
  [context, output]: readonly [number, number],
  [input, price]: readonly [number, number],
): HostedModel => ({
  ...mistral(id, [context, output], [input, price]),
  family: id.includes('gpt-oss') ? 'openai/gpt-oss' : id,
  thinking: id.includes('gpt-oss') ? OSS : NO_THINKING,
});

const GROQ: readonly HostedModel[] = [
  groq('openai/gpt-oss-120b', [131_072, 65_536], [0.15, 0.6]),
  groq('openai/gpt-oss-20b', [131_072, 65_536], [0.075, 0.3]),
  groq('llama-3.3-70b-versatile', [131_072, 32_768], [0.59, 0.79]),
  groq('moonshotai/kimi-k2-instruct-0905', [262_144, 16_384], [1, 3]),
];

const HOSTED: Readonly<Partial<Record<DialectName, readonly ModelSpec[]>>> = {
  deepseek: DEEPSEEK.map(hosted),
  mistral: MISTRAL.map(hosted),
  groq: GROQ.map(hosted),
};

/** Offered when a server of unknown models does not say what it serves; many take any name. */
export const PLACEHOLDER: ModelSpec = {
  id: 'default',
  contextWindow: USUAL_WINDOW,
  maxOutputTokens: USUAL_WINDOW,
  supportsToolUse: false,
  supportsVision: false,
  supportsDocuments: false,
  supportsStreaming: true,
  thinking: MAY_THINK,
  caching: IMPLICIT_CACHE,
  pricing: unknownPrice(true),
  supportedToolChoiceModes: [],
  catalog: { displayName: 'Whatever the server runs', aliases: [], supportedInApi: true },
};

/** The roster of a server that does not answer. */
export function fallbackModels(dialect: Dialect): readonly [ModelSpec, ...ModelSpec[]] {
  const [first, ...others] = HOSTED[dialect.name] ?? [];
  return first === undefined ? [PLACEHOLDER] : [first, ...others];
}

/** What is offered before a server is configured. */
export const SHIPPED_MODELS: readonly ModelSpec[] = [
  PLACEHOLDER,
  ...Object.values(HOSTED).flatMap((models) => models ?? []),
];
