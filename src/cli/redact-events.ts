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
      yield secrets.redactStrings(event);
    }
  }
}
