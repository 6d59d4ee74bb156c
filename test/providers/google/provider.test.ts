import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/protocol/json.ts';
import type { ProviderEvent } from '../../../src/protocol/model-provider.ts';
import type { ModelRequest } from '../../../src/protocol/model-request.ts';
import { type BuiltProvider, startBuiltProvider } from '../../support/built-provider.ts';
import { tool } from '../../support/sample-request.ts';
import {
  type PlayedResponse,
  startWireServer,
  type WireServer,
} from '../../support/wire-server.ts';
import { request } from './build-body.ts';

const KEY = 'AIzaSyCanaryCanaryCanaryCanaryCanary123';

let provider: BuiltProvider;
const servers: WireServer[] = [];

beforeAll(async () => {
  provider = await startBuiltProvider('google');
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});
afterAll(() => provider.close());

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

const answer: PlayedResponse = {
  headers: { 'content-type': 'text/event-stream' },
  body: `data: ${JSON.stringify({
    candidates: [
      {
        content: { parts: [{ functionCall: { name: 'find_file' } }, { text: 'Hello' }] },
        finishReason: 'STOP',
      },
    ],
  })}\r\n\r\n`,
};

test('a completion is one request for a stream of events, with the key in a header alone', async () => {
  const server = await vendor(answer, {
    extra_headers: { 'X-Goog-Api-Key': 'other', authorization: 'Bearer other', 'x-team': 'a' },
  });

  const events = await complete({ tools: [tool('find file')] });

  expect(server.requests).toHaveLength(1);
  const [sent] = server.requests;
  expect(sent).toMatchObject({
    method: 'POST',
    path: '/v1beta/models/gemini-3-flash-preview:streamGenerateContent?alt=sse',
  });
  expect(sent?.headers).toMatchObject({ 'x-goog-api-key': KEY, 'x-team': 'a' });
  expect(sent?.headers).not.toHaveProperty('authorization');
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'tool-call-start', name: 'find file' }),
  );
  expect(events.at(-1)).toEqual({ type: 'stop', reason: 'tool_use' });
});

test('an OAuth token is sent as a bearer, with the project to bill', async () => {
  const server = await vendor(answer, { api_key: 'ya29.token', project: 'mine' });

  await complete();

  expect(server.requests[0]?.headers).toMatchObject({
    authorization: 'Bearer ya29.token',
    'x-goog-user-project': 'mine',
  });
  expect(server.requests[0]?.headers).not.toHaveProperty('x-goog-api-key');
});

test('a count covers context and tools, in the words of a completion', async () => {
  const server = await vendor({ body: '{"totalTokens":31}' });
  const { modelId, messages, assembledContext, tools } = request({ tools: [tool('look')] });

  const counted = await provider.client.countTokens(
    { modelId, messages, assembledContext, tools },
    AbortSignal.timeout(20_000),
  );

  expect(counted).toEqual({ type: 'ok', value: 31 });
  expect(server.requests[0]?.path).toBe('/v1beta/models/gemini-3-flash-preview:countTokens');
  expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({
    generateContentRequest: {
      model: 'models/gemini-3-flash-preview',
      contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
      tools: [{ functionDeclarations: [{ name: 'look', description: 'Does look.' }] }],
    },
  });
});

test('what nothing counts is for the vendor to say', async () => {
  const server = await vendor({ body: '{"totalTokens":1}' });
  const { modelId } = request();
  const nothing = { modelId, messages: [], assembledContext: [], tools: [] };

  const counted = await provider.client.countTokens(nothing, AbortSignal.timeout(20_000));

  expect(counted).toEqual({ type: 'ok', value: 1 });
  expect(server.requests).toHaveLength(1);
});

test('a key or project that the vendor quotes does not come out', async () => {
  const message = `Invalid API key: ${KEY}, consumer projects/123456789012`;
  await vendor({
    status: 400,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } }),
  });

  const events = JSON.stringify(await complete());

  expect(events).toContain('Invalid API key');
  expect(events).not.toContain(KEY);
  expect(events).not.toContain('123456789012');
});

test('a model newer than this release thinks by level and has no known price', async () => {
  const server = await vendor(answer, { extra_models: { 'gemini-4-pro': '2000000/100000' } });

  await complete({
    modelId: 'gemini-4-pro',
    params: { stopSequences: [], thinkingEffort: 'high' },
  });

  expect(server.requests[0]?.path).toContain('/models/gemini-4-pro:');
  expect(server.requests[0]?.body).toContain('"thinkingLevel":"HIGH"');
});

test('without a key a remote service is refused when it is configured', async () => {
  await expect(provider.configure({})).rejects.toThrow(/auth_error.*GEMINI_API_KEY/);
});
