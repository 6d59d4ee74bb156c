import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/protocol/json.ts';
import type { ContentBlock } from '../../../src/protocol/message.ts';
import type { ProviderEvent } from '../../../src/protocol/model-provider.ts';
import type { CountTokensRequest, ModelRequest } from '../../../src/protocol/model-request.ts';
import type { ModelSpec } from '../../../src/protocol/model-spec.ts';
import { type BuiltProvider, startBuiltProvider } from '../../support/built-provider.ts';
import { tool } from '../../support/sample-request.ts';
import {
  type PlayedResponse,
  startWireServer,
  type WireServer,
} from '../../support/wire-server.ts';

let provider: BuiltProvider;
beforeAll(async () => {
  provider = await startBuiltProvider('openai-compatible');
});
afterAll(() => provider.close());

const JSON_TYPE = { 'content-type': 'application/json' };
const ANSWER =
  'data: {"choices":[{"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';

/** A server of the given paths; a completion gets a short answer, anything else a 404. */
function serve(paths: Readonly<Record<string, unknown>>): Promise<WireServer> {
  return startWireServer(({ path }): PlayedResponse => {
    if (path.endsWith('/chat/completions')) {
      return { headers: { 'content-type': 'text/event-stream' }, body: ANSWER };
    }
    return path in paths
      ? { headers: JSON_TYPE, body: JSON.stringify(paths[path]) }
      : { status: 404, headers: JSON_TYPE, body: '{"error":"not found"}' };
  });
}

async function rosterOf(
  paths: Readonly<Record<string, unknown>>,
  config: JsonObject = {},
): Promise<readonly ModelSpec[]> {
  const server = await serve(paths);
  try {
    await provider.configure({ base_url: server.url, ...config });
    return await models();
  } finally {
    await server.close();
  }
}

async function models(): Promise<readonly ModelSpec[]> {
  const outcome = await provider.client.capabilities(AbortSignal.timeout(20_000));
  if (outcome.type !== 'ok') throw new Error(JSON.stringify(outcome));
  return outcome.value.models;
}

async function ask(changes: Partial<ModelRequest> = {}): Promise<readonly ProviderEvent[]> {
  const request: ModelRequest = {
    modelId: 'm',
    messages: [{ id: '1', role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
    tools: [],
    assembledContext: [],
    cacheBreakpoints: [],
    ...changes,
  };
  const events: ProviderEvent[] = [];
  for await (const event of provider.client.stream(request, AbortSignal.timeout(20_000))) {
    events.push(event);
  }
  return events;
}

describe('the roster is asked from the server', () => {
  test('an Ollama, found out by its list, with the window it runs with', async () => {
    const roster = await rosterOf({
      '/v1/models': { data: [{ id: 'llama3:8b', owned_by: 'library' }] },
      '/api/tags': { models: [{ name: 'llama3:8b' }] },
      '/api/ps': { models: [{ name: 'llama3:8b', context_length: 16_384 }] },
      '/api/show': {
        model_info: { 'general.architecture': 'llama', 'llama.context_length': 131_072 },
        capabilities: ['completion', 'tools'],
      },
    });

    expect(roster).toMatchObject([
      {
        id: 'llama3:8b',
        contextWindow: 16_384,
        maxContextWindow: 131_072,
        supportsToolUse: true,
        supportsVision: false,
        supportedToolChoiceModes: ['auto'],
        thinking: { supported: false },
        pricing: { free: true },
      },
    ]);
  });

  test('a llama.cpp server, by its own word for itself', async () => {
    const roster = await rosterOf({
      '/v1/models': { data: [{ id: 'm', owned_by: 'llamacpp', meta: { n_ctx_train: 32_768 } }] },
      '/props': {
        default_generation_settings: { n_ctx: 8192 },
        chat_template: '{{ tools }}',
        modalities: { vision: true },
      },
    });

    expect(roster).toMatchObject([
      { id: 'm', contextWindow: 8192, supportsToolUse: true, supportsVision: true },
    ]);
  });

  test('what a server does not say is not guessed, and can be configured', async () => {
    const paths = { '/v1/models': { data: [{ id: 'm', max_model_len: 32_768 }] } };

    expect(await rosterOf(paths)).toMatchObject([
      { id: 'm', contextWindow: 32_768, supportsToolUse: false, supportsVision: false },
    ]);
    expect(
      await rosterOf(paths, { abilities: ['tools', 'vision'], extra_models: { m: '8192/1024' } }),
    ).toMatchObject([
      {
        id: 'm',
        contextWindow: 8192,
        maxOutputTokens: 1024,
        supportsToolUse: true,
        supportsVision: true,
      },
    ]);
  });

  test('a hosted model keeps its published price', async () => {
    const roster = await rosterOf(
      { '/models': { data: [{ id: 'deepseek-v4-pro' }, { id: 'deepseek-v5' }] } },
      { dialect: 'deepseek', api_key: 'sk-deepseek-key-1' },
    );

    expect(roster).toMatchObject([
      {
        id: 'deepseek-v4-pro',
        contextWindow: 1_048_576,
        pricing: { tiers: [{ inputPerMtok: 1.32 }] },
      },
      { id: 'deepseek-v5', supportsToolUse: true },
    ]);
  });

  test('once: capabilities come from memory when the server is gone', async () => {
    const roster = await rosterOf({ '/v1/models': { data: [{ id: 'm' }] } });

    expect(await models()).toEqual(roster);
  });

  test.each([
    { name: 'published models', config: { dialect: 'groq' }, first: 'openai/gpt-oss-120b' },
    { name: 'configured models', config: { extra_models: { mine: '8192/1024' } }, first: 'mine' },
    { name: 'a placeholder', config: {}, first: 'default' },
  ])('a server that is down leaves $name', async ({ config, first }) => {
    const server = await serve({});
    await server.close();
    await provider.configure({ base_url: server.url, ...config });

    expect((await models())[0]?.id).toBe(first);
  });
});

describe('a key', () => {
  test('is needed for a public address, unless it is said to be open', async () => {
    await expect(provider.configure({ base_url: 'https://llm.example' })).rejects.toThrow(
      'api_key is not set, and llm.example needs one',
    );
  });

  test('is sent when there is one, and without one there is no header at all', async () => {
    const server = await serve({ '/v1/models': { data: [{ id: 'm' }] } });
    await provider.configure({ base_url: server.url, api_key: 'sk-some-longer-key' });
    await ask();
    await provider.configure({ base_url: server.url });
    await ask();
    await server.close();

    const headers = server.requests.map((request) => request.headers['authorization']);
    expect(headers).toEqual([
      'Bearer sk-some-longer-key',
      'Bearer sk-some-longer-key',
      undefined,
      undefined,
    ]);
  });
});

test.each([
  [{ dialect: 'klingon' }, 'dialect is'],
  [{ api: 'grpc' }, 'api is'],
  [{ think_tags: 'maybe' }, 'think_tags is'],
  [{ abilities: ['flying'] }, 'abilities:'],
  [{ dialect: 'mistral', api: 'responses' }, 'mistral does not have'],
])('configuration %j fails where it is written', async (config, says) => {
  await expect(provider.configure({ base_url: 'http://127.0.0.1:9', ...config })).rejects.toThrow(
    says,
  );
});

test('a server that refuses stream_options is asked once more, and never again with it', async () => {
  const server = await startWireServer(({ path, body }) => {
    if (path.endsWith('/models')) {
      return { headers: JSON_TYPE, body: '{"data":[{"id":"m"}]}' };
    }
    return body.includes('stream_options')
      ? { status: 422, headers: JSON_TYPE, body: '{"detail":"extra field stream_options"}' }
      : { headers: { 'content-type': 'text/event-stream' }, body: ANSWER };
  });
  await provider.configure({ base_url: server.url });

  const first = await ask();
  const second = await ask();
  await server.close();

  expect([first.at(-1), second.at(-1)]).toEqual([
    { type: 'stop', reason: 'end_turn' },
    { type: 'stop', reason: 'end_turn' },
  ]);
  expect(server.requests.map(({ path }) => path)).toEqual([
    '/v1/models',
    '/v1/chat/completions',
    '/v1/chat/completions',
    '/v1/chat/completions',
  ]);
});

test('a server that is down is named', async () => {
  const server = await serve({});
  await server.close();
  await provider.configure({ base_url: server.url, extra_models: { m: '8192/1024' } });

  expect(await ask()).toMatchObject([
    { type: 'error', error: { category: 'overloaded', retryable: true } },
  ]);
  expect(JSON.stringify(await ask())).toContain(`127.0.0.1:${server.port}`);
});

describe('reasoning inside the answer', () => {
  test.each([
    ['auto', '<think>Hm.</think>Yes.', 'Hm.', 'Yes.'],
    ['off', '<think>Hm.</think>Yes.', '', '<think>Hm.</think>Yes.'],
    ['implicit', 'Hm.</think>Yes.', 'Hm.', 'Yes.'],
  ])('with think_tags %s', async (think_tags, content, thinking, text) => {
    const chunks = [...content].map((character) => ({
      choices: [{ delta: { content: character } }],
    }));
    const end = { choices: [{ delta: {}, finish_reason: 'stop' }] };
    const body = [...chunks, end].map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('');
    const server = await startWireServer({
      headers: { 'content-type': 'text/event-stream' },
      body,
    });
    await provider.configure({ base_url: server.url, think_tags, extra_models: { m: '8192/1' } });

    const events = await ask();
    await server.close();

    const told = (type: string) =>
      events
        .flatMap((event) => (event.type === type && 'text' in event ? [event.text] : []))
        .join('');
    expect(told('thinking-delta')).toBe(thinking);
    expect(told('text-delta')).toBe(text);
  });
});

test("Mistral's budget of tokens is read with its reset", async () => {
  const server = await startWireServer({
    headers: {
      'content-type': 'text/event-stream',
      'x-ratelimitbysize-limit-minute': '500000',
      'x-ratelimitbysize-remaining-minute': '499000',
      'ratelimitbysize-reset': '30',
    },
    body: ANSWER,
  });
  await provider.configure({
    base_url: server.url,
    dialect: 'mistral',
    extra_models: { m: '8192/1024' },
  });

  const before = Date.now();
  const events = await ask();
  await server.close();

  const [limit] = events.flatMap((event) =>
    event.type === 'metadata' ? event.metadata.rateLimits : [],
  );
  expect(limit).toMatchObject({
    kind: 'tokens',
    limitId: 'minute',
    limit: 500_000,
    remaining: 499_000,
    windowSeconds: 60,
  });
  expect(limit?.resetAtMs).toBeGreaterThanOrEqual(before + 30_000);
});

describe('a count of a whole request', () => {
  const prompt = (content: readonly ContentBlock[]) => ({
    modelId: 'm',
    messages: [{ id: '1', role: 'user', content }] as const,
    tools: [tool('look')],
    assembledContext: [],
  });
  const HI = prompt([{ type: 'text', text: 'Hi' }]);
  const picture = { type: 'image', mediaType: 'image/png', data: new Uint8Array([1]) } as const;

  async function count(
    config: JsonObject,
    answers: Readonly<Record<string, unknown>> = {},
    request: CountTokensRequest = HI,
  ) {
    const server = await serve(answers);
    await provider.configure({
      base_url: server.url,
      extra_models: { m: '8192/1024' },
      abilities: ['tools', 'vision'],
      ...config,
    });
    const outcome = await provider.client.countTokens(request, AbortSignal.timeout(20_000));
    await server.close();
    const { path, body = '{}' } = server.requests.at(-1) ?? {};
    return { outcome, path, sent: Object.keys(JSON.parse(body === '' ? '{}' : body)) };
  }

  test('is had from llama.cpp, of all that a completion sends', async () => {
    const answers = { '/v1/chat/completions/input_tokens': { input_tokens: 12 } };

    const counted = await count({ dialect: 'llamacpp' }, answers);

    expect(counted).toMatchObject({ outcome: { type: 'ok', value: 12 } });
    expect(counted.sent).toEqual(expect.arrayContaining(['model', 'messages', 'tools']));
    expect(counted.sent).not.toContain('stream');
  });

  test('is had from vLLM, of all that goes into its template', async () => {
    const answers = { '/tokenize': { count: 7, max_model_len: 8192, tokens: [1, 2] } };

    expect(await count({ dialect: 'vllm' }, answers)).toEqual({
      outcome: { type: 'ok', value: 7 },
      path: '/tokenize',
      sent: ['model', 'messages', 'tools'],
    });
  });

  test('is not had from vLLM with a picture, of which it counts only the place', async () => {
    const { outcome } = await count({ dialect: 'vllm' }, {}, prompt([picture]));

    expect(outcome).toMatchObject({ type: 'error', error: { category: 'invalid_request' } });
  });

  test('is not had from vLLM in the words of the other interface', async () => {
    const { outcome } = await count({ dialect: 'vllm', api: 'responses' });

    expect(outcome).toEqual({ type: 'not-offered' });
  });

  test.each(['generic', 'ollama', 'lmstudio', 'deepseek', 'mistral', 'groq'])(
    'is not offered by %s',
    async (dialect) => {
      expect((await count({ dialect })).outcome).toEqual({ type: 'not-offered' });
    },
  );

  test('that the server refuses is a classified failure', async () => {
    const { outcome } = await count({ dialect: 'vllm' });

    expect(outcome).toMatchObject({ type: 'error', error: { category: 'invalid_request' } });
  });
});
