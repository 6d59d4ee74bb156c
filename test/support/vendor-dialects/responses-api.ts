/** The Responses API, of the vendor that made it and of those that speak it too. */
import type { VendorDialect, VendorRequest } from '../../../src/conformance/index.ts';
import type { JsonObject } from '../../../src/protocol/json.ts';
import { SYSTEM_TEXTS } from '../request-texts.ts';
import { familyRefusal, jsonResponse, namedEventStream, omit } from './responses.ts';
import {
  argumentsOf,
  type ClockCall,
  commonAnswers,
  idOf,
  type Say,
  type Spoken,
} from './spoken.ts';

export interface ResponsesVendor {
  readonly model: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The vendor's account of one answer, and all tokens in it. */
  readonly usage: JsonObject;
  readonly totalTokens: number;
}

const SHORT_USAGE = { input_tokens: 4, output_tokens: 5, total_tokens: 9 };
const TOKEN = 'gAAAAABo+/c2ln==';

type Speaker = Pick<ResponsesVendor, 'model' | 'headers'>;

const baseOf = ({ model }: Speaker, id: string) => ({
  id: `resp_${id}`,
  object: 'response',
  model,
});
const headersOf = ({ headers }: Speaker, id: string) => ({
  'x-request-id': `req_${id}`,
  ...headers,
});
const completed = (speaker: Speaker, spoken: Spoken) => ({
  ...baseOf(speaker, spoken.id),
  status: 'completed',
  output: [],
  usage: spoken.usage ?? SHORT_USAGE,
});

export function responsesSpeech(speaker: Speaker): Say {
  return (spoken) =>
    namedEventStream(
      [
        {
          type: 'response.created',
          response: { ...baseOf(speaker, spoken.id), status: 'in_progress' },
        },
        ...itemsOf(spoken).flatMap((events, index) =>
          events.map((event) => ({ ...event, output_index: index })),
        ),
        { type: 'response.completed', response: completed(speaker, spoken) },
      ],
      headersOf(speaker, spoken.id),
    );
}

export function responsesDialect({ usage, totalTokens, ...speaker }: ResponsesVendor) {
  const say = responsesSpeech(speaker);
  const whole = (text: string) => {
    const id = idOf(text);
    return jsonResponse(
      { ...completed(speaker, { id }), output: [messageItem({ text, status: 'completed' })] },
      headersOf(speaker, id),
    );
  };
  return {
    ...commonAnswers(say),
    thinking: {
      response: say({ id: 'thinking', thought: 'Hm.', signature: TOKEN, text: 'Yes.' }),
      signature: TOKEN,
    },
    requestIdHeader: 'x-request-id',
    refusal: { response: familyRefusal(headersOf(speaker, 'limit')) },
    usage: { response: say({ id: 'usage', text: '650', usage }), totalTokens },
    wholeAnswer: whole,
    systemTurns: ({ json }: VendorRequest) => SYSTEM_TEXTS.responses(json),
  } satisfies VendorDialect;
}

type Event = JsonObject & { readonly type: string };

/** The events of each item. */
function itemsOf(spoken: Spoken): readonly (readonly Event[])[] {
  const { thought, signature, text, calls = [] } = spoken;
  return [
    ...(thought === undefined ? [] : [reasoningEvents(thought, signature)]),
    ...(text === undefined ? [] : [textEvents(text)]),
    ...calls.map(callEvents),
  ];
}

function reasoningEvents(thought: string, signature: string | undefined): readonly Event[] {
  const item = { type: 'reasoning', id: 'rs_1', summary: [] };
  return [
    { type: 'response.output_item.added', item: { ...item, encrypted_content: 'early' } },
    { type: 'response.reasoning_summary_part.added', summary_index: 0 },
    { type: 'response.reasoning_summary_text.delta', summary_index: 0, delta: thought },
    { type: 'response.reasoning_summary_text.done', summary_index: 0, text: thought },
    {
      type: 'response.output_item.done',
      item: { ...item, ...(signature === undefined ? {} : { encrypted_content: signature }) },
    },
  ];
}

function textEvents(text: string): readonly Event[] {
  return [
    { type: 'response.output_item.added', item: messageItem({ status: 'in_progress' }) },
    { type: 'response.output_text.delta', content_index: 0, delta: text },
    { type: 'response.output_text.done', content_index: 0, text },
    { type: 'response.output_item.done', item: messageItem({ text, status: 'completed' }) },
  ];
}

function messageItem({ text, status }: { readonly text?: string; readonly status: string }) {
  const content = text === undefined ? [] : [{ type: 'output_text', text, annotations: [] }];
  return { type: 'message', id: 'msg_1', role: 'assistant', status, content };
}

function callEvents(call: ClockCall): readonly Event[] {
  const item = { type: 'function_call', id: `fc_${call.id}`, call_id: call.id, name: 'clock' };
  const text = argumentsOf(call);
  return [
    { type: 'response.output_item.added', item: { ...item, arguments: '' } },
    ...[text.slice(0, 7), text.slice(7)].map((delta) => ({
      type: 'response.function_call_arguments.delta',
      delta,
    })),
    {
      type: 'response.output_item.done',
      item: { ...item, arguments: text, status: 'completed' },
    },
  ];
}

const GENERATION = ['stream', 'store', 'include', 'max_output_tokens', 'temperature', 'top_p'];

/** What of a request its count counts. */
export function responsesContent({ json }: VendorRequest): JsonObject {
  return omit(json, GENERATION);
}
