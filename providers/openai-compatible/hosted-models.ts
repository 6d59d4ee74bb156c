// The models of hosted servers as they were published. Prices are US dollars for a million tokens.
// None of them publishes a default effort, which the protocol wants beside levels: here it is the
// middle one.
import type { ModelSpec, ThinkingSpec } from 'agent-hcl/sdk';
import { IMPLICIT_CACHE, MAY_THINK, NO_CACHE, NO_THINKING, steered } from './abilities.ts';
import type { DialectName } from './dialects.ts';

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

/** By dialect; for when the server does not answer, and for what it does not say. */
export const HOSTED: Readonly<Partial<Record<DialectName, readonly ModelSpec[]>>> = {
  deepseek: DEEPSEEK.map(hosted),
  mistral: MISTRAL.map(hosted),
  groq: GROQ.map(hosted),
};
