import { describe, expect, test } from 'vitest';
import type { StreamEvent } from '../../../src/protocol/stream-event.ts';
import { ChatStream } from '../../../src/sdk/chat-completions/chat-stream.ts';
import { dialectError } from '../../../src/sdk/chat-completions/dialect-error.ts';
import {
  type ReadAnswerOptions,
  readAnswer,
  readFailure,
} from '../../../src/sdk/chat-completions/read-answer.ts';
import type { HttpResponse } from '../../../src/sdk/http.ts';
import { ModelFailure } from '../../../src/sdk/model-failure.ts';
import { collect } from '../../support/collect.ts';
import { stopOf, textOf } from './chat-play.ts';

const ANSWER = '{"id":"c1","choices":[{"message":{"content":"Hi"},"finish_reason":"stop"}]}';
const CHUNK = '{"id":"c1","choices":[{"delta":{"content":"Hi"},"finish_reason":"stop"}]}';

function responseOf(
  headers: Readonly<Record<string, string>>,
  bytes: AsyncIterable<Uint8Array>,
): HttpResponse {
  return {
    status: 200,
    headers,
    receivedAtMs: 0,
    body: bytes,
    text: async () => Buffer.concat(await collect(bytes)).toString('utf8'),
  };
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

const OPTIONS: ReadAnswerOptions = {
  provider: 'acme',
  modelId: 'm',
  newStream: (head) =>
    new ChatStream({
      head,
      errorOf: (body, text) => dialectError({ body, text }, { provider: 'acme' }),
      makeToolCallId: String,
    }),
  errorOf: (text, body) =>
    dialectError({ text, body, response: responseOf({}, bytesOf(text)) }, { provider: 'acme' }),
};

function read(type: string | undefined, text: string): Promise<StreamEvent[]> {
  const headers = type === undefined ? {} : { 'content-type': type };
  return collect(readAnswer(responseOf(headers, bytesOf(text)), OPTIONS));
}

describe('an answer is read', () => {
  test.each([
    { name: 'streamed', type: 'text/event-stream', body: `data: ${CHUNK}\n\ndata: [DONE]\n\n` },
    { name: 'streamed under no type', type: undefined, body: `data: ${CHUNK}\n\n` },
    { name: 'whole', type: 'application/json; charset=utf-8', body: `\n\n${ANSWER}` },
    { name: 'whole where a stream was announced', type: 'text/event-stream', body: ANSWER },
    {
      name: 'whole over several lines, too',
      type: 'application/octet-stream',
      body: JSON.stringify(JSON.parse(ANSWER), undefined, 2),
    },
  ])('$name', async ({ type, body }) => {
    const events = await read(type, body);

    expect(textOf(events, 'text-delta')).toBe('Hi');
    expect(stopOf(events)).toBe('end_turn');
  });

  test.each([
    { name: 'an error', type: 'application/json', body: '{"error":{"code":"server_error"}}' },
    { name: 'an error as a text', type: 'application/json', body: '{"error":"No"}' },
    { name: 'an error in place of a stream', type: 'text/event-stream', body: '{"error":"No"}' },
    { name: 'a page', type: 'text/html', body: '<html></html>' },
    { name: 'nothing', type: 'application/json', body: '' },
    { name: 'something else', type: 'application/json', body: '{"ok":true}' },
  ])('that is $name ends with one error', async ({ type, body }) => {
    const events = await read(type, body);

    expect(events.map((event) => event.type)).toEqual(['error']);
  });

  test('up to its mark, although the server keeps the connection open', async () => {
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(`data: ${CHUNK}\n\ndata: [DONE]\n\n`);
      await new Promise(() => {});
    }
    const response = responseOf({ 'content-type': 'text/event-stream' }, endless());
    const events = [];
    for await (const event of readAnswer(response, OPTIONS)) {
      events.push(event);
      if (event.type === 'stop') break;
    }

    expect(stopOf(events)).toBe('end_turn');
  });

  test('as far as it came when the connection broke, then that', async () => {
    const error = { category: 'unknown', message: 'acme: cut off', retryable: true } as const;
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('data: {"choices":[{"delta":{"content":"Hi"}}]}\n\n');
      throw new ModelFailure(error);
    }
    const events = await collect(
      readAnswer(responseOf({ 'content-type': 'text/event-stream' }, broken()), OPTIONS),
    );

    expect(events).toEqual([
      { type: 'text-delta', text: 'Hi' },
      { type: 'error', error },
    ]);
  });
});

test('a failed response tells its id and its limits before its error', () => {
  const headers = { 'x-request-id': 'req_1', 'x-ratelimit-remaining-requests': '0' };
  const response = { ...responseOf(headers, bytesOf('')), status: 429 };
  const events = readFailure(response, '{"error":"Slow"}', OPTIONS);

  expect(events.map(({ type }) => type)).toEqual(['stream-start', 'metadata', 'error']);
});
