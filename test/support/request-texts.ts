/** The texts in requests as vendors get them. */
import type { JsonValue } from '../../src/protocol/json.ts';
import { arrayAt, stringAt, valueAt } from '../../src/sdk/json.ts';

type Request = JsonValue | undefined;

/** The texts that are sent as the system's, empty ones too, by the interface. */
export const SYSTEM_TEXTS = {
  anthropic: (request: Request) => textsOf(valueAt(request, 'system')),
  google: (request: Request) => textsOf(valueAt(request, 'systemInstruction', 'parts')),
  chat: (request: Request) => systemTextsOf(arrayAt(request, 'messages')),
  responses: (request: Request) => [
    ...textsOf(valueAt(request, 'instructions')),
    ...systemTextsOf(arrayAt(request, 'input')),
  ],
} as const;

/** A text, or a list of parts with texts. */
export function textsOf(content: JsonValue | undefined): readonly string[] {
  if (typeof content === 'string') return [content];
  return arrayAt(content).flatMap((part) => {
    const text = stringAt(part, 'text');
    return text === undefined ? [] : [text];
  });
}

/** Whether a message is the system's and none of the conversation. */
export function isOfTheSystem(message: JsonValue): boolean {
  return ['system', 'developer'].includes(stringAt(message, 'role') ?? '');
}

function systemTextsOf(messages: readonly JsonValue[]): readonly string[] {
  return messages.filter(isOfTheSystem).flatMap((message) => textsOf(valueAt(message, 'content')));
}
