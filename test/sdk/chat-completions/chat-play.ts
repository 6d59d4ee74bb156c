import type { JsonObject, JsonValue } from '../../../src/protocol/json.ts';
import type { StreamEvent } from '../../../src/protocol/stream-event.ts';
import {
  ChatStream,
  type ChatStreamOptions,
} from '../../../src/sdk/chat-completions/chat-stream.ts';
import { dialectError } from '../../../src/sdk/chat-completions/dialect-error.ts';

/** Plays chunks through a stream; a text is data as it is. */
export function play(
  chunks: readonly (JsonObject | string)[],
  options: Partial<ChatStreamOptions> = {},
): readonly StreamEvent[] {
  const stream = new ChatStream({
    errorOf: (body: JsonValue | undefined, text: string) =>
      dialectError({ body, text }, { provider: 'acme' }),
    makeToolCallId: (index) => `made_${index}`,
    ...options,
  });
  const events = chunks.flatMap((chunk) => [
    ...stream.accept({ data: typeof chunk === 'string' ? chunk : JSON.stringify(chunk) }),
  ]);
  return [...events, ...stream.finish()];
}

export function delta(fields: JsonObject, reason?: string | null): JsonObject {
  const end = reason === undefined ? {} : { finish_reason: reason };
  return { choices: [{ index: 0, delta: fields, ...end }] };
}

export function call(fields: JsonObject, reason?: string): JsonObject {
  return delta({ tool_calls: [fields] }, reason);
}

/** The calls that are complete, with their arguments put together. */
export function callsOf(events: readonly StreamEvent[]) {
  const done = events.flatMap((event) => (event.type === 'tool-call-done' ? [event.id] : []));
  return events.flatMap((event) => {
    if (event.type !== 'tool-call-start' || !done.includes(event.id)) return [];
    const pieces = events.flatMap((other) =>
      other.type === 'tool-call-delta' && other.id === event.id ? [other.argumentsFragment] : [],
    );
    return [{ id: event.id, name: event.name, arguments: pieces.join('') }];
  });
}

export function textOf(events: readonly StreamEvent[], type: 'text-delta' | 'thinking-delta') {
  return events.flatMap((event) => (event.type === type ? [event.text] : [])).join('');
}

export function stopOf(events: readonly StreamEvent[]) {
  const last = events.at(-1);
  if (last?.type === 'stop') return last.reason;
  return last?.type === 'error' ? last.error.category : undefined;
}
