/** The Messages API. */
import type { MarkerPlace, VendorDialect, VendorRequest } from '../../../src/conformance/index.ts';
import type { JsonObject, JsonValue } from '../../../src/protocol/json.ts';
import { arrayAt, valueAt } from '../../../src/sdk/json.ts';
import { SYSTEM_TEXTS } from '../request-texts.ts';
import { bodyOptions, countingVendor } from './common-parts.ts';
import { jsonResponse, namedEventStream, pick } from './responses.ts';
import { argumentsOf, commonAnswers, idOf, type Spoken } from './spoken.ts';

const MODEL = 'claude-sonnet-5';

const LIMITS = {
  'anthropic-ratelimit-requests-limit': '50',
  'anthropic-ratelimit-requests-remaining': '49',
  'anthropic-ratelimit-requests-reset': '2026-11-30T10:00:01Z',
};

const SHORT_USAGE = { input_tokens: 4, output_tokens: 5 };

export function sayAnthropic(spoken: Spoken) {
  const { id, usage = SHORT_USAGE } = spoken;
  const blocks = blocksOf(spoken);
  return namedEventStream(
    [
      {
        type: 'message_start',
        message: { ...emptyMessage(id), usage: { ...usage, output_tokens: 1 } },
      },
      { type: 'ping' },
      ...blocks.flatMap(({ start, deltas }, index) => [
        { type: 'content_block_start', index, content_block: start },
        ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
        { type: 'content_block_stop', index },
      ]),
      { type: 'message_delta', delta: endOf(spoken), usage },
      { type: 'message_stop' },
    ],
    { 'request-id': `req_${id}`, ...LIMITS },
  );
}

function emptyMessage(id: string) {
  const fresh = { content: [], stop_reason: null, stop_sequence: null };
  return { id: `msg_${id}`, type: 'message', role: 'assistant', model: MODEL, ...fresh };
}

function endOf({ calls, stopSequence }: Spoken) {
  const reason = stopSequence === undefined ? (calls ? 'tool_use' : 'end_turn') : 'stop_sequence';
  return { stop_reason: reason, stop_sequence: stopSequence ?? null };
}

interface Block {
  readonly start: JsonObject;
  readonly deltas: readonly JsonObject[];
}

function blocksOf({ thought, signature, redacted, text, calls = [] }: Spoken): readonly Block[] {
  const thinking = { type: 'thinking', thinking: '', signature: '' };
  return [
    ...(thought === undefined
      ? []
      : [
          {
            start: thinking,
            deltas: [
              { type: 'thinking_delta', thinking: thought },
              { type: 'signature_delta', signature: signature ?? '' },
            ],
          },
        ]),
    ...(redacted === undefined
      ? []
      : [{ start: { type: 'redacted_thinking', data: redacted }, deltas: [] }]),
    ...(text === undefined
      ? []
      : [{ start: { type: 'text', text: '' }, deltas: [{ type: 'text_delta', text }] }]),
    ...calls.map((call) => ({
      start: { type: 'tool_use', id: call.id, name: 'clock', input: {} },
      deltas: fragmentsOf(argumentsOf(call)),
    })),
  ];
}

/** Cut where no JSON ends. */
function fragmentsOf(text: string): readonly JsonObject[] {
  return ['', text.slice(0, 7), text.slice(7)].map((partial_json) => ({
    type: 'input_json_delta',
    partial_json,
  }));
}

function whole(text: string) {
  const id = idOf(text);
  const message = { ...emptyMessage(id), content: [{ type: 'text', text }], usage: SHORT_USAGE };
  return jsonResponse({ ...message, stop_reason: 'end_turn' }, { 'request-id': `req_${id}` });
}

const CONTENT = ['model', 'system', 'messages', 'tools', 'tool_choice', 'thinking'];

function isMarked(part: JsonValue): boolean {
  return valueAt(part, 'cache_control') !== undefined;
}

function markersOf({ json }: VendorRequest): readonly MarkerPlace[] {
  return [
    ...(arrayAt(json, 'tools').some(isMarked) ? (['tools'] as const) : []),
    ...(arrayAt(json, 'system').some(isMarked) ? (['context'] as const) : []),
    ...arrayAt(json, 'messages').flatMap((message, index) =>
      arrayAt(message, 'content').some(isMarked) ? [index] : [],
    ),
  ];
}

const answers = commonAnswers(sayAnthropic);

const SERVICE_TIER = { name: 'service_tier', value: 'standard_only' };

export const anthropicDialect = {
  ...answers,
  ...countingVendor(answers.text, {
    target: '/count_tokens',
    answer: (input_tokens) => ({ input_tokens }),
    content: ({ json }) => pick(json, CONTENT),
  }),
  thinking: {
    response: sayAnthropic({
      id: 'thinking',
      thought: 'Hm.',
      signature: 'EqQB+/c2ln==',
      text: 'Yes.',
    }),
    signature: 'EqQB+/c2ln==',
  },
  redacted: {
    response: sayAnthropic({ id: 'redacted', redacted: 'EqkE=odd==', text: 'Yes.' }),
    data: 'EqkE=odd==',
  },
  requestIdHeader: 'request-id',
  refusal: {
    response: jsonResponse(
      {
        type: 'error',
        error: { type: 'rate_limit_error', message: 'Rate limited' },
        request_id: 'req_limit',
      },
      { 'request-id': 'req_limit', 'retry-after': '3', ...LIMITS },
      429,
    ),
  },
  usage: {
    response: sayAnthropic({
      id: 'usage',
      text: '650',
      usage: {
        input_tokens: 6,
        cache_creation_input_tokens: 3337,
        cache_read_input_tokens: 6289,
        output_tokens: 198,
        output_tokens_details: { thinking_tokens: 53 },
      },
    }),
    totalTokens: 6 + 3337 + 6289 + 198,
  },
  stopSequence: {
    response: sayAnthropic({ id: 'sequence', text: 'One', stopSequence: 'END' }),
    sequence: 'END',
  },
  wholeAnswer: whole,
  options: bodyOptions(SERVICE_TIER),
  systemTurns: ({ json }) => SYSTEM_TEXTS.anthropic(json),
  cacheMarkers: markersOf,
} satisfies VendorDialect;

/** Newer models refuse to be sampled otherwise than they are. */
export const olderAnthropicDialect: VendorDialect = {
  ...anthropicDialect,
  options: bodyOptions(SERVICE_TIER, { name: 'top_k' }),
};
