import type { JsonObject, JsonValue } from '../../../src/protocol/json.ts';
import type { StreamEvent } from '../../../src/protocol/stream-event.ts';
import { dialectError } from '../../../src/sdk/chat-completions/dialect-error.ts';
import {
  ResponsesStream,
  type ResponsesStreamOptions,
} from '../../../src/sdk/responses/responses-stream.ts';

export function newStream(options: Partial<ResponsesStreamOptions> = {}): ResponsesStream {
  return new ResponsesStream({
    errorOf: (body: JsonValue | undefined, text: string) =>
      dialectError({ body, text }, { provider: 'acme' }),
    makeToolCallId: (index) => `made_${index}`,
    ...options,
  });
}

/** Plays events through a stream. */
export function play(
  events: readonly JsonObject[],
  options: Partial<ResponsesStreamOptions> = {},
): readonly StreamEvent[] {
  const stream = newStream(options);
  const told = events.flatMap((event) => [...stream.accept({ data: JSON.stringify(event) })]);
  return [...told, ...stream.finish()];
}

export function completed(fields: JsonObject = {}): JsonObject {
  return { type: 'response.completed', response: { status: 'completed', output: [], ...fields } };
}

/** An event about an item at a place. */
export function at(index: number, type: string, fields: JsonObject): JsonObject {
  return { type: `response.${type}`, output_index: index, ...fields };
}

export function functionCall(fields: JsonObject): JsonObject {
  return { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'add', ...fields };
}
