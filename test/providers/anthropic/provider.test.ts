import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/protocol/json.ts';
import type { ProviderEvent } from '../../../src/protocol/model-provider.ts';
import type { ModelRequest } from '../../../src/protocol/model-request.ts';
import { type BuiltProvider, startBuiltProvider } from '../../support/built-provider.ts';
import { message, text, tool } from '../../support/sample-request.ts';
import {
  type PlayedResponse,
  startWireServer,
  type WireServer,
} from '../../support/wire-server.ts';
import { request } from './build-body.ts';

const KEY = 'sk-ant-api03-canary';

let provider: BuiltProvider;
const servers: WireServer[] = [];

beforeAll(async () => {
  provider = await startBuiltProvider('anthropic');
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});
afterAll(() => provider.close());

/** A vendor that answers so, and the provider configured for it. */
async function vendor(response: PlayedResponse, config: JsonObject = {}): Promise<WireServer> {
  const server = await startWireServer(response);
  servers.push(server);
  await provider.configure({ api_key: KEY, base_url: server.url, ...config });
  return server;
}

async function complete(changes: Partial<ModelRequest> = {}): Promise<readonly ProviderEvent[]> {
  const events: ProviderEvent[] = [];
  const signal = AbortSignal.timeout(20_000);
  for await (const event of provider.client.stream(request(changes), signal)) events.push(event);
  return events;
}

function sse(...events: readonly JsonObject[]): PlayedResponse {
  const body = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
  return { headers: { 'content-type': 'text/event-stream', 'request-id': 'req_1' }, body };
}

const start = {
  type: 'message_start',
  message: { id: 'msg_1', model: 'claude-sonnet-5', usage: { input_tokens: 4, output_tokens: 1 } },
};
const open = { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } };
const says = (words: string) => ({
  type: 'content_block_delta',
  index: 0,
  delta: { type: 'text_delta', text: words },
});
const answer = sse(
  start,
  open,
  says('Hel'),
  says('lo'),
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 3 } },
  { type: 'message_stop' },
);

describe('a completion on the wire', () => {
  test('is one request, with the key in its own header and nowhere else', async () => {
    const server = await vendor(answer, { beta_headers: ['feature-a'] });

    await complete({ tools: [tool('find.file')] });

    expect(server.requests).toHaveLength(1);
    const [sent] = server.requests;
    expect(sent).toMatchObject({ method: 'POST', path: '/v1/messages' });
    expect(sent?.headers).toMatchObject({
      'x-api-key': KEY,
      'anthropic-version': '2023-06-01',
      'anthropic-beta': 'feature-a',
      'content-type': 'application/json',
    });
    expect(sent?.headers).not.toHaveProperty('authorization');
    expect(sent?.body).not.toContain(KEY);
    expect(JSON.parse(sent?.body ?? '')).toMatchObject({
      model: 'claude-sonnet-5',
      stream: true,
      tools: [{ name: 'find_file' }],
    });
  });

  test('brings what arrived together as one event', async () => {
    await vendor(answer);

    const events = await complete();

    expect(events.filter(({ type }) => type === 'text-delta')).toEqual([
      { type: 'text-delta', text: 'Hello' },
    ]);
  });

  test('uses the latest settings and nothing of the ones before', async () => {
    const first = await vendor(answer, { extra_headers: { 'x-team': 'tools' } });
    const second = await vendor(answer, { api_key: '' });

    await complete();

    expect(first.requests).toHaveLength(0);
    expect(second.requests[0]?.headers).not.toHaveProperty('x-team');
    expect(second.requests[0]?.headers).not.toHaveProperty('x-api-key');
  });

  test('sends hidden thoughts back as the very bytes that came', async () => {
    const data = 'EqkE=odd==';
    const hidden = { type: 'redacted_thinking', data };
    const server = await vendor(
      sse(
        start,
        { type: 'content_block_start', index: 0, content_block: hidden },
        { type: 'content_block_stop', index: 0 },
        { type: 'message_stop' },
      ),
    );

    const events = await complete();
    const [block] = events.filter((event) => event.type === 'redacted-thinking');
    await complete({
      messages: [
        message('user', text('a')),
        message('assistant', { type: 'redacted-thinking', data: block?.data ?? new Uint8Array() }),
        message('user', text('b')),
      ],
    });

    expect(JSON.parse(server.requests[1]?.body ?? '')).toMatchObject({
      messages: [{}, { content: [hidden] }, {}],
    });
  });

  test('that is refused is not sent', async () => {
    const server = await vendor(answer);
    const image = { type: 'image', mediaType: 'image/tiff', data: new Uint8Array([1]) } as const;

    const events = await complete({ messages: [message('user', image)] });

    expect(events).toMatchObject([{ type: 'error', error: { category: 'invalid_request' } }]);
    expect(server.requests).toHaveLength(0);
  });

  test('says in the log what it left out', async () => {
    await vendor(answer);

    await complete({ params: { stopSequences: [], temperature: 0.5 } });

    expect(JSON.stringify(provider.records)).toContain(
      'temperature is left out: claude-sonnet-5 refuses it',
    );
  });
});

describe('a broken connection', () => {
  test('after the first words keeps them, and tells what was used', async () => {
    await vendor({ ...sse(start, open, says('Hel')), ending: 'reset' });

    const events = await complete();

    expect(events.slice(-3)).toMatchObject([
      { type: 'text-delta', text: 'Hel' },
      { type: 'usage', usage: { inputTokens: 4, outputTokens: 1 } },
      { type: 'error', error: { category: 'unknown', retryable: true } },
    ]);
  });

  test('before any answer is overloaded, and was tried once', async () => {
    const server = await vendor({ instead: 'reset' });

    expect(await complete()).toMatchObject([
      { type: 'error', error: { category: 'overloaded', retryable: true } },
    ]);
    expect(server.requests).toHaveLength(1);
  });

  test('a server that stays silent is given up after timeout_ms', async () => {
    await vendor({ instead: 'hang' }, { timeout_ms: 50 });

    expect(await complete()).toMatchObject([
      { type: 'error', error: { category: 'overloaded', retryable: true } },
    ]);
  });
});

describe('cancellation', () => {
  test('closes the connection to the vendor, and is no failure', async () => {
    const server = await vendor({ ...sse(start, open, says('Hel')), ending: 'hang' });
    const controller = new AbortController();
    const events: ProviderEvent[] = [];

    for await (const event of provider.client.stream(request(), controller.signal)) {
      events.push(event);
      if (event.type === 'text-delta') controller.abort();
    }
    await server.requests[0]?.closed;

    expect(events.map(({ type }) => type)).not.toContain('error');
  });

  test('leaves the provider ready for the next call', async () => {
    const server = await vendor({ instead: 'hang' });
    const sent = server.nextRequest();
    const controller = new AbortController();
    const pending = provider.client.stream(request(), controller.signal)[Symbol.asyncIterator]();
    const ended = pending.next();
    const { closed } = await sent;
    controller.abort();
    await closed;
    await ended;

    await vendor(answer);

    expect((await complete()).at(-1)).toEqual({ type: 'stop', reason: 'end_turn' });
  });
});

describe('errors', () => {
  test('never repeat the key, even when the vendor does', async () => {
    const body = JSON.stringify({
      type: 'error',
      error: { type: 'authentication_error', message: `invalid x-api-key ${KEY}` },
    });
    await vendor({ status: 401, headers: { 'content-type': 'application/json' }, body });

    const events = await complete();

    expect(events).toMatchObject([{ type: 'error', error: { category: 'auth_error' } }]);
    expect(JSON.stringify(events)).not.toContain(KEY);
    expect(JSON.stringify(provider.records)).not.toContain(KEY);
  });

  test('as long as a book are cut', async () => {
    await vendor({ status: 502, body: `<html>${'x'.repeat(1024 * 1024)}` });

    const [event] = await complete();

    expect(event).toMatchObject({ type: 'error', error: { category: 'overloaded' } });
    expect(Buffer.byteLength(event?.type === 'error' ? (event.error.rawDetail ?? '') : '')).toBe(
      2048,
    );
  });
});

describe('counting', () => {
  const count = () =>
    provider.client.countTokens({
      modelId: 'claude-sonnet-5',
      messages: [message('user', text('Hi'))],
      assembledContext: [],
      tools: [tool('a')],
    });

  test('asks the vendor for the prompt of a completion', async () => {
    const json = { 'content-type': 'application/json' };
    const server = await vendor({ headers: json, body: '{"input_tokens":42}' });

    expect(await count()).toEqual({ type: 'ok', value: 42 });

    await complete({ tools: [tool('a')] });
    const [counted, completed] = server.requests.map(({ body }) => JSON.parse(body));
    const { max_tokens: _most, stream: _stream, ...prompt } = completed;
    expect(server.requests[0]?.path).toBe('/v1/messages/count_tokens');
    expect(counted).toEqual(prompt);
  });

  test.each([
    { name: 'a refusal', response: { status: 529 }, category: 'overloaded' },
    { name: 'an answer without a count', response: { body: '{}' }, category: 'unknown' },
  ])('tells $name', async ({ response, category }) => {
    await vendor(response);

    expect(await count()).toMatchObject({ type: 'error', error: { category } });
  });
});

describe('settings', () => {
  test.each([
    { name: 'no key for the real service', config: {}, category: 'auth_error' },
    {
      name: 'limits that can not be read',
      config: { api_key: KEY, extra_models: { 'claude-x': 'big' } },
      category: 'invalid_request',
    },
    { name: 'an unknown name', config: { api_key: KEY, modle: 'x' }, category: 'invalid_request' },
  ])('with $name are refused, and the ones before stay in use', async ({ config, category }) => {
    const server = await vendor(answer);

    const outcome = await provider.client.configure(config);

    expect(outcome).toMatchObject({ type: 'error', error: { category } });
    expect(JSON.stringify(outcome)).not.toContain(KEY);
    await complete();
    expect(server.requests).toHaveLength(1);
  });

  test('add models to the roster', async () => {
    await vendor(answer, { extra_models: { 'claude-sonnet-9': '3000000/300000' } });

    const capabilities = await provider.client.capabilities();
    const events = await complete({ modelId: 'claude-sonnet-9' });

    expect(JSON.stringify(capabilities)).toContain('"claude-sonnet-9"');
    expect(events.at(-1)).toMatchObject({ type: 'stop' });
  });
});

test('eight completions at once do not mix', async () => {
  const server = await startWireServer((sent) => {
    const [first] = JSON.parse(sent.body).messages;
    return sse(
      { ...start, message: { ...start.message, id: first.content[0].text } },
      open,
      says(first.content[0].text),
      { type: 'message_stop' },
    );
  });
  servers.push(server);
  await provider.configure({ api_key: KEY, base_url: server.url });

  const words = Array.from({ length: 8 }, (_, index) => `word ${index}`);
  const answers = await Promise.all(
    words.map((word) => complete({ messages: [message('user', text(word))] })),
  );

  expect(answers.map((events) => events.find(({ type }) => type === 'text-delta'))).toEqual(
    words.map((word) => ({ type: 'text-delta', text: word })),
  );
});
