/** Results of tools in requests as vendors get them, each with the call that it answers. */
import type { SeenResult } from '../../src/conformance/chat/chat-subject.ts';
import type { JsonValue } from '../../src/protocol/json.ts';
import { arrayAt, parseJson, stringAt, valueAt } from '../../src/sdk/json.ts';
import { textsOf } from './request-texts.ts';

interface Call {
  readonly id: string;
  readonly zone: string;
}

interface Output {
  readonly id: string;
  readonly text: string;
}

/** @param outputs - Each answers the call of its id; one that answers none has no zone. */
export function resultsOf(
  calls: readonly Call[],
  outputs: readonly Output[],
): readonly SeenResult[] {
  return outputs.map(({ id, text }) => ({
    zone: calls.find((call) => call.id === id)?.zone ?? '',
    text,
  }));
}

type Request = JsonValue | undefined;

const textIn = (content: JsonValue | undefined) => textsOf(content).join('');

const zoneIn = (text: string | undefined) => stringAt(parseJson(text ?? ''), 'zone') ?? '';

/** By the interface. */
export const TOOL_RESULTS = {
  anthropic(request: Request) {
    const blocks = arrayAt(request, 'messages').flatMap((message) => arrayAt(message, 'content'));
    const ofType = (type: string) => blocks.filter((block) => stringAt(block, 'type') === type);
    return resultsOf(
      ofType('tool_use').map((block) => ({
        id: stringAt(block, 'id') ?? '',
        zone: stringAt(block, 'input', 'zone') ?? '',
      })),
      ofType('tool_result').map((block) => ({
        id: stringAt(block, 'tool_use_id') ?? '',
        text: textIn(valueAt(block, 'content')),
      })),
    );
  },
  chat(request: Request) {
    const messages = arrayAt(request, 'messages');
    return resultsOf(
      messages
        .flatMap((message) => arrayAt(message, 'tool_calls'))
        .map((call) => ({
          id: stringAt(call, 'id') ?? '',
          zone: zoneIn(stringAt(call, 'function', 'arguments')),
        })),
      messages
        .filter((message) => stringAt(message, 'role') === 'tool')
        .map((message) => ({
          id: stringAt(message, 'tool_call_id') ?? '',
          text: textIn(valueAt(message, 'content')),
        })),
    );
  },
  responses(request: Request) {
    const items = arrayAt(request, 'input');
    const ofType = (type: string) => items.filter((item) => stringAt(item, 'type') === type);
    return resultsOf(
      ofType('function_call').map((item) => ({
        id: stringAt(item, 'call_id') ?? '',
        zone: zoneIn(stringAt(item, 'arguments')),
      })),
      ofType('function_call_output').map((item) => ({
        id: stringAt(item, 'call_id') ?? '',
        text: textIn(valueAt(item, 'output')),
      })),
    );
  },
  /** Where calls have no ids they are answered in their order. */
  google(request: Request) {
    const parts = arrayAt(request, 'contents').flatMap((content) => arrayAt(content, 'parts'));
    const of = (name: string) =>
      parts.flatMap((part) => {
        const value = valueAt(part, name);
        return value === undefined ? [] : [value];
      });
    return resultsOf(
      of('functionCall').map((call, index) => ({
        id: stringAt(call, 'id') ?? String(index),
        zone: stringAt(call, 'args', 'zone') ?? '',
      })),
      of('functionResponse').map((response, index) => ({
        id: stringAt(response, 'id') ?? String(index),
        text: JSON.stringify(valueAt(response, 'response')),
      })),
    );
  },
} as const;
