/** Chat Completions, of the vendor that made it and of the many that speak it too. */
import type { VendorRequest } from '../../../src/conformance/index.ts';
import type { JsonObject } from '../../../src/protocol/json.ts';
import { SYSTEM_TEXTS } from '../request-texts.ts';
import { eventStream, familyRefusal, jsonResponse } from './responses.ts';
import { argumentsOf, type ClockCall, commonAnswers, idOf, type Spoken } from './spoken.ts';

export interface ChatVendor {
  readonly model: string;
  /** Headers of an answer, by the id of its request. */
  readonly headers: (id: string) => Readonly<Record<string, string>>;
  /** A thought in fields of a delta; absent: it sends none. */
  readonly thoughtOf?: (spoken: Spoken) => readonly JsonObject[];
  /** How tool calls come: in pieces (default), each in one chunk, or so and without a number. */
  readonly calls?: 'pieces' | 'whole' | 'unnumbered';
  /** The vendor's account of one answer, and all tokens in it. */
  readonly usage: JsonObject;
  readonly totalTokens: number;
}

const SHORT_USAGE = { prompt_tokens: 4, completion_tokens: 5, total_tokens: 9 };

export function chatDialect(vendor: ChatVendor) {
  const say = (spoken: Spoken) => {
    const chunk = (choices: readonly JsonObject[], more: JsonObject = {}) => ({
      ...chunkBase(vendor, spoken.id),
      choices,
      ...more,
    });
    return eventStream(
      [
        ...deltasOf(spoken, vendor).map((delta) => chunk([choice(delta, null)])),
        chunk([choice({}, spoken.calls ? 'tool_calls' : 'stop')]),
        chunk([], { usage: spoken.usage ?? SHORT_USAGE }),
        '[DONE]',
      ],
      vendor.headers(spoken.id),
    );
  };
  const whole = (text: string) => {
    const id = idOf(text);
    const message = { role: 'assistant', content: text };
    const choices = [{ index: 0, message, finish_reason: 'stop' }];
    const body = { ...chunkBase(vendor, id), object: 'chat.completion', choices };
    return jsonResponse({ ...body, usage: SHORT_USAGE }, vendor.headers(id));
  };
  const { usage, totalTokens } = vendor;
  return {
    say,
    ...commonAnswers(say),
    refusal: { response: familyRefusal(vendor.headers('limit')) },
    usage: { response: say({ id: 'usage', text: '650', usage }), totalTokens },
    wholeAnswer: whole,
    systemTurns: ({ json }: VendorRequest) => SYSTEM_TEXTS.chat(json),
  };
}

function chunkBase({ model }: ChatVendor, id: string) {
  return { id: `chatcmpl-${id}`, object: 'chat.completion.chunk', model };
}

function choice(delta: JsonObject, finish_reason: string | null) {
  return { index: 0, delta, finish_reason };
}

function deltasOf(spoken: Spoken, vendor: ChatVendor): readonly JsonObject[] {
  const { text, calls = [] } = spoken;
  return [
    { role: 'assistant', content: null },
    ...(vendor.thoughtOf?.(spoken) ?? []),
    ...(text === undefined ? [] : [{ content: text }]),
    ...calls.flatMap((call, index) => callDeltas(call, index, vendor)),
  ];
}

function callDeltas(
  call: ClockCall,
  index: number,
  { calls = 'pieces' }: ChatVendor,
): readonly JsonObject[] {
  const text = argumentsOf(call);
  const place = calls === 'unnumbered' ? {} : { index };
  const first = (begun: string) => ({
    ...place,
    id: call.id,
    type: 'function',
    function: { name: 'clock', arguments: begun },
  });
  const more = (piece: string) => ({ ...place, function: { arguments: piece } });
  const pieces: readonly JsonObject[] =
    calls === 'pieces' ? [first(''), more(text.slice(0, 7)), more(text.slice(7))] : [first(text)];
  return pieces.map((piece) => ({ tool_calls: [piece] }));
}
