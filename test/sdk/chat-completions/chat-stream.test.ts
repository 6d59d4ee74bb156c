import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/protocol/json.ts';
import { AnswerHead } from '../../../src/sdk/chat-completions/answer-head.ts';
import { ChatStream } from '../../../src/sdk/chat-completions/chat-stream.ts';
import { dialectError } from '../../../src/sdk/chat-completions/dialect-error.ts';
import { call, delta, play, stopOf, textOf } from './chat-play.ts';

const tool = call({ index: 0, id: 'a', function: { name: 'add', arguments: '{}' } });

describe('why an answer stopped', () => {
  test.each<{ name: string; chunks: readonly (JsonObject | string)[]; stop: string }>([
    { name: 'stop', chunks: [delta({ content: 'a' }), delta({}, 'stop')], stop: 'end_turn' },
    { name: 'length', chunks: [delta({ content: 'a' }), delta({}, 'length')], stop: 'max_tokens' },
    { name: 'model_length', chunks: [delta({}, 'model_length')], stop: 'max_tokens' },
    { name: 'content_filter', chunks: [delta({}, 'content_filter')], stop: 'content_filtered' },
    { name: 'stop with a call', chunks: [tool, delta({}, 'stop')], stop: 'tool_use' },
    { name: 'a call and no reason at [DONE]', chunks: [tool, '[DONE]'], stop: 'tool_use' },
    { name: 'a call and an unknown reason', chunks: [tool, delta({}, 'eos')], stop: 'tool_use' },
    { name: 'an unknown reason', chunks: [delta({}, 'eos')], stop: 'end_turn' },
    { name: 'function_call', chunks: [tool, delta({}, 'function_call')], stop: 'tool_use' },
    {
      name: 'tool_calls without a call',
      chunks: [delta({ content: 'a' }), delta({}, 'tool_calls')],
      stop: 'end_turn',
    },
    {
      name: 'a refusal',
      chunks: [delta({ refusal: 'No.' }), delta({}, 'stop')],
      stop: 'refusal',
    },
    {
      name: 'an empty reason is none yet',
      chunks: [delta({ content: 'a' }, ''), delta({ content: 'b' }, null), delta({}, 'stop')],
      stop: 'end_turn',
    },
    {
      name: 'a choice without a message',
      chunks: [{ choices: [{ index: 0, finish_reason: 'content_filter' }] }],
      stop: 'content_filtered',
    },
  ])('$name', ({ chunks, stop }) => {
    expect(stopOf(play(chunks))).toBe(stop);
  });

  test.each([
    { reason: 'error', category: 'unknown' },
    { reason: 'insufficient_system_resource', category: 'overloaded' },
  ])('$reason is a failure', ({ reason, category }) => {
    expect(stopOf(play([delta({ content: 'a' }), delta({}, reason)]))).toBe(category);
  });
});

describe('the end of a stream', () => {
  test.each<{ name: string; chunks: readonly (JsonObject | string)[] }>([
    { name: 'nothing at all', chunks: [] },
    { name: 'text and no reason', chunks: [delta({ content: 'a' })] },
    { name: 'the mark alone', chunks: ['[DONE]'] },
  ])('with $name is no success', ({ chunks }) => {
    expect(play(chunks).at(-1)).toMatchObject({
      type: 'error',
      error: { category: 'unknown', retryable: true },
    });
  });

  test('needs no mark after a reason', () => {
    expect(stopOf(play([delta({ content: 'a' }, 'stop')]))).toBe('end_turn');
  });

  test('is told once, and nothing after it', () => {
    const events = play([
      delta({ content: 'a' }, 'stop'),
      '[DONE]',
      delta({ content: 'b' }),
      '[DONE]',
    ]);

    expect(events).toEqual([
      { type: 'text-delta', text: 'a' },
      { type: 'stop', reason: 'end_turn' },
    ]);
  });

  test('beyond the window and without a word is a conversation that is too long', () => {
    const usage = { prompt_tokens: 5000, completion_tokens: 0, total_tokens: 5000 };
    const silent = [{ ...delta({}, 'stop'), usage }];

    expect(stopOf(play(silent, { contextWindow: 4096 }))).toBe('context_length_exceeded');
    expect(stopOf(play(silent, { contextWindow: 8192 }))).toBe('end_turn');
    expect(stopOf(play([delta({ content: 'a' }), ...silent], { contextWindow: 4096 }))).toBe(
      'end_turn',
    );
  });
});

describe('what a chunk may look like', () => {
  test('content and arguments may come with the reason', () => {
    const events = play([delta({ content: 'a' }), delta({ content: 'b' }, 'stop')]);

    expect(textOf(events, 'text-delta')).toBe('ab');
  });

  test('the first may have no choices, and the last only usage', () => {
    const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };
    const events = play([
      { choices: [], id: '', model: '', prompt_filter_results: [] },
      delta({ content: 'a' }, 'stop'),
      { choices: [], usage },
      { choices: [], usage: null, moderation: {} },
      '[DONE]',
    ]);

    expect(events.slice(-2)).toEqual([
      { type: 'usage', usage: { inputTokens: 1, outputTokens: 2 }, rateLimits: [] },
      { type: 'stop', reason: 'end_turn' },
    ]);
  });

  test('usage on every chunk is cumulative: the last one counts', () => {
    const usage = (completion: number) => ({
      usage: { prompt_tokens: 5, completion_tokens: completion, total_tokens: 5 + completion },
    });
    const events = play([
      { ...delta({ content: 'a' }), ...usage(1) },
      { ...delta({ content: 'b' }, 'stop'), ...usage(2) },
    ]);

    expect(events.filter(({ type }) => type === 'usage')).toMatchObject([
      { usage: { outputTokens: 2 } },
    ]);
  });

  test('usage told twice is counted once', () => {
    const usage = { prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 };
    const events = play([{ ...delta({}, 'stop'), usage, x_groq: { usage } }]);

    expect(events[0]).toMatchObject({ usage: { inputTokens: 5, outputTokens: 3 } });
  });

  test.each([
    { name: 'reasoning_content', fields: { reasoning_content: 'Hm.' } },
    { name: 'reasoning', fields: { reasoning: 'Hm.' } },
    { name: 'thinking', fields: { thinking: 'Hm.' } },
    {
      name: 'two names, one of which counts',
      fields: { reasoning: 'Hm.', reasoning_content: 'Hm.' },
    },
    {
      name: 'parts',
      fields: { content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] }] },
    },
    { name: 'a channel', fields: { channel: 'analysis', content: 'Hm.' } },
  ])('reasoning comes as $name', ({ fields }) => {
    const events = play([delta(fields), delta({ content: 'Yes.' }, 'stop')]);

    expect(textOf(events, 'thinking-delta')).toBe('Hm.');
    expect(textOf(events, 'text-delta')).toBe('Yes.');
  });
});

describe('an error in the stream', () => {
  test.each<{ name: string; chunk: JsonObject | string; category: string; message: string }>([
    {
      name: 'an object',
      chunk: { error: { message: 'Too busy', type: 'server_error' } },
      category: 'overloaded',
      message: 'acme: Too busy',
    },
    {
      name: 'a text',
      chunk: { error: 'greater than the context length' },
      category: 'context_length_exceeded',
      message: 'acme: greater than the context length',
    },
    {
      name: 'flat',
      chunk: { object: 'error', message: 'No', type: 'BadRequestError', code: 400 },
      category: 'invalid_request',
      message: 'acme: No',
    },
    {
      name: 'a status inside',
      chunk: { error: { message: 'Down', status_code: 503 } },
      category: 'overloaded',
      message: 'acme: Down',
    },
    {
      name: 'no JSON',
      chunk: '<html>',
      category: 'unknown',
      message: 'acme: the answer holds something that is not JSON',
    },
  ])('as $name ends it', ({ chunk, category, message }) => {
    const events = play([delta({ content: 'a' }), chunk, delta({ content: 'b' }, 'stop')]);

    expect(events).toMatchObject([
      { type: 'text-delta', text: 'a' },
      { type: 'error', error: { category, message } },
    ]);
  });

  test('is one by the name of its event alone', () => {
    const stream = new ChatStream({
      errorOf: (body, text) => dialectError({ body, text }, { provider: 'acme' }),
      makeToolCallId: String,
    });

    expect(stream.accept({ event: 'error', data: 'model crashed' })).toMatchObject([
      { type: 'error', error: { message: 'acme: model crashed' } },
    ]);
  });

  test('keeps what was counted before it', () => {
    const usage = { prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 };
    const events = play([{ ...delta({ content: 'a' }), usage }, { error: 'broken' }]);

    expect(events.map(({ type }) => type)).toEqual(['text-delta', 'usage', 'error']);
  });

  test('is told with what its own chunk counts and who answered', () => {
    const usage = { prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 };
    const head = new AnswerHead();
    const events = play([{ id: 'a1', error: 'broken', usage }], { head });

    expect(events).toMatchObject([
      { type: 'stream-start', requestId: 'a1' },
      { type: 'metadata' },
      { type: 'usage', usage: { inputTokens: 5, outputTokens: 3 } },
      { type: 'error' },
    ]);
  });
});

describe('a whole answer', () => {
  test('comes as one burst', () => {
    const stream = new ChatStream({
      head: new AnswerHead(),
      errorOf: (body, text) => dialectError({ body, text }, { provider: 'acme' }),
      makeToolCallId: String,
    });
    const message = { role: 'assistant', content: 'Hi', tool_calls: null };
    const events = stream.acceptWhole({
      id: 'c1',
      model: 'm',
      choices: [{ index: 0, message, finish_reason: 'stop' }],
    });

    expect(events).toMatchObject([
      { type: 'stream-start', requestId: 'c1' },
      { type: 'metadata' },
      { type: 'text-delta', text: 'Hi' },
      { type: 'stop', reason: 'end_turn' },
    ]);
  });
});
