/** Some of the many servers: one that tells much of itself, one that publishes limits, a plain one. */
import type { VendorDialect, VendorRequest } from '../../../src/conformance/index.ts';
import type { JsonObject } from '../../../src/protocol/json.ts';
import { chatDialect } from './chat-completions.ts';
import { bodyOptions, countingVendor } from './common-parts.ts';
import { jsonResponse, omit } from './responses.ts';
import { responsesDialect } from './responses-api.ts';
import type { Spoken } from './spoken.ts';

const USAGE = {
  prompt_tokens: 339,
  prompt_tokens_details: { cached_tokens: 320 },
  completion_tokens: 83,
  completion_tokens_details: { reasoning_tokens: 39 },
  total_tokens: 422,
};

const options = bodyOptions({ name: 'top_p', value: 0.25 }, { name: 'seed' });

const LOCAL = 'qwen3-8b';

const { say: sayLocally, ...local } = chatDialect({
  model: LOCAL,
  headers: () => ({}),
  thoughtOf: ({ thought }) => (thought === undefined ? [] : [{ reasoning_content: thought }]),
  usage: USAGE,
  totalTokens: USAGE.total_tokens,
});
const localCounting = countingVendor(local.text, {
  target: '/input_tokens',
  answer: (input_tokens) => ({ input_tokens }),
  content: ({ json }) => omit(json, ['stream', 'stream_options']),
});

function serveLocally(models: readonly JsonObject[]) {
  return (request: VendorRequest) => {
    const { target } = request;
    if (target.endsWith('/models')) return jsonResponse({ object: 'list', data: models });
    if (target.endsWith('/props')) return jsonResponse(PROPS);
    return localCounting.text(request);
  };
}

const LOCAL_MODEL = { id: LOCAL, owned_by: 'llamacpp', meta: { n_ctx_train: 40_960 } };
const PROPS = {
  default_generation_settings: { n_ctx: 16_384 },
  chat_template: '{% if tools %}…{% endif %}',
  modalities: { vision: false },
};

export const llamacppDialect: VendorDialect = {
  ...local,
  settings: { abilities: ['vision', 'documents'] },
  text: serveLocally([LOCAL_MODEL]),
  thinking: { response: sayLocally({ id: 'thinking', thought: 'Hm.', text: 'Yes.' }) },
  roster: { empty: serveLocally([]), full: serveLocally([LOCAL_MODEL]), models: [LOCAL] },
  count: localCounting.count,
  options,
  cacheMarkers: () => [],
};

const THINKER = 'magistral-medium-latest';
const PLAIN = 'codestral-latest';

const { say: sayHosted, ...hosted } = chatDialect({
  model: THINKER,
  headers: (id) => ({
    'x-request-id': `req_${id}`,
    'x-ratelimitbysize-limit-minute': '500000',
    'x-ratelimitbysize-remaining-minute': '499000',
  }),
  thoughtOf: thoughtInParts,
  calls: 'unnumbered',
  usage: USAGE,
  totalTokens: USAGE.total_tokens,
});

/** A thought is a part of the content, and its text a part of that. */
function thoughtInParts({ thought }: Spoken): readonly JsonObject[] {
  if (thought === undefined) return [];
  return [{ content: [{ type: 'thinking', thinking: [{ type: 'text', text: thought }] }] }];
}

function serveHosted(models: readonly JsonObject[]) {
  const roster = jsonResponse({ object: 'list', data: models });
  return (request: VendorRequest) => (request.method === 'GET' ? roster : hosted.text(request));
}

const HOSTED_MODELS = [
  {
    id: THINKER,
    max_context_length: 128_000,
    capabilities: { completion_chat: true, function_calling: true, vision: true },
  },
  {
    id: PLAIN,
    max_context_length: 256_000,
    capabilities: { completion_chat: true, function_calling: false, vision: false },
  },
];

export const mistralDialect: VendorDialect = {
  ...hosted,
  settings: { dialect: 'mistral' },
  requestIdHeader: 'x-request-id',
  text: serveHosted(HOSTED_MODELS),
  thinking: { response: sayHosted({ id: 'thinking', thought: 'Hm.', text: 'Yes.' }) },
  roster: { empty: serveHosted([]), full: serveHosted(HOSTED_MODELS), models: [THINKER, PLAIN] },
  options,
  cacheMarkers: () => [],
};

const UNKNOWN = 'some-model';

const plain = responsesDialect({
  model: UNKNOWN,
  headers: {},
  usage: {
    input_tokens: 339,
    input_tokens_details: { cached_tokens: 320 },
    output_tokens: 83,
    output_tokens_details: { reasoning_tokens: 39 },
    total_tokens: 422,
  },
  totalTokens: 422,
});

function servePlainly(models: readonly JsonObject[]) {
  const roster = jsonResponse({ object: 'list', data: models });
  return (request: VendorRequest) => (request.method === 'GET' ? roster : plain.text(request));
}

/** A server nobody knows, by its Responses interface. */
export const plainResponsesDialect: VendorDialect = {
  ...plain,
  settings: { api: 'responses', abilities: ['tools', 'vision', 'documents'] },
  text: servePlainly([{ id: UNKNOWN }]),
  roster: { empty: servePlainly([]), full: servePlainly([{ id: UNKNOWN }]), models: [UNKNOWN] },
  options,
  cacheMarkers: () => [],
};
