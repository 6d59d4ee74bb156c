// A few models for the time before the gateway's list is there, or when it can not be had. Prices and
// limits are whatever that list says; here the limits are those that any route takes (the router,
// which has none of its own, counts as the smallest model beside it), and no price is known.
import { type ModelSpec, type ThinkingSpec, unknownPrice } from 'agent-hcl/sdk';

const THINKS: ThinkingSpec = {
  supported: true,
  effort: { levels: ['low', 'medium', 'high'], default: 'medium' },
  adaptiveByDefault: false,
  disable: 'always',
};
const NO_THINKING: ThinkingSpec = {
  supported: false,
  adaptiveByDefault: false,
  disable: 'unspecified',
};

interface Sketch {
  readonly id: string;
  readonly name: string;
  readonly contextWindow: number;
  readonly maxOutputTokens: number;
  readonly thinking: ThinkingSpec;
  readonly explicitMarkers?: boolean;
}

function model({ id, name, explicitMarkers = false, ...limits }: Sketch): ModelSpec {
  return {
    id,
    ...limits,
    supportsToolUse: true,
    supportsVision: true,
    supportsDocuments: true,
    supportsStreaming: true,
    supportsParallelToolCalls: true,
    supportsResponseSchema: false,
    supportedToolChoiceModes: ['auto', 'any', 'none', 'specific'],
    caching: {
      supported: true,
      explicitMarkers,
      implicitAutomatic: !explicitMarkers,
      keepaliveSupported: false,
    },
    pricing: unknownPrice(true),
    catalog: { displayName: name, aliases: [], family: id.split('/', 1)[0], supportedInApi: true },
  };
}

export const FALLBACK_MODELS: readonly [ModelSpec, ...ModelSpec[]] = [
  model({
    id: 'openrouter/auto',
    name: 'Auto Router',
    contextWindow: 128_000,
    maxOutputTokens: 16_384,
    thinking: NO_THINKING,
  }),
  model({
    id: 'anthropic/claude-sonnet-4.5',
    name: 'Anthropic: Claude Sonnet 4.5',
    contextWindow: 200_000,
    maxOutputTokens: 64_000,
    thinking: THINKS,
    explicitMarkers: true,
  }),
  model({
    id: 'anthropic/claude-sonnet-4',
    name: 'Anthropic: Claude Sonnet 4',
    contextWindow: 200_000,
    maxOutputTokens: 64_000,
    thinking: THINKS,
    explicitMarkers: true,
  }),
  model({
    id: 'openai/gpt-4o',
    name: 'OpenAI: GPT-4o',
    contextWindow: 128_000,
    maxOutputTokens: 16_384,
    thinking: NO_THINKING,
  }),
  model({
    id: 'openai/gpt-4.1-mini',
    name: 'OpenAI: GPT-4.1 Mini',
    contextWindow: 1_047_576,
    maxOutputTokens: 32_768,
    thinking: NO_THINKING,
  }),
  model({
    id: 'openai/o3',
    name: 'OpenAI: o3',
    contextWindow: 200_000,
    maxOutputTokens: 100_000,
    thinking: { ...THINKS, adaptiveByDefault: true, disable: 'never' },
  }),
  model({
    id: 'google/gemini-2.5-flash',
    name: 'Google: Gemini 2.5 Flash',
    contextWindow: 1_048_576,
    maxOutputTokens: 65_535,
    thinking: THINKS,
  }),
];
