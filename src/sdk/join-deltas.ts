import type { StreamEvent } from '../protocol/stream-event.ts';

/**
 * Joins neighbouring deltas of one kind into one event, so that what one read brought travels
 * together. The order of everything else, and what the deltas spell, stay the same.
 */
export function joinDeltas(events: readonly StreamEvent[]): readonly StreamEvent[] {
  const joined: StreamEvent[] = [];
  for (const event of events) {
    const last = joined.at(-1);
    const both = last === undefined ? undefined : join(last, event);
    if (both === undefined) joined.push(event);
    else joined[joined.length - 1] = both;
  }
  return joined;
}

function join(first: StreamEvent, second: StreamEvent): StreamEvent | undefined {
  if (first.type === 'text-delta' && second.type === 'text-delta') {
    return { type: 'text-delta', text: first.text + second.text };
  }
  if (first.type === 'thinking-delta' && second.type === 'thinking-delta') {
    return { type: 'thinking-delta', text: first.text + second.text };
  }
  if (first.type === 'tool-call-delta' && second.type === 'tool-call-delta') {
    if (first.id !== second.id) return undefined;
    const argumentsFragment = first.argumentsFragment + second.argumentsFragment;
    return { type: 'tool-call-delta', id: first.id, argumentsFragment };
  }
  return undefined;
}
