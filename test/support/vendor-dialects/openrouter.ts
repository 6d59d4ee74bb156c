/** The gateway: chat completions, a roster, reasoning in a list of details, markers of one family. */
import type { MarkerPlace, VendorDialect, VendorRequest } from '../../../src/conformance/index.ts';
import type { JsonObject, JsonValue } from '../../../src/protocol/json.ts';
import { arrayAt, isJsonArray, valueAt } from '../../../src/sdk/json.ts';
import { isOfTheSystem } from '../request-texts.ts';
import { chatDialect } from './chat-completions.ts';
import { bodyOptions } from './common-parts.ts';
import { jsonResponse } from './responses.ts';
import type { Spoken } from './spoken.ts';

const SONNET = 'anthropic/claude-sonnet-4.5';
const PLAIN = 'meta-llama/llama-guard-4-12b';
const SIGNATURE = 'EqQB+/c2ln==';

const ROSTER = jsonResponse({
  data: [
    {
      id: SONNET,
      name: 'Anthropic: Claude Sonnet 4.5',
      context_length: 1_000_000,
      architecture: { input_modalities: ['text', 'image', 'file'] },
      pricing: {
        prompt: '0.000003',
        completion: '0.000015',
        input_cache_read: '0.0000003',
        input_cache_write: '0.00000375',
        overrides: [
          {
            min_prompt_tokens: 200_000,
            prompt: '0.000006',
            completion: '0.0000225',
            input_cache_read: '0.0000006',
            input_cache_write: '0.0000075',
          },
        ],
      },
      top_provider: { context_length: 1_000_000, max_completion_tokens: 64_000 },
      supported_parameters: ['tools', 'tool_choice', 'reasoning', 'seed', 'top_p'],
      reasoning: { supported_efforts: null, supports_max_tokens: true },
    },
    {
      id: PLAIN,
      name: 'Meta: Llama Guard 4',
      context_length: 163_840,
      architecture: { input_modalities: ['text'] },
      pricing: { prompt: '0.00000018', completion: '0.00000018' },
      top_provider: { context_length: 163_840, max_completion_tokens: null },
      supported_parameters: ['seed', 'top_p'],
    },
  ],
});

const ACCOUNT = jsonResponse({
  data: { label: 'sk-or-v1-abc...def', limit: 100, limit_remaining: 74.5, usage: 25.5 },
});

/** The text twice, and its signature in a fragment of its own. */
export function thoughtInDetails({ thought, signature }: Spoken): readonly JsonObject[] {
  if (thought === undefined) return [];
  const detail = (more: JsonObject) => ({
    reasoning_details: [
      { type: 'reasoning.text', index: 0, format: 'anthropic-claude-v1', ...more },
    ],
  });
  return [
    { reasoning: thought, ...detail({ text: thought }) },
    ...(signature === undefined ? [] : [detail({ text: '', signature })]),
  ];
}

const { say, ...chat } = chatDialect({
  model: SONNET,
  headers: (id) => ({ 'x-generation-id': `gen-${id}` }),
  thoughtOf: thoughtInDetails,
  usage: {
    prompt_tokens: 2649,
    prompt_tokens_details: { cached_tokens: 2569, cache_write_tokens: 79 },
    completion_tokens: 100,
    completion_tokens_details: { reasoning_tokens: 13 },
    total_tokens: 2749,
  },
  totalTokens: 2749,
});

function serve(roster: typeof ROSTER) {
  return (request: VendorRequest) => {
    if (request.method === 'POST') return chat.text(request);
    return request.target.includes('/key') ? ACCOUNT : roster;
  };
}

function markersOf({ json }: VendorRequest): readonly MarkerPlace[] {
  const messages = arrayAt(json, 'messages');
  const others = messages.filter((message) => !isOfTheSystem(message));
  return [
    ...(messages.filter(isOfTheSystem).some(isMarked) ? (['context'] as const) : []),
    ...others.flatMap((message, index) => (isMarked(message) ? [index] : [])),
  ];
}

function isMarked(message: JsonValue): boolean {
  const content = valueAt(message, 'content');
  const parts = isJsonArray(content) ? content : [];
  return [message, ...parts].some((part) => valueAt(part, 'cache_control') !== undefined);
}

export const openrouterDialect: VendorDialect = {
  ...chat,
  text: serve(ROSTER),
  thinking: {
    response: say({ id: 'thinking', thought: 'Hm.', signature: SIGNATURE, text: 'Yes.' }),
    signature: SIGNATURE,
  },
  requestIdHeader: 'x-generation-id',
  refusal: {
    response: jsonResponse(
      {
        error: {
          code: 429,
          message: 'Rate limit exceeded: free-models-per-min.',
          metadata: { error_type: 'rate_limit_exceeded' },
        },
      },
      {
        'x-generation-id': 'gen-limit',
        'x-ratelimit-limit': '20',
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': '1793360460000',
      },
      429,
    ),
  },
  roster: {
    empty: serve(jsonResponse({ data: [] })),
    full: serve(ROSTER),
    models: [SONNET, PLAIN],
  },
  options: bodyOptions({ name: 'top_p', value: 0.25 }, { name: 'seed' }),
  cacheMarkers: markersOf,
  // Only texts are marked, and tools have none.
  unmarkable: ['tools'],
};
