import { expect, test } from 'vitest';
import type { RateLimitSnapshot } from '../../src/protocol/rate-limit.ts';
import { createTurnMemory } from '../../src/turn/turn-memory.ts';
import { ManualClock } from '../support/fake-host.ts';
import {
  FakeProvider,
  failure,
  modelSpec,
  type Step,
  started,
  stop,
  text,
  usage,
} from '../support/fake-provider.ts';
import { directoryOf, LARGE, only, runFakeTurn, warnings } from '../support/run-fake-turn.ts';

function play(script: readonly Step[], options: { clock?: ManualClock } = {}) {
  const acme = new FakeProvider({
    models: [modelSpec(), modelSpec({ id: 'small', pricing: cheap })],
    scripts: [script],
  });
  const dependencies = options.clock === undefined ? {} : { clock: options.clock };
  return runFakeTurn({ providers: directoryOf({ acme }), dependencies });
}

const cheap = {
  currency: 'USD',
  free: false,
  tiers: [{ inputPerMtok: 1, outputPerMtok: 1, cacheReadPerMtok: 1, cacheWritePerMtok: 1 }],
};

function metadata(actualModel?: string, rateLimits: readonly RateLimitSnapshot[] = []): Step {
  return { type: 'metadata', metadata: { actualModel, rateLimits, attrs: {} } };
}

test('a stream that ends without saying how is a fault of the provider, never a success', async () => {
  const { outcome, answer } = await play([started('req_1'), text('half')]);

  expect(outcome).toMatchObject({
    status: 'error',
    text: 'half',
    error: {
      category: 'unknown',
      retryable: false,
      provider: 'acme',
      requestId: 'req_1',
      message: 'acme: the stream ended without saying how, so the answer may be incomplete',
    },
  });
  expect(answer).toBeUndefined();
});

test.each([new Error('socket lost'), 'socket lost'])(
  'a stream that throws is an error of the turn with its cause (%#)',
  async (thrown) => {
    const { outcome, types } = await play([text('half'), { type: 'throw', error: thrown }]);

    expect(types).toEqual(['turn-start', 'text-delta', 'error', 'turn-end']);
    expect(outcome.error).toMatchObject({ category: 'unknown', rawDetail: 'socket lost' });
    expect(outcome.error?.cause).toBeInstanceOf(Error);
  },
);

test('events behind the end are ignored with one warning', async () => {
  const { events, outcome } = await play([text('a'), stop(), text('b'), stop('refusal')]);

  expect(outcome).toMatchObject({ status: 'success', text: 'a', stopReason: 'end_turn' });
  expect(warnings(events)).toEqual([
    'The provider "acme" went on after the end of its answer; that was ignored.',
  ]);
});

test('a provider that does not close its stream is left after a moment', async () => {
  const clock = new ManualClock();

  const turn = play([text('a'), stop(), { type: 'deaf' }], { clock });
  await clock.whenSleeping(200);
  clock.advance(200);
  const { outcome } = await turn;

  expect(outcome.status).toBe('success');
});

test('time that the reader takes does not count as silence of the provider', async () => {
  const clock = new ManualClock();
  const acme = new FakeProvider({ scripts: [[text('a'), text('b'), stop()]] });

  const { outcome } = await runFakeTurn({
    providers: directoryOf({ acme }),
    dependencies: { clock },
    onEvent: async (event) => {
      if (event.type !== 'text-delta') return;
      clock.advance(700_000);
      await new Promise((resolve) => setImmediate(resolve));
    },
  });

  expect(outcome).toMatchObject({ status: 'success', text: 'ab' });
});

test('each wait has the whole idle time', async () => {
  const clock = new ManualClock();
  const pause = { type: 'run' as const, action: () => clock.advance(600_000) };

  const { outcome } = await play([pause, text('a'), pause, text('b'), pause, stop()], { clock });

  expect(outcome.status).toBe('success');
});

test('the cost follows the model the vendor says it served', async () => {
  const listed = await play([metadata('small'), usage(1_000_000, 0), stop()]);
  const foreign = await play([metadata('large-2026'), usage(1_000_000, 0), stop()]);

  expect(only(listed.events, 'usage')[0]).toMatchObject({ costUsd: 1 });
  expect(only(listed.events, 'usage')[0]).not.toHaveProperty('costIsEstimate');
  expect(only(foreign.events, 'usage')[0]).toMatchObject({ costUsd: 3, costIsEstimate: true });
});

test('later metadata replaces earlier field by field, and leaves the text whole', async () => {
  const limits = metadata(undefined, [{ kind: 'requests', remaining: 5 }]);

  const { events, outcome } = await play([
    metadata('small'),
    text('one, '),
    limits,
    text('two'),
    usage(1_000_000, 0),
    stop(),
  ]);

  expect(outcome).toMatchObject({ status: 'success', text: 'one, two' });
  // Limits alone take nothing back: the price is still that of the model named before.
  expect(only(events, 'usage')[0]).toMatchObject({ costUsd: 1 });
});

test('usage is cumulative within an attempt: the last one counts', async () => {
  const { outcome, events } = await play([usage(1_000_000, 0), usage(1_000_000, 10), stop()]);

  expect(only(events, 'usage').map((event) => event.costUsd)).toEqual([3, 3.00015]);
  expect(outcome).toMatchObject({
    usage: { inputTokens: 1_000_000, outputTokens: 10 },
    costUsd: 3.00015,
  });
});

test('the price of the moment counts', async () => {
  const clock = new ManualClock();
  const change = clock.now() + 1_000;
  const tier = { inputPerMtok: 1, outputPerMtok: 1, cacheReadPerMtok: 1, cacheWritePerMtok: 1 };
  const pricing = {
    currency: 'USD',
    free: false,
    tiers: [
      { ...tier, effectiveUntilMs: change },
      { ...tier, inputPerMtok: 2, effectiveFromMs: change },
    ],
  };
  const wait = { type: 'run' as const, action: () => clock.advance(1_000) };
  const acme = new FakeProvider({
    models: [modelSpec({ pricing })],
    scripts: [[usage(1_000_000, 0), wait, usage(1_000_000, 0), stop()]],
  });

  const { events } = await runFakeTurn({
    providers: directoryOf({ acme }),
    dependencies: { clock },
  });

  expect(only(events, 'usage').map((event) => event.costUsd)).toEqual([1, 2]);
});

test.each<{ name: string; script: readonly Step[]; cost: number | undefined }>([
  {
    name: 'an answer without counts costs nobody knows what',
    script: [text('a'), stop()],
    cost: undefined,
  },
  { name: 'a refused call costs nothing', script: [failure('invalid_request')], cost: 0 },
  {
    name: 'a failed call with output but no counts costs nobody knows what',
    script: [text('a'), failure('invalid_request')],
    cost: undefined,
  },
  {
    name: 'a failed call with counts costs what they say',
    script: [usage(1_000_000, 0), failure('invalid_request')],
    cost: 3,
  },
])('$name', async ({ script, cost }) => {
  expect((await play(script)).outcome.costUsd).toBe(cost);
});

test.each<{ name: string; pricing: Parameters<typeof modelSpec>[0]; cost: number | undefined }>([
  { name: 'free', pricing: { pricing: { currency: 'USD', free: true, tiers: [] } }, cost: 0 },
  {
    name: 'of unknown price',
    pricing: { pricing: { currency: 'USD', free: false, priceUnknown: true, tiers: [] } },
    cost: undefined,
  },
])('an uncounted answer of a model that is $name costs $cost', async ({ pricing, cost }) => {
  for (const script of [[text('a'), stop()], [failure('invalid_request')]]) {
    const acme = new FakeProvider({ models: [modelSpec(pricing)], scripts: [script] });

    const { outcome } = await runFakeTurn({ providers: directoryOf({ acme }) });

    expect(outcome.costUsd).toBe(cost);
  }
});

test('budgets are stamped when they arrive and the latest stay known', async () => {
  const clock = new ManualClock();
  const memory = createTurnMemory();
  const early = clock.now();
  const wait = { type: 'run' as const, action: () => clock.advance(5_000) };
  const acme = new FakeProvider({
    scripts: [
      [
        metadata(undefined, [
          { kind: 'requests', remaining: 9 },
          { kind: 'tokens', remaining: 50 },
        ]),
        wait,
        {
          type: 'usage',
          usage: { inputTokens: 1, outputTokens: 1 },
          rateLimits: [{ kind: 'requests', remaining: 8 }],
        },
        stop(),
      ],
    ],
  });

  const { events, outcome } = await runFakeTurn({
    providers: directoryOf({ acme }),
    dependencies: { clock, memory },
  });

  expect(only(events, 'usage')[0]?.rateLimits).toEqual([
    { kind: 'requests', remaining: 8, asOfMs: early + 5_000 },
  ]);
  expect(outcome.rateLimits).toEqual([
    { kind: 'requests', remaining: 8, asOfMs: early + 5_000 },
    { kind: 'tokens', remaining: 50, asOfMs: early },
  ]);
  expect(memory.rateLimits.latest(LARGE)).toEqual(outcome.rateLimits);
});

test('the request id of the stream serves a failure whose detail has none', async () => {
  const detail = 'http_status=500 request_id=req_of_body\n';
  const fromStream = await play([started('req_1'), failure('invalid_request')]);
  const fromDetail = await play([
    started('req_1'),
    failure('invalid_request', { rawDetail: detail }),
  ]);

  expect(fromStream.outcome.error?.requestId).toBe('req_1');
  expect(fromDetail.outcome.error).toMatchObject({ requestId: 'req_of_body', httpStatus: 500 });
});

test('a second start and a tool call out of order are told, and change nothing', async () => {
  const { events, outcome } = await play([
    started('req_1'),
    started('req_2'),
    { type: 'tool-call-done', id: 'x' },
    text('a'),
    stop(),
  ]);

  expect(outcome).toMatchObject({ requestId: 'req_1', text: 'a', status: 'success' });
  expect(warnings(events)).toEqual([
    'The provider "acme" started its stream twice.',
    'The provider "acme" ended the tool call "x" before its start.',
  ]);
});

test('arguments that can not be read are an error result, not a failed turn', async () => {
  const { events, outcome, answer } = await play([
    { type: 'tool-call-start', id: 'a', name: 'search' },
    { type: 'tool-call-delta', id: 'a', argumentsFragment: '{"q"' },
    { type: 'tool-call-done', id: 'a' },
    stop('tool_use'),
  ]);

  expect(events.slice(1, 3)).toEqual([
    { type: 'tool-call', id: 'a', name: 'search', arguments: {} },
    {
      type: 'tool-result',
      id: 'a',
      isError: true,
      content: 'The arguments of "search" are not one JSON object.',
    },
  ]);
  expect(outcome.status).toBe('success');
  expect(answer?.callFailures?.get('a')).toContain('not one JSON object');
});

test('a tool call that was never closed is left out and told', async () => {
  const { events, answer } = await play([
    text('a'),
    { type: 'tool-call-start', id: 'a', name: 'search' },
    stop(),
  ]);

  expect(warnings(events)).toEqual([
    'The provider "acme" did not finish its call of the tool "search"; it was left out.',
  ]);
  expect(answer?.content).toEqual([{ type: 'text', text: 'a' }]);
});

test('empty deltas are not shown', async () => {
  const { types } = await play([text(''), { type: 'thinking-delta', text: '' }, stop()]);

  expect(types).toEqual(['turn-start', 'turn-end']);
});
