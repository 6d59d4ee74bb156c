import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import type { JsonObject } from '../../src/protocol/json.ts';
import type { ModelRequest } from '../../src/protocol/model-request.ts';
import type { StreamEvent } from '../../src/protocol/stream-event.ts';
import { ModelFailure } from '../../src/sdk/model-failure.ts';
import type {
  CallContext,
  ConfigureContext,
  ConfiguredProvider,
  ProviderDefinition,
} from '../../src/sdk/provider.ts';
import { Secrets } from '../../src/sdk/secrets.ts';
import { ServedProvider } from '../../src/sdk/served-provider.ts';
import { collect } from '../support/collect.ts';
import { modelSpec } from '../support/fake-provider.ts';

const KEY = 'sk-canary-0123456789';
const STOP: StreamEvent = { type: 'stop', reason: 'end_turn' };
const text = (words: string): StreamEvent => ({ type: 'text-delta', text: words });
const open = () => new AbortController().signal;

const REQUEST: ModelRequest = {
  modelId: 'large',
  messages: [],
  tools: [],
  assembledContext: [],
  cacheBreakpoints: [],
};

type Configure = (
  label: string,
  context: ConfigureContext,
) => ConfiguredProvider | Promise<ConfiguredProvider>;

function served(configure: Configure): ServedProvider {
  const definition: ProviderDefinition = {
    name: 'acme',
    version: '1.2.3',
    configSchema: {
      attributes: [
        { name: 'label', type: 'string' },
        { name: 'api_key', type: 'string', sensitive: true },
      ],
    },
    models: [modelSpec({ catalog: { aliases: ['big'] } })],
    configure: (config, context) => configure(config.string('label') ?? '', context),
  };
  return new ServedProvider({
    definition,
    environment: {},
    secrets: new Secrets(),
    log: () => {},
  });
}

async function configured(
  provider: ConfiguredProvider | ConfiguredProvider['stream'],
  config: JsonObject = {},
): Promise<ServedProvider> {
  const made = served(() => (typeof provider === 'function' ? { stream: provider } : provider));
  expect(await made.configure(config, open())).toEqual({ type: 'ok', value: undefined });
  return made;
}

describe('before it is configured', () => {
  test('a provider says who it is and what it could do', () => {
    const provider = served(() => ({ stream: () => events() }));

    expect(provider.describe()).toEqual({
      name: 'acme',
      version: '1.2.3',
      source: '',
      category: 'model',
      protocolVersion: 1,
    });
    expect(provider.capabilities()).toMatchObject({
      models: [{ id: 'large' }],
      configSchema: { attributes: [{ name: 'label' }, { name: 'api_key' }] },
    });
  });

  test('a completion, a count and an account are refused', async () => {
    const provider = served(() => ({ stream: () => events() }));
    const error = {
      category: 'invalid_request',
      message: 'acme: not configured yet',
      retryable: false,
    };

    expect(await collect(provider.stream(REQUEST, open()))).toEqual([{ type: 'error', error }]);
    expect(await provider.countTokens(REQUEST, open())).toEqual({ type: 'error', error });
    expect(await provider.account(open())).toEqual({ type: 'error', error });
  });
});

describe('a configuration', () => {
  test('replaces the one before, whose calls finish under it before it is released', async () => {
    let goOn = (): void => {};
    const waiting = new Promise<void>((resolve) => (goOn = resolve));
    const closed: string[] = [];
    const provider = served((label) => ({
      async *stream() {
        yield text(label);
        await waiting;
        yield text(label);
        yield STOP;
      },
      close: () => void closed.push(label),
    }));
    await provider.configure({ label: 'old' }, open());
    const before = provider.stream(REQUEST, open());
    expect(await before.next()).toMatchObject({ value: text('old') });

    await provider.configure({ label: 'new' }, open());

    const after = provider.stream(REQUEST, open());
    expect(await after.next()).toMatchObject({ value: text('new') });
    expect(closed).toEqual([]);
    goOn();
    expect(await collect(before)).toEqual([text('old'), STOP]);
    await turn();
    expect(closed).toEqual(['old']);
  });

  test('that fails leaves the one before, and says why without the key', async () => {
    const provider = served((label) => {
      if (label !== 'good') throw new Error(`no client for ${KEY}`);
      return { stream: () => events(text(label), STOP) };
    });
    await provider.configure({ label: 'good' }, open());

    const outcome = await provider.configure({ label: 'bad', api_key: KEY }, open());

    expect(outcome).toMatchObject({
      type: 'error',
      error: { category: 'unknown', message: 'acme: unexpected failure: no client for ***' },
    });
    expect(await collect(provider.stream(REQUEST, open()))).toEqual([text('good'), STOP]);
  });

  test('with an unknown setting is refused by its name', async () => {
    const provider = served(() => ({ stream: () => events(STOP) }));

    expect(await provider.configure({ lable: 'x' }, open())).toMatchObject({
      type: 'error',
      error: { category: 'invalid_request', message: expect.stringContaining('"lable"') },
    });
  });

  test('inherits nothing from the one before', async () => {
    const seen: (string | undefined)[] = [];
    const provider = served((label) => {
      seen.push(label);
      return { stream: () => events(STOP) };
    });

    await provider.configure({ label: 'a' }, open());
    await provider.configure({}, open());

    expect(seen).toEqual(['a', '']);
  });

  test('asked for last is the one kept, however long the first takes', async () => {
    let goOn = (): void => {};
    const waiting = new Promise<void>((resolve) => (goOn = resolve));
    const provider = served(async (label) => {
      if (label === 'slow') await waiting;
      return { stream: () => events(text(label), STOP) };
    });

    const slow = provider.configure({ label: 'slow' }, open());
    const fast = provider.configure({ label: 'fast' }, open());
    goOn();
    await Promise.all([slow, fast]);

    expect(await collect(provider.stream(REQUEST, open()))).toEqual([text('fast'), STOP]);
  });

  test('the kernel gives up on is released when it comes too late', async () => {
    let arrive = (_: ConfiguredProvider): void => {};
    const late = new Promise<ConfiguredProvider>((resolve) => (arrive = resolve));
    const close = vi.fn();
    const provider = served(() => late);
    const controller = new AbortController();
    const outcome = provider.configure({}, controller.signal);
    await turn();

    controller.abort();
    expect(await outcome).toEqual({ type: 'cancelled' });
    arrive({ stream: () => events(STOP), close });
    await turn();

    expect(close).toHaveBeenCalledOnce();
    expect(await collect(provider.stream(REQUEST, open()))).toMatchObject([{ type: 'error' }]);
  });

  test('may bring its own roster, but never an empty one', async () => {
    let roster = [modelSpec({ id: 'found' })];
    const provider = await configured({ stream: () => events(STOP), models: () => roster });
    expect(provider.capabilities().models).toMatchObject([{ id: 'found' }]);

    roster = [];

    expect(provider.capabilities().models).toMatchObject([{ id: 'large' }]);
  });
});

describe('a completion', () => {
  test('reaches the provider under the model id an alias stands for', async () => {
    const asked: string[] = [];
    const provider = await configured((request) => {
      asked.push(request.modelId);
      return events(STOP);
    });

    await collect(provider.stream({ ...REQUEST, modelId: 'big' }, open()));

    expect(asked).toEqual(['large']);
  });

  test('for an unknown model never reaches the provider', async () => {
    const stream = vi.fn(() => events(STOP));
    const provider = await configured(stream);

    const all = await collect(provider.stream({ ...REQUEST, modelId: 'other' }, open()));

    expect(all).toMatchObject([
      {
        type: 'error',
        error: { category: 'invalid_request', message: 'acme: unknown model "other"' },
      },
    ]);
    expect(stream).not.toHaveBeenCalled();
  });

  test.each([
    {
      name: 'a classified failure',
      thrown: new ModelFailure({
        category: 'rate_limited',
        message: 'slow down',
        retryable: true,
        retryAfterMs: 30,
      }),
      error: { category: 'rate_limited', message: 'acme: slow down', retryAfterMs: 30 },
    },
    {
      name: 'anything else',
      thrown: new TypeError('x is not a function'),
      error: { category: 'unknown', message: 'acme: unexpected failure: x is not a function' },
    },
  ])('ends in an error event when its provider throws $name', async ({ thrown, error }) => {
    const provider = await configured(async function* () {
      yield text('a');
      throw thrown;
    });

    expect(await collect(provider.stream(REQUEST, open()))).toMatchObject([
      text('a'),
      { type: 'error', error },
    ]);
  });

  test('ends in an error event when its provider throws before there is a stream', async () => {
    const provider = await configured(() => {
      throw new Error('no');
    });

    expect(await collect(provider.stream(REQUEST, open()))).toMatchObject([{ type: 'error' }]);
  });

  test('ends with its terminal event, whatever the provider still has', async () => {
    const stopped = vi.fn();
    const provider = await configured(async function* () {
      try {
        yield STOP;
        yield text('more');
      } finally {
        stopped();
      }
    });

    expect(await collect(provider.stream(REQUEST, open()))).toEqual([STOP]);
    expect(stopped).toHaveBeenCalledOnce();
  });

  test('without a terminal event is a defect of the provider', async () => {
    const provider = await configured(() => events(text('a')));

    expect(await collect(provider.stream(REQUEST, open()))).toMatchObject([
      text('a'),
      {
        type: 'error',
        error: {
          category: 'unknown',
          retryable: false,
          message:
            'acme: the provider broke the contract: the stream ended without a stop or an error',
        },
      },
    ]);
  });

  test('carries no key, neither in an error nor in a text', async () => {
    const provider = await configured(
      () =>
        events(text(`your key is ${KEY}`), {
          type: 'error',
          error: { category: 'auth_error', message: `bad key ${KEY}`, retryable: true },
        }),
      { api_key: KEY },
    );

    expect(await collect(provider.stream(REQUEST, open()))).toMatchObject([
      text('your key is ***'),
      { type: 'error', error: { message: 'acme: bad key ***', retryable: false } },
    ]);
  });

  test('that is cancelled ends without an error and tells its provider', async () => {
    const controller = new AbortController();
    const seen: boolean[] = [];
    const provider = await configured(async function* (_request, { signal }: CallContext) {
      yield text('a');
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      seen.push(signal.aborted);
      throw new Error('aborted by the vendor client');
    });
    const stream = provider.stream(REQUEST, controller.signal);
    await stream.next();
    const rest = collect(stream);

    controller.abort();

    expect(await rest).toEqual([]);
    await turn();
    expect(seen).toEqual([true]);
  });
});

describe('optional calls', () => {
  test('are not offered by a provider without them', async () => {
    const provider = await configured(() => events(STOP));

    expect(await provider.countTokens(REQUEST, open())).toEqual({ type: 'not-offered' });
    expect(await provider.account(open())).toEqual({ type: 'not-offered' });
  });

  test('answer, after the same checks as a completion', async () => {
    const provider = await configured({
      stream: () => events(STOP),
      countTokens: async ({ modelId }) => modelId.length,
      account: async () => ({ method: 'api_key', metering: 'metered_api', labels: {}, quotas: [] }),
    });

    expect(await provider.countTokens({ ...REQUEST, modelId: 'big' }, open())).toEqual({
      type: 'ok',
      value: 5,
    });
    expect(await provider.countTokens({ ...REQUEST, modelId: 'x' }, open())).toMatchObject({
      type: 'error',
      error: { category: 'invalid_request' },
    });
    expect(await provider.account(open())).toMatchObject({ type: 'ok' });
  });

  test('that fail are classified, and that are cancelled are not', async () => {
    const controller = new AbortController();
    const provider = await configured({
      stream: () => events(STOP),
      countTokens: () => Promise.reject(new Error('odd')),
      account: () => new Promise(() => {}),
    });

    expect(await provider.countTokens(REQUEST, open())).toMatchObject({
      type: 'error',
      error: { category: 'unknown' },
    });
    const account = provider.account(controller.signal);
    controller.abort();
    expect(await account).toEqual({ type: 'cancelled' });
  });
});

test('stopping aborts every call and resolves when all have cleaned up', async () => {
  const order: string[] = [];
  const provider = await configured({
    async *stream(_request, { signal }) {
      yield text('a');
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      await turn();
      order.push('call cleaned up');
    },
    close: () => void order.push('configuration closed'),
  });
  const stream = provider.stream(REQUEST, open());
  await stream.next();
  const rest = collect(stream);

  await provider.stop();

  expect(order).toEqual(['call cleaned up', 'configuration closed']);
  expect(await rest).toEqual([]);
});

async function* events(...all: readonly StreamEvent[]): AsyncGenerator<StreamEvent> {
  yield* all;
}
