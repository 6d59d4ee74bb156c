import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ContentBlock } from '../../src/protocol/message.ts';
import type { StreamEvent } from '../../src/protocol/stream-event.ts';
import { type AccumulatorNotice, createAccumulator } from '../../src/turn/accumulate.ts';

const text = (value: string): StreamEvent => ({ type: 'text-delta', text: value });
const thinking = (value: string): StreamEvent => ({ type: 'thinking-delta', text: value });
const signature = (...bytes: number[]): StreamEvent => ({
  type: 'thinking-signature',
  signature: new Uint8Array(bytes),
});
const callStart = (id: string, name = 'search'): StreamEvent => ({
  type: 'tool-call-start',
  id,
  name,
});
const callDelta = (id: string, argumentsFragment: string): StreamEvent => ({
  type: 'tool-call-delta',
  id,
  argumentsFragment,
});
const callDone = (id: string): StreamEvent => ({ type: 'tool-call-done', id });
const usage: StreamEvent = {
  type: 'usage',
  usage: { inputTokens: 1, outputTokens: 1 },
  rateLimits: [],
};
const metadata: StreamEvent = { type: 'metadata', metadata: { rateLimits: [], attrs: {} } };
const start: StreamEvent = { type: 'stream-start', requestId: 'r', correlationIds: {} };

function play(events: readonly StreamEvent[]) {
  const accumulator = createAccumulator();
  const notices: AccumulatorNotice[] = [];
  for (const event of events) {
    const notice = accumulator.add(event);
    if (notice !== undefined) notices.push(notice);
  }
  return { accumulator, notices, blocks: accumulator.blocks() };
}

const bytes = (...values: number[]) => new Uint8Array(values);

test.each<{ name: string; events: StreamEvent[]; expected: ContentBlock[] }>([
  {
    name: 'text of neighbouring deltas is one block',
    events: [text('Hel'), text(''), text('lo')],
    expected: [{ type: 'text', text: 'Hello' }],
  },
  {
    name: 'reasoning takes the signature that follows',
    events: [thinking('a'), thinking('b'), signature(1, 255), text('c')],
    expected: [
      { type: 'thinking', text: 'ab', signature: bytes(1, 255) },
      { type: 'text', text: 'c' },
    ],
  },
  {
    name: 'a signature closes its reasoning',
    events: [thinking('a'), signature(1), thinking('b'), signature(2)],
    expected: [
      { type: 'thinking', text: 'a', signature: bytes(1) },
      { type: 'thinking', text: 'b', signature: bytes(2) },
    ],
  },
  {
    name: 'reasoning that is not shown is a block of its signature alone',
    events: [thinking(''), signature(7), text('c')],
    expected: [
      { type: 'thinking', text: '', signature: bytes(7) },
      { type: 'text', text: 'c' },
    ],
  },
  {
    name: 'a signature behind text keeps its place and parts the text',
    events: [text('a'), signature(7), text('b')],
    expected: [
      { type: 'text', text: 'a' },
      { type: 'thinking', text: '', signature: bytes(7) },
      { type: 'text', text: 'b' },
    ],
  },
  {
    name: 'reasoning without a signature has an empty one',
    events: [thinking('a'), text('b')],
    expected: [
      { type: 'thinking', text: 'a', signature: bytes() },
      { type: 'text', text: 'b' },
    ],
  },
  {
    name: 'an encrypted block stands alone',
    events: [text('a'), { type: 'redacted-thinking', data: bytes(0, 13, 61) }, text('b')],
    expected: [
      { type: 'text', text: 'a' },
      { type: 'redacted-thinking', data: bytes(0, 13, 61) },
      { type: 'text', text: 'b' },
    ],
  },
  {
    name: 'an empty delta is nothing and closes nothing',
    events: [text(''), thinking('a'), text(''), thinking('b')],
    expected: [{ type: 'thinking', text: 'ab', signature: bytes() }],
  },
  {
    name: 'usage, metadata and the start close nothing',
    events: [text('a'), usage, metadata, start, text('b'), thinking('c'), usage, thinking('d')],
    expected: [
      { type: 'text', text: 'ab' },
      { type: 'thinking', text: 'cd', signature: bytes() },
    ],
  },
  {
    name: 'calls may interleave and stand in the order of their starts',
    events: [
      callStart('a'),
      callDelta('a', '{"q":'),
      callStart('b', 'read'),
      callDelta('b', '{}'),
      callDone('b'),
      callDelta('a', '1}'),
      callDone('a'),
    ],
    expected: [
      { type: 'tool-use', id: 'a', name: 'search', arguments: { q: 1 } },
      { type: 'tool-use', id: 'b', name: 'read', arguments: {} },
    ],
  },
  {
    name: 'no fragment at all means no arguments',
    events: [callStart('a'), callDone('a')],
    expected: [{ type: 'tool-use', id: 'a', name: 'search', arguments: {} }],
  },
  {
    name: 'a call that was never closed is left out',
    events: [text('a'), callStart('a'), callDelta('a', '{}')],
    expected: [{ type: 'text', text: 'a' }],
  },
])('$name', ({ events, expected }) => {
  expect(play(events).blocks).toEqual(expected);
});

test('a call is reported when it is complete', () => {
  expect(play([callStart('a'), callDelta('a', '{"q":1}'), callDone('a')]).notices).toEqual([
    { type: 'tool-call', id: 'a', name: 'search', arguments: { q: 1 } },
  ]);
});

test('a call without any fragment is complete, without arguments', () => {
  expect(play([callStart('a'), callDone('a')]).notices).toEqual([
    { type: 'tool-call', id: 'a', name: 'search', arguments: {} },
  ]);
});

test.each(['{"q":', '[1]', '"x"', 'null', '1', '{} {}', '['.repeat(100_000)])(
  'arguments that are not one JSON object fail that call only (%#)',
  (json) => {
    const { notices, blocks } = play([callStart('a'), callDelta('a', json), callDone('a')]);

    expect(notices).toEqual([
      {
        type: 'bad-tool-call',
        id: 'a',
        name: 'search',
        message: 'The arguments of "search" are not one JSON object.',
      },
    ]);
    expect(blocks).toEqual([{ type: 'tool-use', id: 'a', name: 'search', arguments: {} }]);
  },
);

test.each<{ name: string; events: StreamEvent[]; message: string }>([
  {
    name: 'no id',
    events: [callStart('')],
    message: 'started a tool call without an id or a name',
  },
  {
    name: 'no name',
    events: [callStart('a', '')],
    message: 'started a tool call without an id or a name',
  },
  {
    name: 'twice started',
    events: [callStart('a'), callStart('a')],
    message: 'started the tool call "a" twice',
  },
  {
    name: 'orphan fragment',
    events: [callDelta('a', '')],
    message: 'sent arguments of the tool call "a" before its start',
  },
  {
    name: 'late fragment',
    events: [callStart('a'), callDone('a'), callDelta('a', '')],
    message: 'sent arguments of the tool call "a" after its end',
  },
  {
    name: 'orphan end',
    events: [callDone('a')],
    message: 'ended the tool call "a" before its start',
  },
  {
    name: 'twice ended',
    events: [callStart('a'), callDone('a'), callDone('a')],
    message: 'ended the tool call "a" twice',
  },
])('a tool call out of order is a defect that changes nothing: $name', ({ events, message }) => {
  const { notices } = play(events);

  expect(notices.filter((notice) => notice.type === 'defect')).toEqual([
    { type: 'defect', message },
  ]);
});

test('a cut message keeps text, signed and encrypted reasoning and complete calls', () => {
  const { accumulator } = play([
    thinking('unsigned'),
    text('a'),
    thinking('signed'),
    signature(1),
    { type: 'redacted-thinking', data: bytes(2) },
    callStart('a'),
    callDone('a'),
    callStart('b'),
    thinking('open'),
  ]);

  expect(accumulator.completeBlocks()).toEqual([
    { type: 'text', text: 'a' },
    { type: 'thinking', text: 'signed', signature: bytes(1) },
    { type: 'redacted-thinking', data: bytes(2) },
    { type: 'tool-use', id: 'a', name: 'search', arguments: {} },
  ]);
  expect(accumulator.openCalls()).toEqual(['search']);
});

test('opaque bytes are copied, whatever becomes of the buffer they came in', () => {
  const buffer = new Uint8Array([1, 2, 3]);
  const { accumulator } = play([
    { type: 'thinking-signature', signature: buffer },
    { type: 'redacted-thinking', data: buffer },
  ]);

  buffer.fill(9);

  expect(accumulator.blocks()).toEqual([
    { type: 'thinking', text: '', signature: bytes(1, 2, 3) },
    { type: 'redacted-thinking', data: bytes(1, 2, 3) },
  ]);
});

const part = fc.oneof(
  fc.record({ kind: fc.constant('text' as const), value: fc.string({ minLength: 1 }) }),
  fc.record({ kind: fc.constant('thinking' as const), value: fc.string({ minLength: 1 }) }),
  fc.record({
    kind: fc.constant('call' as const),
    value: fc.json().map((json) => JSON.stringify({ json })),
  }),
  fc.record({ kind: fc.constant('signature' as const), value: fc.constant('') }),
);

function eventsOf(
  parts: readonly { readonly kind: string; readonly value: string }[],
  lengthOf: () => number,
): StreamEvent[] {
  return parts.flatMap(({ kind, value }, index) => {
    if (kind === 'signature') return [signature(index)];
    const pieces: string[] = [];
    for (let at = 0; at < value.length; ) {
      const length = Math.max(1, lengthOf());
      pieces.push(value.slice(at, at + length));
      at += length;
    }
    if (kind === 'text') return pieces.map(text);
    if (kind === 'thinking') return pieces.map(thinking);
    const id = `call-${index}`;
    return [callStart(id), ...pieces.map((piece) => callDelta(id, piece)), callDone(id)];
  });
}

test('any split of deltas gives the same message', () => {
  fc.assert(
    fc.property(fc.array(part), fc.infiniteStream(fc.nat(5)), (parts, lengths) => {
      const whole = play(eventsOf(parts, () => Number.MAX_SAFE_INTEGER));
      const split = play(eventsOf(parts, () => lengths.next().value));

      expect(split.blocks).toEqual(whole.blocks);
      expect(split.accumulator.text()).toBe(whole.accumulator.text());
    }),
  );
});
