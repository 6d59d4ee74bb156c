import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/protocol/json.ts';
import { AnswerHead } from '../../../src/sdk/chat-completions/answer-head.ts';
import { callsOf, stopOf, textOf } from '../chat-completions/chat-play.ts';
import { at, completed, functionCall, newStream, play } from './responses-play.ts';

const text = (delta: string) => at(0, 'output_text.delta', { content_index: 0, delta });
const added = (fields: JsonObject = {}) =>
  at(1, 'output_item.added', { item: functionCall({ arguments: '', ...fields }) });
const fragment = (delta: string, fields: JsonObject = {}) =>
  at(1, 'function_call_arguments.delta', { delta, ...fields });
const itemDone = (fields: JsonObject = {}) =>
  at(1, 'output_item.done', { item: functionCall({ arguments: '{"x":1}', ...fields }) });

describe('text', () => {
  test('is told once, although its end repeats it', () => {
    const events = play([
      text('Hel'),
      text('lo'),
      at(0, 'output_text.done', { content_index: 0, text: 'Hello' }),
      completed(),
    ]);

    expect(textOf(events, 'text-delta')).toBe('Hello');
  });

  test('that came without deltas is told at its end', () => {
    const events = play([
      at(0, 'output_text.done', { content_index: 0, text: 'Hello' }),
      completed(),
    ]);

    expect(textOf(events, 'text-delta')).toBe('Hello');
  });

  test('of two parts is not mistaken for one', () => {
    const events = play([
      at(0, 'output_text.done', { content_index: 0, text: 'One' }),
      at(0, 'output_text.done', { content_index: 1, text: 'Two' }),
      completed(),
    ]);

    expect(textOf(events, 'text-delta')).toBe('OneTwo');
  });

  test('that only the last event lists is told then', () => {
    const output = [
      { type: 'reasoning', summary: [{ text: 'Hm.' }], encrypted_content: 'gAAA' },
      { type: 'message', content: [{ type: 'output_text', text: 'Hello' }] },
    ];
    const events = play([completed({ output })]);

    expect(events.map(({ type }) => type)).toEqual([
      'thinking-delta',
      'thinking-signature',
      'text-delta',
      'stop',
    ]);
  });

  test('that was streamed is not told again by the last event', () => {
    const output = [{ type: 'message', content: [{ type: 'output_text', text: 'Hello' }] }];
    const events = play([text('Hello'), completed({ output })]);

    expect(textOf(events, 'text-delta')).toBe('Hello');
  });
});

describe('reasoning', () => {
  test('of several parts is kept apart, and signed by the item at its end', () => {
    const part = (index: number, delta: string) => [
      at(0, 'reasoning_summary_part.added', { summary_index: index }),
      at(0, 'reasoning_summary_text.delta', { summary_index: index, delta }),
      at(0, 'reasoning_summary_text.done', { summary_index: index, text: delta }),
    ];
    const item = { type: 'reasoning', id: 'rs_1' };
    const events = play([
      at(0, 'output_item.added', { item: { ...item, encrypted_content: 'early' } }),
      ...part(0, 'One.'),
      ...part(1, 'Two.'),
      at(0, 'output_item.done', { item: { ...item, encrypted_content: 'gAAA' } }),
      completed(),
    ]);

    expect(textOf(events, 'thinking-delta')).toBe('One.\n\nTwo.');
    expect(events.filter(({ type }) => type === 'thinking-signature')).toEqual([
      { type: 'thinking-signature', signature: new TextEncoder().encode('gAAA') },
    ]);
  });

  test('in the open is told as it comes', () => {
    const events = play([
      at(0, 'reasoning_text.delta', { content_index: 0, delta: 'Hm.' }),
      at(0, 'output_item.done', { item: { type: 'reasoning', content: [] } }),
      completed(),
    ]);

    expect(textOf(events, 'thinking-delta')).toBe('Hm.');
    expect(events.some(({ type }) => type === 'thinking-signature')).toBe(false);
  });
});

describe('a function call', () => {
  test.each<{ name: string; events: readonly JsonObject[] }>([
    {
      name: 'in fragments',
      events: [
        added(),
        fragment('{"x"'),
        fragment(':1}'),
        at(1, 'function_call_arguments.done', { arguments: '{"x":1}' }),
        itemDone(),
      ],
    },
    {
      name: 'without fragments',
      events: [
        added(),
        at(1, 'function_call_arguments.done', { arguments: '{"x":1}' }),
        itemDone(),
      ],
    },
    { name: 'whole in its last event', events: [itemDone()] },
    {
      name: 'under ids that change between events',
      events: [
        added({ id: 'fc_a' }),
        fragment('{"x":1}', { item_id: 'fc_b' }),
        itemDone({ id: 'fc_c' }),
      ],
    },
    {
      name: 'still in progress at its end',
      events: [added(), fragment('{"x":1}'), itemDone({ status: 'in_progress' })],
    },
    { name: 'never ended', events: [added(), fragment('{"x":1}')] },
    {
      name: 'whose name comes last',
      events: [added({ name: '' }), fragment('{"x"'), fragment(':1}'), itemDone()],
    },
  ])('$name is one call', ({ events }) => {
    const told = play([...events, completed()]);

    expect(callsOf(told)).toEqual([{ id: 'call_1', name: 'add', arguments: '{"x":1}' }]);
    expect(stopOf(told)).toBe('tool_use');
  });

  test('that the last event repeats under another id does not run twice', () => {
    const output = [functionCall({ id: 'fc_x', call_id: 'call_x', arguments: '{}' })];
    const told = play([added(), fragment('{"x":1}'), itemDone(), completed({ output })]);

    expect(callsOf(told).map(({ id }) => id)).toEqual(['call_1']);
  });

  test('that ended takes nothing more', () => {
    const told = play([added(), fragment('{"x":1}'), itemDone(), fragment('{"y":2}'), completed()]);

    expect(callsOf(told)[0]?.arguments).toBe('{"x":1}');
  });

  test('that only the last event lists is a call', () => {
    const output = [functionCall({ arguments: '{"x":1}' })];

    expect(callsOf(play([completed({ output })]))).toEqual([
      { id: 'call_1', name: 'add', arguments: '{"x":1}' },
    ]);
  });

  test('without a place is told apart by its id', () => {
    const bare = (id: string, call: string) => [
      {
        type: 'response.output_item.added',
        item: functionCall({ id, call_id: call, arguments: '' }),
      },
      { type: 'response.function_call_arguments.delta', item_id: id, delta: `{"c":"${call}"}` },
    ];
    const told = play([...bare('fc_1', 'a'), ...bare('fc_2', 'b'), completed()]);

    expect(callsOf(told)).toEqual([
      { id: 'a', name: 'add', arguments: '{"c":"a"}' },
      { id: 'b', name: 'add', arguments: '{"c":"b"}' },
    ]);
  });

  test('without any id gets one', () => {
    const { id: _id, call_id: _callId, ...item } = functionCall({ arguments: '{}' });
    const told = play([at(0, 'output_item.done', { item }), completed()]);

    expect(callsOf(told)).toEqual([{ id: 'made_0', name: 'add', arguments: '{}' }]);
  });

  test('that the length limit cut is no call', () => {
    const told = play([
      added(),
      fragment('{"x'),
      itemDone({ arguments: '{"x', status: 'incomplete' }),
      {
        type: 'response.incomplete',
        response: { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } },
      },
    ]);

    expect(callsOf(told)).toEqual([]);
    expect(stopOf(told)).toBe('max_tokens');
  });
});

describe('the end', () => {
  test.each<{ name: string; events: readonly JsonObject[]; stop: string }>([
    { name: 'completed', events: [text('a'), completed()], stop: 'end_turn' },
    {
      name: 'a refusal',
      events: [at(0, 'refusal.delta', { content_index: 0, delta: 'No.' }), completed()],
      stop: 'refusal',
    },
    {
      name: 'a filter',
      events: [
        text('a'),
        {
          type: 'response.incomplete',
          response: { status: 'incomplete', incomplete_details: { reason: 'content_filter' } },
        },
      ],
      stop: 'content_filtered',
    },
    { name: 'no end', events: [text('a')], stop: 'unknown' },
    {
      name: 'a flat error',
      events: [{ type: 'error', code: 'server_error', message: 'Oops', param: null }],
      stop: 'overloaded',
    },
    {
      name: 'a nested error',
      events: [
        {
          type: 'error',
          error: { code: 'context_length_exceeded', message: 'Your input exceeds' },
        },
      ],
      stop: 'context_length_exceeded',
    },
    {
      name: 'a failed response',
      events: [
        {
          type: 'response.failed',
          response: { status: 'failed', error: { code: 'rate_limit_exceeded', message: 'Slow' } },
        },
      ],
      stop: 'rate_limited',
    },
  ])('$name', ({ events, stop }) => {
    expect(stopOf(play(events))).toBe(stop);
  });

  test('of a fault that is told twice is told once, with what it says', () => {
    const error = { code: 'insufficient_quota', message: 'Pay' };
    const events = play([
      { type: 'error', error },
      { type: 'response.failed', response: { error } },
      completed(),
    ]);

    expect(events).toMatchObject([
      { type: 'error', error: { category: 'auth_error', message: 'acme: Pay', retryable: false } },
    ]);
  });

  test('of a failed response keeps what it counted', () => {
    const events = play([
      {
        type: 'response.failed',
        response: {
          error: { code: 'server_error', message: 'Oops' },
          usage: { input_tokens: 3, output_tokens: 1, total_tokens: 4 },
        },
      },
    ]);

    expect(events.map(({ type }) => type)).toEqual(['usage', 'error']);
  });

  test('names itself first, also when it failed at once', () => {
    const limits = [{ kind: 'requests', remaining: 0 }] as const;
    const head = new AnswerHead({ limits });
    const events = play([{ type: 'error', message: 'Oops', code: 'server_error' }], { head });

    expect(events.map(({ type }) => type)).toEqual(['metadata', 'error']);
  });
});

test('events of tools that were not declared, and unknown ones, say nothing', () => {
  const events = play([
    { type: 'response.queued', response: { status: 'queued' } },
    { type: 'response.in_progress', response: {} },
    at(0, 'output_item.added', { item: { type: 'web_search_call', id: 'ws_1' } }),
    at(0, 'web_search_call.completed', {}),
    at(0, 'output_item.done', { item: { type: 'web_search_call', id: 'ws_1' } }),
    at(1, 'custom_tool_call_input.delta', { delta: 'x' }),
    at(2, 'output_text.annotation.added', { annotation: {} }),
    { type: 'response.brand_new' },
    completed(),
  ]);

  expect(events).toEqual([{ type: 'stop', reason: 'end_turn' }]);
});

test('the name of an event counts where its data has none', () => {
  const stream = newStream();
  const data = JSON.stringify({ output_index: 0, content_index: 0, delta: 'Hi' });

  expect(stream.accept({ event: 'response.output_text.delta', data })).toEqual([
    { type: 'text-delta', text: 'Hi' },
  ]);
  expect(stream.accept({ data: '[DONE]' })).toEqual([]);
});

describe('a whole response', () => {
  test('comes as one burst', () => {
    const events = newStream({ head: new AnswerHead({ requestId: 'req_1' }) }).acceptWhole({
      id: 'resp_1',
      model: 'm',
      status: 'completed',
      output: [
        { type: 'message', content: [{ type: 'refusal', refusal: 'No.' }] },
        functionCall({ arguments: '{}', call_id: 'call_9' }),
      ],
      usage: { input_tokens: 3, output_tokens: 1, total_tokens: 4 },
    });

    expect(events.map(({ type }) => type)).toEqual([
      'stream-start',
      'metadata',
      'text-delta',
      'tool-call-start',
      'tool-call-delta',
      'tool-call-done',
      'usage',
      'stop',
    ]);
  });

  test.each(['failed', 'cancelled'])('that is %s is an error', (status) => {
    const error = { code: 'server_error', message: 'Oops' };

    expect(stopOf(newStream().acceptWhole({ status, error, output: [] }))).toBe('overloaded');
  });
});
