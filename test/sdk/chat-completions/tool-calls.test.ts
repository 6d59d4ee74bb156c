import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/protocol/json.ts';
import { call, callsOf, delta, play, stopOf } from './chat-play.ts';

const part = (fields: JsonObject, name?: string | null, args?: unknown): JsonObject => ({
  ...fields,
  function: {
    ...(name === undefined ? {} : { name }),
    ...(args === undefined ? {} : { arguments: args as string }),
  },
});

interface Case {
  readonly name: string;
  readonly chunks: readonly JsonObject[];
  readonly calls: readonly { readonly id: string; readonly name: string; arguments: string }[];
}

const cases: readonly Case[] = [
  {
    name: 'fragments by index, the id and name in the first',
    chunks: [
      call(part({ index: 0, id: 'a' }, 'add', '')),
      call(part({ index: 0 }, undefined, '{"x"')),
      call(part({ index: 0 }, undefined, ':1}')),
    ],
    calls: [{ id: 'a', name: 'add', arguments: '{"x":1}' }],
  },
  {
    name: 'a new id at an index that was used before is a new call',
    chunks: [
      call(part({ index: 0, id: 'a' }, 'add', '{"x":1}')),
      call(part({ index: 0, id: 'b' }, 'add', '{"x":2}')),
    ],
    calls: [
      { id: 'a', name: 'add', arguments: '{"x":1}' },
      { id: 'b', name: 'add', arguments: '{"x":2}' },
    ],
  },
  {
    name: 'an id repeated in each fragment is one call',
    chunks: [
      call(part({ index: 0, id: 'a' }, 'add', '{"x"')),
      call(part({ index: 0, id: 'a' }, 'add', ':1}')),
    ],
    calls: [{ id: 'a', name: 'add', arguments: '{"x":1}' }],
  },
  {
    name: 'a known id under a moving index is one call until it is whole',
    chunks: [
      call(part({ index: 0, id: 'a' }, 'add', '{"x"')),
      call(part({ index: 1, id: 'a' }, '', ':1}')),
    ],
    calls: [{ id: 'a', name: 'add', arguments: '{"x":1}' }],
  },
  {
    name: 'one id for two whole calls is two calls',
    chunks: [
      call(part({ index: 0, id: 'a' }, 'add', '{"x":1}')),
      call(part({ index: 1, id: 'a' }, 'add', '{"x":2}')),
    ],
    calls: [
      { id: 'a', name: 'add', arguments: '{"x":1}' },
      { id: 'made_1', name: 'add', arguments: '{"x":2}' },
    ],
  },
  {
    name: 'an index that starts at one and skips is fine',
    chunks: [
      call(part({ index: 1, id: 'a' }, 'add', '{}')),
      call(part({ index: 3, id: 'b' }, 'sub', '{')),
      call(part({ index: 3 }, undefined, '}')),
    ],
    calls: [
      { id: 'a', name: 'add', arguments: '{}' },
      { id: 'b', name: 'sub', arguments: '{}' },
    ],
  },
  {
    name: 'without an index the name begins a call and its absence goes on with the last',
    chunks: [
      call(part({}, 'add', '{"x"')),
      call(part({}, undefined, ':1}')),
      call(part({}, 'sub', '{}')),
    ],
    calls: [
      { id: 'made_0', name: 'add', arguments: '{"x":1}' },
      { id: 'made_1', name: 'sub', arguments: '{}' },
    ],
  },
  {
    name: 'an empty id is none',
    chunks: [
      call(part({ index: 0, id: '' }, 'add', '{"x"')),
      call(part({ index: 0, id: '' }, '', ':1}')),
    ],
    calls: [{ id: 'made_0', name: 'add', arguments: '{"x":1}' }],
  },
  {
    name: 'a name that is repeated or empty later neither overwrites nor appends',
    chunks: [
      call(part({ index: 0, id: 'a' }, 'add', '{')),
      call(part({ index: 0 }, 'add', '')),
      call(part({ index: 0 }, '', '}')),
    ],
    calls: [{ id: 'a', name: 'add', arguments: '{}' }],
  },
  {
    name: 'arguments that are an object are written once',
    chunks: [call(part({ index: 0, id: 'a' }, 'add', { x: 1 }))],
    calls: [{ id: 'a', name: 'add', arguments: '{"x":1}' }],
  },
  {
    name: 'arguments that are null or missing are none',
    chunks: [
      call(part({ index: 0, id: 'a' }, 'add', null)),
      call(part({ index: 1, id: 'b' }, 'sub')),
    ],
    calls: [
      { id: 'a', name: 'add', arguments: '' },
      { id: 'b', name: 'sub', arguments: '' },
    ],
  },
  {
    name: 'a name that comes after its arguments does not lose them',
    chunks: [
      call(part({ index: 0, id: 'a' }, null, '{"x":')),
      call(part({ index: 0 }, 'add', '1}')),
    ],
    calls: [{ id: 'a', name: 'add', arguments: '{"x":1}' }],
  },
  {
    name: 'the legacy function call is a call',
    chunks: [
      delta({ function_call: { name: 'add', arguments: '{"x"' } }),
      delta({ function_call: { arguments: ':1}' } }),
    ],
    calls: [{ id: 'made_0', name: 'add', arguments: '{"x":1}' }],
  },
];

describe('a tool call is put together', () => {
  test.each(cases)('$name', ({ chunks, calls }) => {
    const events = play([...chunks, delta({}, 'tool_calls'), '[DONE]']);

    expect(callsOf(events)).toEqual(calls);
    expect(stopOf(events)).toBe('tool_use');
  });

  test('the same, however its arguments are cut', () => {
    const whole = JSON.stringify({ path: 'a "b"\\ü', list: [1, 2] });
    fc.assert(
      fc.property(fc.array(fc.nat(whole.length), { maxLength: 6 }), (cuts) => {
        const edges = [0, ...cuts, whole.length].sort((one, other) => one - other);
        const pieces = edges.slice(1).map((end, index) => whole.slice(edges[index], end));
        const events = play([
          call(part({ index: 0, id: 'a' }, 'write', '')),
          ...pieces.map((piece) => call(part({ index: 0 }, undefined, piece))),
          delta({}, 'tool_calls'),
        ]);

        expect(callsOf(events)).toEqual([{ id: 'a', name: 'write', arguments: whole }]);
      }),
    );
  });
});

describe('a call that is not complete', () => {
  const broken = call(part({ index: 0, id: 'a' }, 'add', '{"x":'));

  test('by the length limit is no call', () => {
    const events = play([broken, delta({}, 'length')]);

    expect(callsOf(events)).toEqual([]);
    expect(stopOf(events)).toBe('max_tokens');
  });

  test('at exactly the limit is cut, whatever the server says', () => {
    const usage = { prompt_tokens: 1, completion_tokens: 16, total_tokens: 17 };
    const chunks = [broken, { ...delta({}, 'tool_calls'), usage }];

    expect(stopOf(play(chunks, { maxOutputTokens: 16 }))).toBe('max_tokens');
    expect(stopOf(play(chunks, { maxOutputTokens: 17 }))).toBe('tool_use');
  });

  test('beside a complete one leaves that one alone', () => {
    const whole = call(part({ index: 0, id: 'a' }, 'add', '{}'));
    const cut = call(part({ index: 1, id: 'b' }, 'add', '{"x'));

    const events = play([whole, cut, delta({}, 'length')]);

    expect(callsOf(events).map(({ id }) => id)).toEqual(['a']);
  });

  test('because the stream broke off is an error and no call', () => {
    const events = play([broken]);

    expect(callsOf(events)).toEqual([]);
    expect(events.at(-1)).toMatchObject({
      type: 'error',
      error: { category: 'unknown', retryable: true },
    });
  });

  test('for it never had a name is passed over', () => {
    const events = play([call(part({ index: 0 }, undefined, '{}')), delta({}, 'stop')]);

    expect(callsOf(events)).toEqual([]);
    expect(stopOf(events)).toBe('end_turn');
  });
});
