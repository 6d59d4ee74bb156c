import type { StreamRedactor } from '../protocol/redact-stream.ts';
import type { TurnEvent } from '../turn/turn-event.ts';
import type { Secrets } from './secrets.ts';

type Delta = Extract<TurnEvent, { readonly type: 'text-delta' | 'thinking-delta' }>;

/** The same events with every secret removed, also where one is cut by the ends of two deltas. */
export async function* redactEvents(
  events: AsyncIterable<TurnEvent>,
  secrets: Secrets,
): AsyncGenerator<TurnEvent> {
  let open: { readonly type: Delta['type']; readonly redactor: StreamRedactor } | undefined;
  for await (const event of events) {
    const isDelta = event.type === 'text-delta' || event.type === 'thinking-delta';
    if (open && (!isDelta || open.type !== event.type)) {
      const rest = open.redactor.flush();
      if (rest !== '') yield { type: open.type, text: rest };
      open = undefined;
    }
    if (isDelta) {
      open ??= { type: event.type, redactor: secrets.streamRedactor() };
      const text = open.redactor.push(event.text);
      if (text !== '') yield { type: event.type, text };
    } else {
      yield redactStrings(event, secrets);
    }
  }
}

/** Every text at any depth; numbers, bytes and names of members stay. */
function redactStrings<T>(value: T, secrets: Secrets): T {
  // The shape does not change: each text is replaced by a text.
  if (typeof value === 'string') return secrets.redact(value) as T;
  if (Array.isArray(value)) return value.map((item) => redactStrings(item, secrets)) as T;
  if (typeof value !== 'object' || value === null || isOpaque(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, redactStrings(item, secrets)]);
  return Object.fromEntries(entries) as T;
}

function isOpaque(value: object): boolean {
  return value instanceof Uint8Array || value instanceof Map || value instanceof Error;
}
