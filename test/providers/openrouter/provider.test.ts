import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/protocol/json.ts';
import type { ProviderEvent } from '../../../src/protocol/model-provider.ts';
import type { ModelRequest } from '../../../src/protocol/model-request.ts';
import { type BuiltProvider, startBuiltProvider } from '../../support/built-provider.ts';
import {
  type PlayedResponse,
  startWireServer,
  type WireServer,
} from '../../support/wire-server.ts';
import { request } from './build-body.ts';

const KEY = 'sk-or-v1-canary';

let provider: BuiltProvider;
const servers: WireServer[] = [];

beforeAll(async () => {
  provider = await startBuiltProvider('openrouter');
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});
afterAll(() => provider.close());

const json = (body: unknown, status = 200): PlayedResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const LIST = json({
  data: [
    {
      id: 'acme/one:free',
      context_length: 1000,
      pricing: { prompt: '0', completion: '0' },
      supported_parameters: ['tools'],
      expiration_date: '2027-01-01',
    },
  ],
});

/** A gateway with that list of models, whose other answers are these. */
async function gateway(answer: PlayedResponse, config: JsonObject = {}): Promise<WireServer> {
  const server = await startWireServer(({ path }) => (path.includes('/models') ? LIST : answer));
  servers.push(server);
  await provider.configure({ api_key: KEY, base_url: server.url, ...config });
  return server;
}

async function complete(changes: Partial<ModelRequest>): Promise<readonly ProviderEvent[]> {
  const events: ProviderEvent[] = [];
  const signal = AbortSignal.timeout(20_000);
  for await (const event of provider.client.stream(request(changes), signal)) events.push(event);
  return events;
}

async function modelIds(): Promise<readonly string[]> {
  const outcome = await provider.client.capabilities();
  return outcome.type === 'ok' ? outcome.value.models.map(({ id }) => id) : [];
}

const answer: PlayedResponse = {
  headers: { 'content-type': 'text/event-stream', 'x-generation-id': 'gen-7' },
  body: `data: ${JSON.stringify({
    id: 'gen-7',
    choices: [{ delta: { content: 'Hello' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 3, completion_tokens: 2, cost: 0.00000012 },
  })}\n\ndata: [DONE]\n\n`,
};

test('the roster is fetched when it is configured and served from memory', async () => {
  const server = await gateway(answer, { extra_models: { 'acme/two': '5000/500' } });

  const listed = await modelIds();
  await modelIds();

  expect(listed).toEqual(['acme/one:free', 'acme/two']);
  expect(server.requests.map(({ path }) => path)).toEqual([
    '/v1/models?supported_parameters=tools',
  ]);
});

test('a completion goes to the model listed, and tells id, cost and that the model will be gone', async () => {
  const server = await gateway(answer);

  const events = await complete({ modelId: 'acme/one:free' });

  expect(server.requests.at(-1)).toMatchObject({ method: 'POST', path: '/v1/chat/completions' });
  expect(server.requests.at(-1)?.headers).toMatchObject({ authorization: `Bearer ${KEY}` });
  expect(events[0]).toMatchObject({ type: 'stream-start', requestId: 'gen-7' });
  expect(events).toContainEqual(
    expect.objectContaining({
      type: 'usage',
      usage: expect.objectContaining({
        inputTokens: 3,
        outputTokens: 2,
        vendorCost: { amount: '0.00000012', unit: 'credits', currency: 'USD' },
      }),
    }),
  );
  expect(events.at(-1)).toEqual({ type: 'stop', reason: 'end_turn' });
  expect(provider.records.map(({ message }) => message)).toContain('Will be gone on 2027-01-01.');
});

test('a model that is not listed is refused without asking the gateway', async () => {
  const server = await gateway(answer);

  const events = await complete({ modelId: 'openai/gpt-4o' });

  expect(events).toMatchObject([{ type: 'error', error: { category: 'invalid_request' } }]);
  expect(server.requests).toHaveLength(1);
});

test('the words of the upstream provider are told, and who the user is is not', async () => {
  await gateway(
    json(
      {
        error: {
          code: 429,
          message: 'Provider returned error',
          metadata: { raw: '{"error":{"message":"busy upstream"}}' },
        },
        user_id: 'user_canary',
      },
      429,
    ),
  );

  const events = await complete({ modelId: 'acme/one:free' });

  expect(events).toMatchObject([
    {
      type: 'error',
      error: { message: 'openrouter: Provider returned error: busy upstream' },
    },
  ]);
  expect(JSON.stringify(events)).not.toContain('user_canary');
});

test('the account is what the gateway says of the key, without its label', async () => {
  const server = await gateway(
    json({
      data: {
        label: 'sk-or-v1-can...ary',
        usage: 2.505,
        limit: 10.9,
        limit_remaining: 8.395,
        is_free_tier: true,
        rate_limit: { requests: 20, interval: '10s' },
      },
    }),
  );

  const account = await provider.client.account(AbortSignal.timeout(20_000));

  expect(server.requests.at(-1)?.path).toBe('/v1/key');
  expect(await provider.client.account(AbortSignal.timeout(20_000))).toEqual(account);
  expect(server.requests.filter(({ path }) => path === '/v1/key')).toHaveLength(1);
  expect(account).toMatchObject({
    type: 'ok',
    value: {
      method: 'api_key',
      metering: 'metered_api',
      plan: 'free',
      labels: { limit_usd: '10.90', limit_remaining_usd: '8.39' },
      quotas: [
        { kind: 'credits', limit: 10, remaining: 8 },
        { kind: 'requests', limit: 20, windowSeconds: 10 },
      ],
    },
  });
  expect(JSON.stringify(account)).not.toContain('sk-or');
});

test('a gateway that is not there is no reason to refuse the settings', async () => {
  await provider.configure({ api_key: KEY, base_url: 'http://127.0.0.1:9' });

  expect(await modelIds()).toContain('anthropic/claude-sonnet-4.5');
});

test('without a key the gateway is refused when it is configured', async () => {
  await expect(provider.configure({})).rejects.toThrow(/auth_error.*OPENROUTER_API_KEY/);
});
