import { describe, expect, test } from 'vitest';
import { MessageReader } from '../../../providers/anthropic/events.ts';
import type { JsonObject } from '../../../src/protocol/json.ts';
import type { StreamEvent } from '../../../src/protocol/stream-event.ts';

const NO_LIMITS = { snapshots: [], attrs: {} };

/** Everything a reader makes of events and of the end of the bytes. */
function read(
  events: readonly JsonObject[],
  options: Partial<ConstructorParameters<typeof MessageReader>[0]> = {},
): readonly StreamEvent[] {
  const reader = new MessageReader({
    requestId: 'req_1',
    limits: NO_LIMITS,
    toolName: (name) => name,
    ...options,
  });
  return [
    ...reader.open(),
    ...events.flatMap((event) => reader.read(event, JSON.stringify(event))),
    ...reader.finish(),
  ];
}

function of<Type extends StreamEvent['type']>(events: readonly StreamEvent[], type: Type) {
  return events.filter(
    (event): event is Extract<StreamEvent, { type: Type }> => event.type === type,
  );
}

function start(message: JsonObject = {}): JsonObject {
  return {
    type: 'message_start',
    message: { id: 'msg_1', model: 'claude-sonnet-5', content: [], ...message },
  };
}

const block = (index: number, content: JsonObject): JsonObject => ({
  type: 'content_block_start',
  index,
  content_block: content,
});
const delta = (index: number, change: JsonObject): JsonObject => ({
  type: 'content_block_delta',
  index,
  delta: change,
});
const close = (index: number): JsonObject => ({ type: 'content_block_stop', index });
const end = (reason: string | null, more: JsonObject = {}): JsonObject => ({
  type: 'message_delta',
  delta: { stop_reason: reason, stop_sequence: null, ...more },
  usage: { output_tokens: 3 },
});
const stop: JsonObject = { type: 'message_stop' };
const fragment = (index: number, partial_json: string) =>
  delta(index, { type: 'input_json_delta', partial_json });
const says = (index: number, text: string) => delta(index, { type: 'text_delta', text });

describe('an answer', () => {
  test('is its text between its start and its end', () => {
    const events = read([
      start({ usage: { input_tokens: 12, output_tokens: 1, service_tier: 'standard' } }),
      { type: 'ping' },
      block(0, { type: 'text', text: '' }),
      says(0, 'Hel'),
      { type: 'ping' },
      says(0, 'lo'),
      close(0),
      end('end_turn'),
      stop,
    ]);

    expect(events).toEqual([
      { type: 'stream-start', requestId: 'req_1', correlationIds: {} },
      {
        type: 'metadata',
        metadata: {
          actualModel: 'claude-sonnet-5',
          serviceTier: 'standard',
          attrs: { message_id: 'msg_1' },
          rateLimits: [],
        },
      },
      { type: 'text-delta', text: 'Hel' },
      { type: 'text-delta', text: 'lo' },
      {
        type: 'usage',
        rateLimits: [],
        usage: {
          inputTokens: 12,
          outputTokens: 3,
          cacheReadTokens: 0,
          cacheWriteTokens: 0,
          reasoningTokens: undefined,
          components: [],
        },
      },
      { type: 'stop', reason: 'end_turn' },
    ]);
  });

  test('may begin with text in the start of its block', () => {
    const events = read([start(), block(0, { type: 'text', text: 'Hi' }), close(0), stop]);

    expect(of(events, 'text-delta')).toEqual([{ type: 'text-delta', text: 'Hi' }]);
  });

  test('is passed over where it is not understood', () => {
    const events = read([
      start(),
      { type: 'novelty', index: 0 },
      block(4, { type: 'novel_block', text: 'no' }),
      delta(4, { type: 'text_delta', text: 'no' }),
      close(4),
      block(7, { type: 'text', text: '' }),
      delta(7, { type: 'novel_delta', text: 'no' }),
      delta(7, { type: 'citations_delta', citation: { cited_text: 'no' } }),
      delta(8, { type: 'text_delta', text: 'no such block' }),
      says(7, 'yes'),
      close(7),
      close(9),
      end('end_turn'),
      stop,
    ]);

    expect(of(events, 'text-delta')).toEqual([{ type: 'text-delta', text: 'yes' }]);
    expect(events.at(-1)).toEqual({ type: 'stop', reason: 'end_turn' });
  });

  test('does not tell what the vendor compacts or runs itself', () => {
    const events = read([
      start(),
      block(0, { type: 'compaction', content: null }),
      delta(0, { type: 'compaction_delta', content: 'a summary' }),
      close(0),
      block(1, { type: 'server_tool_use', id: 's', name: 'web_search', input: {} }),
      fragment(1, '{"query":"x"}'),
      close(1),
      block(2, { type: 'web_search_tool_result', tool_use_id: 's', content: [] }),
      close(2),
      block(3, { type: 'mcp_tool_use', id: 'm', name: 'echo', input: {} }),
      close(3),
      end('end_turn'),
      stop,
    ]);

    expect(events.map(({ type }) => type)).toEqual(['stream-start', 'metadata', 'usage', 'stop']);
  });
});

describe('thinking', () => {
  const signature = (text: string) => delta(0, { type: 'signature_delta', signature: text });

  test('is told as it comes and signed when it is done, byte for byte', () => {
    const events = read([
      start(),
      block(0, { type: 'thinking', thinking: '', signature: '' }),
      delta(0, { type: 'thinking_delta', thinking: 'hm' }),
      delta(0, { type: 'thinking_delta', thinking: '' }),
      signature('EqQ+/'),
      signature('w=='),
      close(0),
      end('end_turn'),
      stop,
    ]);

    expect(of(events, 'thinking-delta')).toEqual([{ type: 'thinking-delta', text: 'hm' }]);
    expect(of(events, 'thinking-signature')).toEqual([
      { type: 'thinking-signature', signature: new TextEncoder().encode('EqQ+/w==') },
    ]);
  });

  test('that is omitted still has its signature', () => {
    const events = read([
      start(),
      block(0, { type: 'thinking', thinking: '', signature: '' }),
      signature('sig'),
      close(0),
      stop,
    ]);

    expect(of(events, 'thinking-delta')).toEqual([]);
    expect(of(events, 'thinking-signature')).toHaveLength(1);
  });

  test('that was cut off is not signed', () => {
    const events = read([
      start(),
      block(0, { type: 'thinking', thinking: '', signature: '' }),
      signature('half'),
    ]);

    expect(of(events, 'thinking-signature')).toEqual([]);
  });

  test('that is hidden is one block, whole and undecoded', () => {
    const events = read([
      start(),
      block(0, { type: 'redacted_thinking', data: 'EqkE=odd==' }),
      close(0),
      stop,
    ]);

    expect(of(events, 'redacted-thinking')).toEqual([
      { type: 'redacted-thinking', data: new TextEncoder().encode('EqkE=odd==') },
    ]);
  });
});

describe('tool calls', () => {
  const tool = (id: string, input: JsonObject = {}) => ({
    type: 'tool_use',
    id,
    name: 'look',
    input,
  });
  const argumentsOf = (events: readonly StreamEvent[], id: string) =>
    of(events, 'tool-call-delta')
      .filter((event) => event.id === id)
      .map((event) => event.argumentsFragment)
      .join('');

  test('bring their arguments in fragments cut anywhere', () => {
    const events = read([
      start(),
      block(0, tool('a')),
      fragment(0, ''),
      fragment(0, '{"a": "\\'),
      fragment(0, 'u00e9'),
      fragment(0, '"}'),
      close(0),
      end('tool_use'),
      stop,
    ]);

    expect(JSON.parse(argumentsOf(events, 'a'))).toEqual({ a: 'é' });
    expect(events.map(({ type }) => type)).toEqual([
      'stream-start',
      'metadata',
      'tool-call-start',
      'tool-call-delta',
      'tool-call-delta',
      'tool-call-delta',
      'tool-call-done',
      'usage',
      'stop',
    ]);
    expect(events.at(-1)).toEqual({ type: 'stop', reason: 'tool_use' });
  });

  test('without arguments have none, in whichever way that is said', () => {
    const events = read([
      start(),
      block(0, tool('a')),
      fragment(0, ''),
      close(0),
      block(1, tool('b')),
      close(1),
      end('tool_use'),
      stop,
    ]);

    expect(of(events, 'tool-call-delta')).toEqual([]);
    expect(of(events, 'tool-call-done').map(({ id }) => id)).toEqual(['a', 'b']);
  });

  test("of the vendor's own programs come whole", () => {
    const events = read([start(), block(0, tool('a', { x: 1 })), close(0), end('tool_use'), stop]);

    expect(argumentsOf(events, 'a')).toBe('{"x":1}');
  });

  test('whose fragments came are not told a second time from their start', () => {
    const events = read([
      start(),
      block(0, tool('a', { x: 1 })),
      fragment(0, '{"x":1}'),
      close(0),
      end('tool_use'),
      stop,
    ]);

    expect(argumentsOf(events, 'a')).toBe('{"x":1}');
  });

  test('may overlap', () => {
    const events = read([
      start(),
      block(0, tool('a')),
      block(1, tool('b')),
      fragment(1, '{"b":1}'),
      fragment(0, '{"a":1}'),
      close(1),
      close(0),
      end('tool_use'),
      stop,
    ]);

    expect(argumentsOf(events, 'a')).toBe('{"a":1}');
    expect(argumentsOf(events, 'b')).toBe('{"b":1}');
  });

  test('without ids get different ones, and go by the declared name', () => {
    const events = read(
      [start(), block(0, tool('')), close(0), block(1, tool('')), close(1), end('tool_use'), stop],
      { toolName: (name) => `declared.${name}` },
    );
    const starts = of(events, 'tool-call-start');

    expect(new Set(starts.map(({ id }) => id)).size).toBe(2);
    expect(starts.map(({ name }) => name)).toEqual(['declared.look', 'declared.look']);
  });

  test('may stand in the message from its start', () => {
    const events = read([
      start({
        content: [{ type: 'code_execution_tool_result' }, tool('a', { id: 7 })],
        stop_reason: 'tool_use',
      }),
      stop,
    ]);

    expect(argumentsOf(events, 'a')).toBe('{"id":7}');
    expect(events.at(-1)).toEqual({ type: 'stop', reason: 'tool_use' });
  });

  test('that a gateway did not close are complete when the message is', () => {
    const events = read([start(), block(0, tool('a')), fragment(0, '{}'), end('tool_use'), stop]);

    expect(of(events, 'tool-call-done')).toHaveLength(1);
    expect(events.at(-1)).toEqual({ type: 'stop', reason: 'tool_use' });
  });

  test('are never completed when the bytes end early', () => {
    const events = read([start(), block(0, tool('a')), fragment(0, '{"a"')]);

    expect(of(events, 'tool-call-done')).toEqual([]);
    expect(events.at(-1)).toMatchObject({ type: 'error', error: { retryable: true } });
  });
});

describe('the end', () => {
  const ended = (
    reason: string | null,
    more: JsonObject = {},
    blocks: readonly JsonObject[] = [],
  ) => read([start(), ...blocks, end(reason, more), stop]);
  const aCall = [block(0, { type: 'tool_use', id: 'a', name: 'look', input: {} }), close(0)];

  test.each([
    { reason: 'end_turn', stop: 'end_turn' },
    { reason: 'max_tokens', stop: 'max_tokens' },
    { reason: 'refusal', stop: 'refusal' },
    { reason: 'tool_use', stop: 'tool_use', blocks: aCall },
    { reason: null, stop: 'end_turn' },
    // The vendor's word is kept wherever ours says less.
    { reason: 'model_context_window_exceeded', stop: 'max_tokens', raw: true },
    { reason: 'pause_turn', stop: 'end_turn', raw: true },
    { reason: 'compaction', stop: 'end_turn', raw: true },
    { reason: 'something_new', stop: 'end_turn', raw: true },
    { reason: 'constructor', stop: 'end_turn', raw: true },
    { reason: 'stop_sequence', stop: 'end_turn', raw: true },
    // Blocks are the truth.
    { reason: 'end_turn', stop: 'tool_use', raw: true, blocks: aCall },
    { reason: 'tool_use', stop: 'end_turn', raw: true },
    { reason: 'max_tokens', stop: 'max_tokens', blocks: aCall },
  ])('$reason is $stop', ({ reason, stop: expected, ...row }) => {
    const { raw, blocks } = { raw: false, blocks: [], ...row };
    const events = ended(reason, {}, blocks);
    const kept = of(events, 'metadata').map(({ metadata }) => metadata.attrs['stop_reason']);

    expect(events.at(-1)).toEqual({ type: 'stop', reason: expected });
    expect(kept.at(-1)).toBe(raw ? reason : undefined);
  });

  test('may be known from the start of the message', () => {
    expect(read([start({ stop_reason: 'max_tokens' }), stop]).at(-1)).toEqual({
      type: 'stop',
      reason: 'max_tokens',
    });
  });

  test('by a stop sequence names it', () => {
    expect(ended('stop_sequence', { stop_sequence: 'END' }).at(-1)).toEqual({
      type: 'stop',
      reason: 'stop_sequence',
      matchedStopSequence: 'END',
    });
  });

  test('by a refusal keeps what the vendor says of it', () => {
    const details = { type: 'refusal', category: 'cyber', explanation: 'Because.' };
    const [, notes] = of(ended('refusal', { stop_details: details }), 'metadata');

    expect(notes?.metadata.attrs).toEqual({
      refusal_category: 'cyber',
      refusal_explanation: 'Because.',
    });
  });

  test('is one, and nothing follows it', () => {
    const events = read([
      start(),
      end('end_turn'),
      stop,
      block(0, { type: 'text', text: 'x' }),
      stop,
    ]);

    expect(events.filter(({ type }) => type === 'stop' || type === 'error')).toHaveLength(1);
    expect(events.at(-1)).toMatchObject({ type: 'stop' });
  });
});

describe('failures', () => {
  const usage = { usage: { input_tokens: 12, output_tokens: 1 } };
  const overloaded: JsonObject = {
    type: 'error',
    error: { type: 'overloaded_error', message: 'Overloaded' },
    request_id: 'req_event',
  };

  test('inside an answer end it, and what was used is told', () => {
    const events = read([start(usage), block(0, { type: 'text', text: 'Hi' }), overloaded, stop]);

    expect(events.slice(-2)).toMatchObject([
      { type: 'usage', usage: { inputTokens: 12, outputTokens: 1 } },
      { type: 'error', error: { category: 'overloaded', retryable: true } },
    ]);
  });

  test('before any answer name the request they belong to', () => {
    expect(read([overloaded], { requestId: undefined })).toMatchObject([
      { type: 'stream-start', requestId: 'req_event' },
      { type: 'error' },
    ]);
  });

  test('an answer without its last event is broken, and may be asked for again', () => {
    const events = read([start(usage), block(0, { type: 'text', text: 'Hi' }), end('end_turn')]);

    expect(events.slice(-2)).toMatchObject([
      { type: 'usage' },
      { type: 'error', error: { category: 'unknown', retryable: true } },
    ]);
  });

  test('no answer at all is broken too', () => {
    expect(read([])).toMatchObject([{ type: 'stream-start' }, { type: 'error' }]);
  });

  test('a second start of the same answer is ignored', () => {
    const events = read([
      start(usage),
      start({ usage: { input_tokens: 99 } }),
      end('end_turn'),
      stop,
    ]);

    expect(of(events, 'stream-start')).toHaveLength(1);
    expect(of(events, 'usage')).toMatchObject([{ usage: { inputTokens: 12 } }]);
    expect(events.at(-1)).toMatchObject({ type: 'stop' });
  });

  test('the start of another answer is a broken stream', () => {
    const events = read([start(usage), start({ id: 'msg_2' }), end('end_turn'), stop]);

    expect(events.slice(-2)).toMatchObject([
      { type: 'usage' },
      { type: 'error', error: { category: 'unknown', retryable: true } },
    ]);
  });
});

describe('what the headers say', () => {
  const limit = { kind: 'requests', limitId: 'requests', limit: 5 } as const;
  const limits = { snapshots: [limit], attrs: { status: 'allowed' } };
  const announced = {
    type: 'metadata',
    metadata: { rateLimits: [limit], attrs: { status: 'allowed' } },
  };

  test('comes before the answer', () => {
    const reader = new MessageReader({ requestId: 'req_1', limits, toolName: String });

    expect(reader.open()).toEqual([
      { type: 'stream-start', requestId: 'req_1', correlationIds: {} },
      announced,
    ]);
  });

  test('waits for the id of the message where there is none of the request', () => {
    const events = read([start(), stop], { requestId: undefined, limits });

    expect(events.slice(0, 2)).toEqual([
      { type: 'stream-start', requestId: 'msg_1', correlationIds: {} },
      announced,
    ]);
  });

  test('is told also when there is no answer', () => {
    const events = read([], { requestId: undefined, limits });

    expect(events).toMatchObject([announced, { type: 'error' }]);
  });

  test('stands beside the usage too, where older hosts look for it', () => {
    const events = read([start({ usage: { input_tokens: 1 } }), stop], { limits });

    expect(of(events, 'usage')).toMatchObject([{ rateLimits: [limit] }]);
  });
});

test('a model that takes over in mid-answer is named', () => {
  const events = read([
    start(),
    block(0, {
      type: 'fallback',
      from: { model: 'claude-fable-5' },
      to: { model: 'claude-opus-4-8' },
    }),
    close(0),
    end('end_turn'),
    stop,
  ]);

  expect(of(events, 'metadata').map(({ metadata }) => metadata.actualModel)).toEqual([
    'claude-sonnet-5',
    'claude-opus-4-8',
  ]);
});
