import { describe, expect, onTestFinished, test } from 'vitest';
import {
  defineProvider,
  httpAttributes,
  httpSettings,
  ModelFailure,
  parseJson,
  readErrorBody,
  sseBatches,
  stringAt,
  vendorFailure,
} from '../../src/sdk/index.ts';
import {
  type PlayedResponse,
  startTestProvider,
  startWireServer,
  textOf,
  userRequest,
} from '../../src/sdk/testing.ts';

const model = {
  id: 'acme-1',
  contextWindow: 1000,
  maxOutputTokens: 100,
  supportsToolUse: false,
  supportsVision: false,
  supportsDocuments: false,
  supportsStreaming: true,
  thinking: { supported: false, adaptiveByDefault: false, disable: 'never' as const },
  caching: {
    supported: false,
    keepaliveSupported: false,
    explicitMarkers: false,
    implicitAutomatic: false,
  },
  pricing: { currency: 'USD', free: true, tiers: [] },
  supportedToolChoiceModes: ['auto' as const],
};

/** About the smallest provider of an HTTP service there can be. */
const acme = defineProvider({
  name: 'acme',
  version: '0.0.0',
  configSchema: { attributes: httpAttributes({ vendor: 'Acme' }) },
  models: [model],
  configure(config, context) {
    const settings = httpSettings(config, {
      provider: 'acme',
      needsKey: () => true,
      keyVariable: 'ACME_API_KEY',
    });
    const http = context.http({ totalMs: settings.timeoutMs });
    context.log('info', `configured with ${settings.apiKey}`);
    return {
      async *stream(request, call) {
        const response = await http.request({
          method: 'POST',
          url: settings.baseUrl.endpoint('chat'),
          headers: { authorization: `Bearer ${settings.apiKey}` },
          body: JSON.stringify({ model: request.modelId }),
          signal: call.signal,
        });
        if (response.status !== 200) {
          const body = await readErrorBody(response);
          throw vendorFailure({ provider: 'acme', response, body });
        }
        for await (const events of sseBatches(response.body, { provider: 'acme' })) {
          const texts = events.map(({ data }) => stringAt(parseJson(data), 'text') ?? '');
          yield { type: 'text-delta', text: texts.join('') };
        }
        yield { type: 'stop', reason: 'end_turn' };
      },
    };
  },
});

const key = 'sk-acme-0123456789abcdef';

async function acmeAgainst(answer: PlayedResponse) {
  const vendor = await startWireServer(answer);
  const provider = await startTestProvider(acme, {
    config: { api_key: key, base_url: vendor.url },
  });
  onTestFinished(async () => {
    await provider.close();
    await vendor.close();
  });
  return { vendor, provider };
}

const answer = 'data: {"text":"Hello"}\n\ndata: {"text":", world"}\n\n';

test.each(['whole', 'bytes', { seed: 7 }] as const)(
  'recorded bytes written as %o come out as events',
  async (chunking) => {
    const { vendor, provider } = await acmeAgainst({ body: answer, chunking });

    const events = await provider.complete(userRequest('acme-1', 'hi'));

    expect(textOf(events)).toBe('Hello, world');
    expect(events.at(-1)).toEqual({ type: 'stop', reason: 'end_turn' });
    expect(vendor.requests[0]).toMatchObject({
      path: '/chat',
      headers: { authorization: `Bearer ${key}` },
      body: '{"model":"acme-1"}',
    });
  },
);

describe('the checks are those of a provider in its own process', () => {
  test('a secret the vendor repeats is removed from errors and logs', async () => {
    const { provider } = await acmeAgainst({ status: 401, body: `bad key ${key}` });

    const events = await provider.complete(userRequest('acme-1', 'hi'));

    expect(events).toEqual([
      { type: 'error', error: expect.objectContaining({ category: 'auth_error' }) },
    ]);
    expect(JSON.stringify([events, provider.logs])).not.toContain(key);
    expect(provider.logs[0]?.message).toMatch(/^configured with /);
  });

  test('a message and a detail are cut to their limits', async () => {
    const { provider } = await acmeAgainst({ status: 500, body: 'x'.repeat(10_000) });

    const [event] = await provider.complete(userRequest('acme-1', 'hi'));

    const detail = event?.type === 'error' ? event.error.rawDetail : undefined;
    expect(detail?.startsWith('http_status=500\nxxx')).toBe(true);
    expect(detail?.length).toBe(2048);
  });

  test('an unknown model is refused before anything is sent', async () => {
    const { vendor, provider } = await acmeAgainst({ body: answer });

    const [event] = await provider.complete(userRequest('other', 'hi'));

    expect(event).toMatchObject({ type: 'error', error: { category: 'invalid_request' } });
    expect(vendor.requests).toHaveLength(0);
  });

  test('a configuration that can not work throws what a user would read', async () => {
    const start = startTestProvider(acme, { config: { base_url: 'http://127.0.0.1' } });

    await expect(start).rejects.toThrow(ModelFailure);
    await expect(start).rejects.toThrow(/^acme: api_key is not set/);
  });

  test('what is not offered says so', async () => {
    const { provider } = await acmeAgainst({});

    expect(await provider.countTokens(userRequest('acme-1', 'hi'))).toEqual({
      type: 'not-offered',
    });
    expect(await provider.account()).toEqual({ type: 'not-offered' });
    expect(provider.capabilities().models.map(({ id }) => id)).toEqual(['acme-1']);
  });
});

test('an abort ends the events and closes the vendor’s connection', async () => {
  const { vendor, provider } = await acmeAgainst({ body: answer, ending: 'hang' });
  const controller = new AbortController();
  const seen: string[] = [];

  for await (const event of provider.stream(userRequest('acme-1', 'hi'), controller.signal)) {
    seen.push(event.type);
    controller.abort();
  }

  expect(seen).toEqual(['text-delta']);
  await vendor.requests[0]?.closed;
});

test('closing the provider closes the connections it keeps', async () => {
  const { vendor, provider } = await acmeAgainst({ body: answer });
  await provider.complete(userRequest('acme-1', 'hi'));

  await provider.close();

  await vendor.requests[0]?.closed;
});
