/** Both interfaces of the vendor: they speak alike and count differently. */
import type { VendorDialect } from '../../../src/conformance/index.ts';
import { chatDialect } from './chat-completions.ts';
import { bodyOptions } from './common-parts.ts';
import { responsesDialect } from './responses-api.ts';

const LIMITS = {
  'x-ratelimit-limit-requests': '60',
  'x-ratelimit-remaining-requests': '59',
  'x-ratelimit-limit-tokens': '100000',
  'x-ratelimit-remaining-tokens': '99000',
};

const options = bodyOptions({ name: 'service_tier', value: 'priority' }, { name: 'seed' });

export const xaiResponsesDialect: VendorDialect = {
  ...responsesDialect({
    model: 'grok-4.7',
    headers: LIMITS,
    usage: {
      input_tokens: 216,
      input_tokens_details: { cached_tokens: 192 },
      output_tokens: 831,
      output_tokens_details: { reasoning_tokens: 253 },
      total_tokens: 1047,
    },
    totalTokens: 1047,
  }),
  options,
  cacheMarkers: () => [],
};

const { say, ...chat } = chatDialect({
  model: 'grok-3-mini',
  headers: (id) => ({ 'x-request-id': `req_${id}`, ...LIMITS }),
  thoughtOf: ({ thought }) => (thought === undefined ? [] : [{ reasoning_content: thought }]),
  calls: 'whole',
  // Here reasoning is counted beside the completion.
  usage: {
    prompt_tokens: 12,
    prompt_tokens_details: { cached_tokens: 11 },
    completion_tokens: 1,
    completion_tokens_details: { reasoning_tokens: 290 },
    total_tokens: 303,
  },
  totalTokens: 303,
});

export const xaiChatDialect: VendorDialect = {
  ...chat,
  settings: { api: 'chat' },
  requestIdHeader: 'x-request-id',
  thinking: { response: say({ id: 'thinking', thought: 'Hm.', text: 'Yes.' }) },
  options,
  cacheMarkers: () => [],
};
