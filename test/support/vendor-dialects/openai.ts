/** Both interfaces of the vendor. */
import type { VendorDialect } from '../../../src/conformance/index.ts';
import { chatDialect } from './chat-completions.ts';
import { bodyOptions, countingVendor } from './common-parts.ts';
import { responsesContent, responsesDialect } from './responses-api.ts';

const LIMITS = {
  'x-ratelimit-limit-requests': '100',
  'x-ratelimit-remaining-requests': '99',
  'x-ratelimit-reset-requests': '6m0s',
};

const responses = responsesDialect({
  model: 'gpt-5.6-sol',
  headers: LIMITS,
  usage: {
    input_tokens: 7112,
    input_tokens_details: { cached_tokens: 3072, cache_write_tokens: 0 },
    output_tokens: 463,
    output_tokens_details: { reasoning_tokens: 64 },
    total_tokens: 7575,
  },
  totalTokens: 7575,
});
const SERVICE_TIER = { name: 'service_tier', value: 'flex' };

export const openaiResponsesDialect: VendorDialect = {
  ...responses,
  ...countingVendor(responses.text, {
    target: '/input_tokens',
    answer: (input_tokens) => ({ object: 'response.input_tokens', input_tokens }),
    content: responsesContent,
  }),
  options: bodyOptions(SERVICE_TIER),
  cacheMarkers: () => [],
};

const { say: _say, ...chat } = chatDialect({
  model: 'gpt-4.1',
  headers: (id) => ({ 'x-request-id': `req_${id}`, ...LIMITS }),
  usage: {
    prompt_tokens: 100,
    prompt_tokens_details: { cached_tokens: 40 },
    completion_tokens: 78,
    completion_tokens_details: { reasoning_tokens: 64 },
    total_tokens: 178,
  },
  totalTokens: 178,
});

export const openaiChatDialect: VendorDialect = {
  ...chat,
  settings: { api: 'chat' },
  requestIdHeader: 'x-request-id',
  options: bodyOptions(SERVICE_TIER, { name: 'seed' }),
  cacheMarkers: () => [],
};
