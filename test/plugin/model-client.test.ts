import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { nodeClock } from '../../src/host/node-clock.ts';
import { Connection } from '../../src/plugin/connect.ts';
import type { LaunchSpec } from '../../src/plugin/launch-spec.ts';
import { CALL_LIMITS, type CallLimits, ModelClient } from '../../src/plugin/model-client.ts';
import { PluginLink } from '../../src/plugin/plugin-link.ts';
import type { PluginProcess } from '../../src/plugin/plugin-process.ts';
import { awaitHandshake, launch } from '../../src/plugin/start.ts';
import { modelMethods } from '../../src/protocol/grpc-methods.ts';
import type { ProviderEvent } from '../../src/protocol/model-provider.ts';
import type { ModelRequest } from '../../src/protocol/model-request.ts';
import { fixtureSpec, launchContext } from '../support/plugin-kit.ts';

interface Running {
  readonly process: PluginProcess;
  readonly link: PluginLink;
}

const open: Running[] = [];

/** One provider for every test that leaves it as it was. */
let shared: ModelClient;
let sharedRunning: Running;

async function end({ process, link }: Running): Promise<void> {
  link.close();
  process.signalGroup('SIGKILL');
  await process.ended;
}

beforeAll(async () => {
  const { client: provider, process, link } = await client({ unaryMs: 5000, configureMs: 300 });
  shared = provider;
  sharedRunning = { process, link };
  open.length = 0;
});
afterAll(() => end(sharedRunning));
afterEach(async () => {
  for (const running of open.splice(0)) await end(running);
});

const never = new AbortController().signal;

async function client(limits: CallLimits = CALL_LIMITS, overrides: Partial<LaunchSpec> = {}) {
  const context = launchContext();
  const launched = launch(fixtureSpec('scenarios.mjs', [], overrides), context);
  if (launched.type === 'failed') throw new Error('not launched');
  const { process } = launched;
  const started = await awaitHandshake(process, context, never);
  if (started.type === 'failed') throw new Error(JSON.stringify(started.failure));
  const { handshake } = started;
  const { log, records } = context;
  const connection = new Connection({
    provider: 'raw',
    handshake,
    security: { type: 'plaintext' },
    clock: nodeClock,
    log,
  });
  const link = new PluginLink(process, connection, nodeClock, 500);
  open.push({ process, link });
  return { client: new ModelClient(link, log, limits), process, link, records };
}

function request(modelId: string, text = 'hi'): ModelRequest {
  return {
    modelId,
    messages: [{ id: '1', role: 'user', content: [{ type: 'text', text }] }],
    tools: [],
    assembledContext: [],
    cacheBreakpoints: [],
  };
}

async function eventsOf(stream: AsyncIterable<ProviderEvent>): Promise<readonly ProviderEvent[]> {
  const events: ProviderEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

function textOf(events: readonly ProviderEvent[]): string {
  return events.map((event) => (event.type === 'text-delta' ? event.text : '')).join('');
}

test('a completion yields the events of the provider, in order', async () => {
  const events = await eventsOf(shared.stream(request('demo'), never));

  expect(events).toMatchObject([
    { type: 'stream-start', requestId: 'req_1' },
    { type: 'thinking-delta', text: 'hm' },
    { type: 'text-delta', text: 'hello' },
    { type: 'usage', usage: { inputTokens: 3, outputTokens: 5 } },
    { type: 'stop', reason: 'end_turn' },
  ]);
});

test.each([
  {
    name: 'a classified status',
    model: 'rate-limited',
    last: {
      type: 'error',
      error: {
        category: 'rate_limited',
        message: 'slow down',
        retryable: true,
        retryAfterMs: 500,
      },
    },
  },
  {
    name: 'a bare status',
    model: 'bare-unavailable',
    last: { type: 'error', error: { category: 'overloaded', retryable: true } },
  },
  {
    name: 'a message above the other side’s limit',
    model: 'too-large',
    last: { type: 'error', error: { category: 'invalid_request' } },
  },
  {
    name: 'a cancellation of its own',
    model: 'bare-cancelled',
    last: { type: 'stop', reason: 'cancelled' },
  },
  {
    name: 'a deadline of its own',
    model: 'bare-deadline',
    last: { type: 'error', error: { category: 'unknown', retryable: false } },
  },
  {
    name: 'no last event',
    model: 'no-last-event',
    last: {
      type: 'error',
      error: { category: 'unknown', message: 'raw: it ended its answer without saying how' },
    },
  },
  {
    name: 'bytes that are no event',
    model: 'garbage-event',
    last: { type: 'error', error: { category: 'unknown', message: /another contract/ } },
  },
  {
    name: 'a stop without a reason',
    model: 'unset-stop',
    last: {
      type: 'error',
      error: { message: 'raw: it sent an event whose stop.reason is not set' },
    },
  },
])('a completion that ends with $name has exactly one last event', async ({ model, last }) => {
  const events = await eventsOf(shared.stream(request(model), never));

  expect(events.at(-1)).toMatchObject(
    JSON.parse(JSON.stringify(last), (key, value) =>
      key === 'message' && typeof value === 'object'
        ? expect.stringMatching(/another contract/)
        : value,
    ),
  );
  expect(events.filter((event) => event.type === 'stop' || event.type === 'error')).toHaveLength(1);
});

test('an event of a later contract is skipped', async () => {
  const events = await eventsOf(shared.stream(request('unknown-event'), never));

  expect(events).toEqual([{ type: 'stop', reason: 'end_turn' }]);
});

test('nothing after the last event is delivered, and the provider stays usable', async () => {
  const { client: provider, records } = await client();

  const late = await eventsOf(provider.stream(request('after-last-event'), never));
  const endless = await eventsOf(provider.stream(request('never-ending-after-last-event'), never));
  const next = await eventsOf(provider.stream(request('demo'), never));

  expect(late).toEqual([{ type: 'stop', reason: 'end_turn' }]);
  expect(endless).toEqual([{ type: 'stop', reason: 'end_turn' }]);
  expect(textOf(next)).toBe('hello');
  await expect.poll(() => records.at(-1)?.message).toMatch(/^cancelled after/);
});

test('messages above 4 MiB pass in both directions, with a warning for a foreign provider', async () => {
  const { client: provider, records } = await client();
  const size = 5 * 1024 * 1024;

  const events = await eventsOf(provider.stream(request('echo-size', 'x'.repeat(size)), never));
  const large = await eventsOf(provider.stream(request('large'), never));

  expect(textOf(events)).toBe(String(size));
  expect(textOf(large)).toHaveLength(size);
  expect(records.filter((record) => record.level === 'warn')).toMatchObject([
    { module: 'kernel', fields: { bytes: expect.any(Number) } },
  ]);
});

test('a killed provider ends its completion with a crash that says how, and keeps the text', async () => {
  const { client: provider } = await client();

  const events = await eventsOf(provider.stream(request('crash'), never));

  expect(events).toEqual([
    { type: 'text-delta', text: 'partial' },
    {
      type: 'crash',
      crash: {
        message: 'provider "raw" was ended by SIGKILL',
        exitCode: undefined,
        signal: 'SIGKILL',
        stderrTail: ['one', 'out of luck'],
      },
    },
  ]);
});

test('everything a provider sent before it ended itself arrives before the crash', async () => {
  const { client: provider } = await client();

  const events = await eventsOf(provider.stream(request('exit'), never));

  expect(textOf(events)).toMatch(/^0 1 2 .* 499 last$/);
  expect(events.at(-1)).toMatchObject({ type: 'crash', crash: { exitCode: 7 } });
});

test('every call in flight is told of the crash at once, and later calls too', async () => {
  const { client: provider, process } = await client();
  const hanging = eventsOf(provider.stream(request('hang'), never));
  const unary = provider.configure({ mode: 'hang' });
  await provider.countTokens(request('demo'));

  process.signalGroup('SIGKILL');

  const crash = { type: 'crash', crash: { signal: 'SIGKILL' } };
  expect((await hanging).at(-1)).toMatchObject(crash);
  expect(await unary).toMatchObject(crash);
  expect(await provider.capabilities()).toMatchObject(crash);
  expect(await eventsOf(provider.stream(request('demo'), never))).toMatchObject([crash]);
});

test('a connection that breaks while the process lives is a crash and ends the process', async () => {
  const { client: provider, process } = await client();

  const events = await eventsOf(provider.stream(request('drop'), never));

  expect(textOf(events)).toBe('partial');
  expect(events.at(-1)).toMatchObject({
    type: 'crash',
    crash: { message: 'provider "raw" closed its connection and was ended' },
  });
  expect(await process.ended).toMatchObject({ signal: 'SIGKILL' });
});

test('an abort ends the completion without a last event and reaches the provider', async () => {
  const { client: provider, records } = await client();
  const controller = new AbortController();
  const events: ProviderEvent[] = [];

  for await (const event of provider.stream(request('hang'), controller.signal)) {
    events.push(event);
    controller.abort();
  }

  expect(events).toEqual([{ type: 'text-delta', text: 'first' }]);
  await expect.poll(() => records.at(-1)?.message).toBe('hang was cancelled');
  expect(textOf(await eventsOf(provider.stream(request('demo'), never)))).toBe('hello');
});

test('an abort ends a completion that waits for its next event', async () => {
  const controller = new AbortController();
  const iterator = shared.stream(request('hang'), controller.signal)[Symbol.asyncIterator]();
  await iterator.next();
  const waiting = iterator.next();

  controller.abort();

  expect(await waiting).toEqual({ done: true, value: undefined });
});

test('leaving the loop cancels the call', async () => {
  const { client: provider, records } = await client();

  for await (const _event of provider.stream(request('hang'), never)) break;

  await expect.poll(() => records.at(-1)?.message).toBe('hang was cancelled');
});

test('an abort before the start sends nothing', async () => {
  const events = await eventsOf(shared.stream(request('demo'), AbortSignal.abort()));

  expect(events).toEqual([]);
});

test('a consumer that does not read stops the provider', async () => {
  const { client: provider } = await client();
  const iterator = provider.stream(request('endless'), never)[Symbol.asyncIterator]();
  const written = async (): Promise<number> => {
    const outcome = await provider.countTokens(request('written'));
    return outcome.type === 'ok' ? outcome.value : Number.NaN;
  };
  await iterator.next();

  // How much it writes during twenty round trips; unread and unbounded it would never be nothing.
  const progress = async (): Promise<number> => {
    const before = await written();
    for (let trip = 0; trip < 20; trip += 1) await written();
    return (await written()) - before;
  };

  await expect.poll(progress, { timeout: 5000 }).toBe(0);
  await iterator.return?.();
});

test('20,000 small events arrive complete', async () => {
  const events = await eventsOf(shared.stream(request('many'), never));

  expect(textOf(events)).toHaveLength(100_000);
});

test('a trailer that hangs the connection costs one call: the next ones use a new one', async () => {
  const { client: provider } = await client();
  const controller = new AbortController();
  const hanging = eventsOf(provider.stream(request('hanging-trailer'), controller.signal));
  await provider.countTokens(request('demo'), AbortSignal.timeout(200));

  controller.abort();

  expect(await hanging).toEqual([]);
  expect(textOf(await eventsOf(provider.stream(request('demo'), never)))).toBe('hello');
});

test.each([
  {
    name: 'an answer',
    call: (provider: ModelClient) => provider.countTokens(request('demo')),
    expected: { type: 'ok', value: 42 },
  },
  {
    name: 'an answer that can not be',
    call: (provider: ModelClient) => provider.countTokens(request('negative')),
    expected: {
      type: 'error',
      error: { message: 'raw: it answered CountTokens with count, which is -1' },
    },
  },
  {
    name: 'an optional call that is not offered',
    call: (provider: ModelClient) => provider.account(),
    expected: { type: 'not-offered' },
  },
  {
    name: 'a classified refusal',
    call: (provider: ModelClient) => provider.configure({ mode: 'refuse' }),
    expected: { type: 'error', error: { category: 'auth_error', message: 'raw: no key' } },
  },
  {
    name: 'bytes that are no answer',
    call: (provider: ModelClient) => provider.configure({ mode: 'garbage' }),
    expected: { type: 'error', error: { category: 'unknown' } },
  },
  {
    name: 'silence until the deadline',
    call: (provider: ModelClient) => provider.configure({ mode: 'hang' }),
    expected: {
      type: 'error',
      error: { message: 'raw: it did not answer Configure within 0.3 s' },
    },
  },
  {
    name: 'an abort',
    call: (provider: ModelClient) => provider.configure({ mode: 'hang' }, AbortSignal.timeout(50)),
    expected: { type: 'cancelled' },
  },
])('a unary call ends with $name', async ({ call, expected }) => {
  expect(await call(shared)).toMatchObject(expected);
});

test('a unary call during which the provider ends is a crash', async () => {
  const { client: provider } = await client();

  expect(await provider.configure({ mode: 'crash' })).toMatchObject({
    type: 'crash',
    crash: { exitCode: 9 },
  });
});

test('after a deadline the provider is asked for its health and goes on', async () => {
  await shared.configure({ mode: 'hang' });

  expect(await shared.describe()).toMatchObject({ type: 'ok', value: { name: 'raw' } });
});

test('what is called on a closed connection fails as if the other side were gone', async () => {
  const { link } = await client();
  const { connection } = link;
  link.close();

  const { pull } = connection.stream(modelMethods.streamCompletion.path, new Uint8Array());
  const answers = [await connection.unary(modelMethods.describe, {}, 1000), await pull()];
  connection.redial();

  const failure = { code: 14, message: 'the connection is closed' };
  expect(answers).toEqual([
    { type: 'failed', failure },
    { type: 'end', failure },
  ]);
});
