import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StreamEvent } from '../../src/protocol/stream-event.ts';
import { joinDeltas } from '../../src/sdk/join-deltas.ts';

test('neighbouring deltas of one kind become one event', () => {
  const events = joinDeltas([
    { type: 'thinking-delta', text: 'a' },
    { type: 'thinking-delta', text: 'b' },
    { type: 'text-delta', text: 'c' },
    { type: 'text-delta', text: 'd' },
  ]);

  expect(events).toEqual([
    { type: 'thinking-delta', text: 'ab' },
    { type: 'text-delta', text: 'cd' },
  ]);
});

test('argument fragments of two calls are never joined', () => {
  const fragments: StreamEvent[] = [
    { type: 'tool-call-delta', id: 'one', argumentsFragment: '{' },
    { type: 'tool-call-delta', id: 'two', argumentsFragment: '{' },
    { type: 'tool-call-delta', id: 'two', argumentsFragment: '}' },
  ];

  expect(joinDeltas(fragments)).toEqual([
    fragments[0],
    { type: 'tool-call-delta', id: 'two', argumentsFragment: '{}' },
  ]);
});

const anyEvent = fc.oneof(
  fc.record({ type: fc.constant('text-delta' as const), text: fc.string() }),
  fc.record({ type: fc.constant('thinking-delta' as const), text: fc.string() }),
  fc.record({
    type: fc.constant('tool-call-delta' as const),
    id: fc.constantFrom('one', 'two'),
    argumentsFragment: fc.string(),
  }),
  fc.constantFrom<StreamEvent>(
    { type: 'tool-call-done', id: 'one' },
    { type: 'thinking-signature', signature: new Uint8Array([1]) },
  ),
);

test('joining keeps every character and the order of everything else', () => {
  const spelled = (events: readonly StreamEvent[]) =>
    events.flatMap((event): readonly unknown[] => {
      if (event.type === 'tool-call-delta') {
        return [...event.argumentsFragment].map((letter) => `${event.id}:${letter}`);
      }
      return 'text' in event ? [...event.text].map((letter) => `${event.type}:${letter}`) : [event];
    });

  fc.assert(
    fc.property(fc.array(anyEvent), (events) => {
      expect(spelled(joinDeltas(events))).toEqual(spelled(events));
    }),
  );
});
