import { expect, test } from 'vitest';
import type { ModelErrorCategory } from '../../src/protocol/model-error.ts';
import { runTurn } from '../../src/turn/run-turn.ts';
import { createTurnMemory } from '../../src/turn/turn-memory.ts';
import { DEFAULT_RETRY_POLICY } from '../../src/turn/turn-plan.ts';
import { ManualClock } from '../support/fake-host.ts';
import {
  crash,
  FakeProvider,
  failure,
  modelSpec,
  started,
  stop,
  text,
  thinking,
  usage,
} from '../support/fake-provider.ts';
import {
  dependencies,
  directoryOf,
  LARGE,
  only,
  retryClock,
  runFakeTurn,
  turnPlan,
  turnRequest,
  userMessage,
  warnings,
} from '../support/run-fake-turn.ts';

const OTHER = { provider: 'other', model: 'large' };
const ANSWER = [text('Hi'), usage(10, 5), stop()];

test('a turn streams its answer, counts it and ends', async () => {
  const script = [
    started('req_1'),
    thinking('hm'),
    { type: 'redacted-thinking', data: new Uint8Array([1, 2]) } as const,
    text('Hel'),
    text('lo'),
    usage(1000, 100),
    stop(),
  ];
  const acme = new FakeProvider({ scripts: [script] });

  const { events, types, outcome, answer } = await runFakeTurn({
    providers: directoryOf({ acme }),
  });

  expect(types).toEqual([
    'turn-start',
    'stream-start',
    'thinking-delta',
    'redacted-thinking',
    'text-delta',
    'text-delta',
    'usage',
    'turn-end',
  ]);
  expect(events[0]).toEqual({
    type: 'turn-start',
    turn: 1,
    attempt: 1,
    model: LARGE,
    contextWindow: 200_000,
  });
  expect(outcome).toMatchObject({
    status: 'success',
    text: 'Hello',
    stopReason: 'end_turn',
    usage: { inputTokens: 1000, outputTokens: 100 },
    costUsd: 0.0045,
    model: LARGE,
    requestId: 'req_1',
    incomplete: false,
  });
  expect(answer).toMatchObject({
    role: 'assistant',
    producedByProvider: 'acme',
    producedByModelId: 'large',
  });
});

test('the request carries history, parameters, options and call context', async () => {
  const acme = new FakeProvider({ scripts: [ANSWER] });
  const plan = turnPlan();
  const candidate = {
    ref: LARGE,
    params: { stopSequences: ['END'], temperature: 0.5 },
    providerOptions: { seed: 7 },
  };

  await runFakeTurn({
    providers: directoryOf({ acme }),
    plan: { ...plan, candidates: [candidate] },
  });

  expect(acme.requests).toEqual([
    {
      modelId: 'large',
      messages: [userMessage('hello')],
      tools: [],
      params: { stopSequences: ['END'], temperature: 0.5 },
      assembledContext: [],
      callContext: { sessionId: 'session-1', turnId: 'turn-1', workingDirectory: '/project' },
      cacheBreakpoints: [],
      providerOptions: { seed: 7 },
    },
  ]);
});

test('an alias is resolved for request and events', async () => {
  const spec = modelSpec({ catalog: { aliases: ['best'] } });
  const acme = new FakeProvider({ models: [spec], scripts: [ANSWER] });

  const { outcome } = await runFakeTurn({
    providers: directoryOf({ acme }),
    plan: turnPlan([{ provider: 'acme', model: 'best' }]),
  });

  expect(acme.requests[0]?.modelId).toBe('large');
  expect(outcome.model).toEqual(LARGE);
});

test('a rate limit is waited for exactly as long as the vendor asks, then tried again', async () => {
  const clock = retryClock();
  const limited = [
    {
      type: 'metadata' as const,
      metadata: {
        rateLimits: [
          { kind: 'requests' as const, remaining: 5 },
          { kind: 'input_tokens' as const, remaining: 0, resetAtMs: 1_800_000_000_000 },
        ],
        attrs: {},
      },
    },
    failure('rate_limited', { retryAfterMs: 17_000 }),
  ];
  const acme = new FakeProvider({ scripts: [limited, ANSWER] });

  const { events, outcome } = await runFakeTurn({
    providers: directoryOf({ acme }),
    dependencies: { clock },
  });

  expect(only(events, 'retry-scheduled')).toEqual([
    {
      type: 'retry-scheduled',
      attempt: 2,
      maxAttempts: 6,
      delayMs: 17_000,
      category: 'rate_limited',
      message: 'acme: rate_limited',
      budget: 'input_tokens',
      resetsAtMs: 1_800_000_000_000,
      discardsOutput: false,
    },
  ]);
  expect(clock.sleeps).toContain(17_000);
  expect(outcome).toMatchObject({ status: 'success', text: 'Hi', error: undefined });
  expect(outcome.failures).toMatchObject([{ attempt: 1, error: { category: 'rate_limited' } }]);
});

test('an overloaded vendor is tried six times in all, then the turn fails', async () => {
  const acme = new FakeProvider({ scripts: Array(6).fill([failure('overloaded')]) });

  const { events, types, outcome } = await runFakeTurn({ providers: directoryOf({ acme }) });

  expect(acme.requests).toHaveLength(6);
  expect(only(events, 'turn-start').map((event) => event.attempt)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(only(events, 'retry-scheduled').map((event) => event.maxAttempts)).toEqual(
    Array(5).fill(6),
  );
  expect(types.slice(-2)).toEqual(['error', 'turn-end']);
  expect(outcome).toMatchObject({
    status: 'error',
    error: { category: 'overloaded', retryable: true },
    incomplete: true,
    costUsd: 0,
  });
  expect(outcome.failures).toHaveLength(6);
});

test('a wait beyond the limit is not waited for: the turn fails with the time to wait', async () => {
  const acme = new FakeProvider({
    scripts: [[failure('rate_limited', { retryAfterMs: 120_001 })]],
  });

  const { types, outcome } = await runFakeTurn({ providers: directoryOf({ acme }) });

  expect(types).toEqual(['turn-start', 'error', 'turn-end']);
  expect(outcome.error).toMatchObject({ category: 'rate_limited', retryAfterMs: 120_001 });
});

test.each<{ category: ModelErrorCategory; retryable: boolean; falls: boolean; attempts: number }>([
  { category: 'rate_limited', retryable: true, falls: true, attempts: 6 },
  { category: 'rate_limited', retryable: false, falls: true, attempts: 1 },
  { category: 'overloaded', retryable: true, falls: true, attempts: 6 },
  { category: 'overloaded', retryable: false, falls: true, attempts: 1 },
  { category: 'unknown', retryable: true, falls: false, attempts: 6 },
  { category: 'unknown', retryable: false, falls: false, attempts: 1 },
  { category: 'auth_error', retryable: true, falls: false, attempts: 1 },
  { category: 'invalid_request', retryable: true, falls: false, attempts: 1 },
  { category: 'content_filtered', retryable: true, falls: false, attempts: 1 },
])('$category with retryable=$retryable: $attempts attempts, falls back: $falls', async (row) => {
  const { category, retryable } = row;
  const acme = new FakeProvider({ scripts: Array(6).fill([failure(category, { retryable })]) });
  const other = new FakeProvider({ name: 'other', scripts: [ANSWER] });

  const { types, outcome } = await runFakeTurn({
    providers: directoryOf({ acme, other }),
    plan: turnPlan([LARGE, OTHER]),
  });

  expect(acme.requests).toHaveLength(row.attempts);
  expect(other.requests).toHaveLength(row.falls ? 1 : 0);
  expect(types.includes('fallback')).toBe(row.falls);
  expect(outcome.status).toBe(row.falls ? 'success' : 'error');
});

test('a retryable mark on a category that is never retried is reported as a defect', async () => {
  const acme = new FakeProvider({ scripts: [[failure('auth_error', { retryable: true })]] });

  const { events, outcome } = await runFakeTurn({ providers: directoryOf({ acme }) });

  expect(warnings(events)).toEqual([
    'The provider "acme" calls an error of category auth_error retryable, which it never is; that was ignored.',
  ]);
  expect(outcome.error).toMatchObject({ category: 'auth_error', retryable: false });
});

test('a fallback says from where, to where, why, and counts attempts on', async () => {
  const blind = new FakeProvider({
    name: 'blind',
    models: [modelSpec({ id: 'b', pricing: { currency: 'USD', free: true, tiers: [] } })],
  });
  const other = new FakeProvider({
    name: 'other',
    models: [modelSpec({ supportsVision: true })],
    scripts: [ANSWER],
  });
  const image = { type: 'image' as const, data: new Uint8Array([1]), mediaType: 'image/png' };
  const acme = new FakeProvider({
    models: [modelSpec({ supportsVision: true })],
    scripts: [[failure('overloaded', { retryable: false })]],
  });

  const { events, outcome } = await runFakeTurn({
    providers: directoryOf({ acme, blind, other }),
    plan: turnPlan([LARGE, { provider: 'blind', model: 'b' }, OTHER]),
    request: turnRequest({ messages: [{ id: 'm', role: 'user', content: [image] }] }),
  });

  expect(only(events, 'fallback')).toEqual([
    {
      type: 'fallback',
      from: LARGE,
      to: OTHER,
      reason: 'acme: overloaded',
      skipped: [{ candidate: { provider: 'blind', model: 'b' }, reason: 'no vision' }],
      discardsOutput: false,
    },
  ]);
  expect(only(events, 'turn-start').map(({ attempt, model }) => [attempt, model])).toEqual([
    [1, LARGE],
    [2, OTHER],
  ]);
  expect(outcome.model).toEqual(OTHER);
});

test('the candidate after a fallback has a retry budget of its own', async () => {
  const acme = new FakeProvider({ scripts: [[failure('overloaded', { retryable: false })]] });
  const other = new FakeProvider({ name: 'other', scripts: [[failure('overloaded')], ANSWER] });

  const { events, outcome } = await runFakeTurn({
    providers: directoryOf({ acme, other }),
    plan: turnPlan([LARGE, OTHER]),
  });

  expect(only(events, 'retry-scheduled')).toMatchObject([{ attempt: 3, maxAttempts: 7 }]);
  expect(outcome.status).toBe('success');
});

test('when no fallback can take over, the error stays that of the call and the reasons are told', async () => {
  const acme = new FakeProvider({ scripts: [[failure('overloaded', { retryable: false })]] });
  const other = new FakeProvider({ name: 'other', models: [modelSpec({ id: 'small' })] });

  const { events, outcome } = await runFakeTurn({
    providers: directoryOf({ acme, other }),
    plan: turnPlan([LARGE, OTHER]),
  });

  expect(warnings(events)).toEqual([
    'No other model of the chain can take over: other/large (the provider "other" has no model "large").',
  ]);
  expect(outcome.error?.category).toBe('overloaded');
});

test('all candidates failing leaves the error of each reachable', async () => {
  const detail = 'http_status=529 vendor_code=overloaded_error request_id=req_9\n{}';
  const acme = new FakeProvider({
    scripts: [[failure('overloaded', { retryable: false, rawDetail: detail })]],
  });
  const other = new FakeProvider({
    name: 'other',
    scripts: [[failure('rate_limited', { retryable: false })]],
  });

  const { outcome } = await runFakeTurn({
    providers: directoryOf({ acme, other }),
    plan: turnPlan([LARGE, OTHER]),
  });

  expect(outcome.error?.category).toBe('rate_limited');
  expect(outcome.failures).toMatchObject([
    {
      attempt: 1,
      model: LARGE,
      error: {
        category: 'overloaded',
        httpStatus: 529,
        vendorCode: 'overloaded_error',
        requestId: 'req_9',
        provider: 'acme',
        rawDetail: detail,
        cause: { message: 'acme: overloaded' },
      },
    },
    { attempt: 2, model: OTHER, error: { category: 'rate_limited' } },
  ]);
});

test('a conversation that is too long goes only to a model with a larger window', async () => {
  const tooLong = [failure('context_length_exceeded')];
  const acme = new FakeProvider({
    models: [modelSpec(), modelSpec({ id: 'same' }), modelSpec({ id: 'huge', contextWindow: 1e6 })],
    scripts: [tooLong, ANSWER],
  });
  const chain = ['large', 'same', 'huge'].map((model) => ({ provider: 'acme', model }));

  const { events, outcome } = await runFakeTurn({
    providers: directoryOf({ acme }),
    plan: turnPlan(chain),
  });

  expect(only(events, 'fallback')).toMatchObject([
    {
      to: { model: 'huge' },
      skipped: [
        {
          candidate: { model: 'same' },
          reason: 'its window of 200000 tokens is not larger',
        },
      ],
    },
  ]);
  expect(outcome.status).toBe('success');
});

test('a conversation that is too long for every model fails as itself', async () => {
  const acme = new FakeProvider({ scripts: [[failure('context_length_exceeded')]] });

  const { outcome } = await runFakeTurn({ providers: directoryOf({ acme }) });

  expect(outcome).toMatchObject({
    status: 'error',
    error: { category: 'context_length_exceeded' },
  });
});

test('text that was shown is discarded visibly before a retry, and is not in the result', async () => {
  const broken = [text('wro'), usage(100, 1), failure('overloaded')];
  const acme = new FakeProvider({ scripts: [broken, ANSWER] });

  const { events, outcome } = await runFakeTurn({ providers: directoryOf({ acme }) });

  expect(only(events, 'retry-scheduled')).toMatchObject([{ discardsOutput: true }]);
  expect(outcome).toMatchObject({
    text: 'Hi',
    usage: { inputTokens: 110, outputTokens: 6 },
    costUsd: 0.00042,
  });
});

test('reasoning alone is no output that must be discarded', async () => {
  const acme = new FakeProvider({ scripts: [[thinking('hm'), failure('overloaded')], ANSWER] });

  const { events } = await runFakeTurn({ providers: directoryOf({ acme }) });

  expect(only(events, 'retry-scheduled')).toMatchObject([{ discardsOutput: false }]);
});

test('a face that can not take text back fails instead, keeping the text', async () => {
  const acme = new FakeProvider({ scripts: [[text('half'), failure('overloaded')]] });

  const { types, outcome, answer } = await runFakeTurn({
    providers: directoryOf({ acme }),
    plan: turnPlan([LARGE], { afterOutput: 'fail' }),
  });

  expect(types).toEqual(['turn-start', 'text-delta', 'error', 'turn-end']);
  expect(outcome).toMatchObject({ status: 'error', text: 'half', incomplete: true });
  expect(answer).toBeUndefined();
});

test('the session budget ends retries of every later call', async () => {
  const memory = createTurnMemory();
  memory.retriesSpent = 49;
  const acme = new FakeProvider({ scripts: Array(2).fill([failure('overloaded')]) });

  const { outcome } = await runFakeTurn({
    providers: directoryOf({ acme }),
    dependencies: { memory },
  });

  expect(acme.requests).toHaveLength(2);
  expect(memory.retriesSpent).toBe(50);
  expect(outcome.error?.category).toBe('overloaded');
});

test('no retries are made where none are allowed', async () => {
  const acme = new FakeProvider({ scripts: [[failure('overloaded')]] });
  const retry = { ...DEFAULT_RETRY_POLICY, maxRetries: 0 };

  await runFakeTurn({ providers: directoryOf({ acme }), plan: turnPlan([LARGE], { retry }) });

  expect(acme.requests).toHaveLength(1);
});

test('a crash before any output starts the provider afresh, once', async () => {
  const first = new FakeProvider({ scripts: [[crash()]] });
  const second = new FakeProvider({ scripts: [ANSWER] });

  const { events, outcome } = await runFakeTurn({
    providers: directoryOf({ acme: [first, second] }),
  });

  expect(only(events, 'retry-scheduled')).toMatchObject([
    { attempt: 2, maxAttempts: 2, delayMs: 0, category: 'provider_crashed' },
  ]);
  expect(outcome.status).toBe('success');
});

test('a second crash in one turn ends it', async () => {
  const acme = new FakeProvider({ scripts: [[crash()], [crash()]] });

  const { outcome } = await runFakeTurn({ providers: directoryOf({ acme }) });

  expect(acme.requests).toHaveLength(2);
  expect(outcome.error).toMatchObject({
    category: 'provider_crashed',
    message: 'acme: the process ended with exit code 1',
    rawDetail: 'panic: oh',
    retryable: false,
  });
});

test('a crash after output ends the turn at once and keeps the text', async () => {
  const acme = new FakeProvider({ scripts: [[text('half an'), crash()]] });

  const { types, outcome } = await runFakeTurn({
    providers: directoryOf({ acme }),
    plan: turnPlan([LARGE, OTHER]),
  });

  expect(types).toEqual(['turn-start', 'text-delta', 'error', 'turn-end']);
  expect(outcome).toMatchObject({
    text: 'half an',
    costUsd: undefined,
    error: { category: 'provider_crashed' },
  });
});

test('a provider that may not be started again gives way to the next', async () => {
  const acme = new FakeProvider({ scripts: [[crash()]] });
  const broken = { category: 'provider_unavailable', message: 'crashed 3 times', retryable: false };
  const other = new FakeProvider({ name: 'other', scripts: [ANSWER] });

  const { events, outcome } = await runFakeTurn({
    providers: directoryOf({
      acme: [acme, { type: 'unavailable', error: { ...broken, category: 'provider_unavailable' } }],
      other,
    }),
    plan: turnPlan([LARGE, OTHER]),
  });

  expect(only(events, 'fallback')).toMatchObject([
    { to: OTHER, skipped: [{ candidate: LARGE, reason: 'crashed 3 times' }] },
  ]);
  expect(outcome.status).toBe('success');
});

test('a caller that has aborted already gets a cancelled turn and no request is sent', async () => {
  const acme = new FakeProvider({ scripts: [ANSWER] });

  const { types, outcome } = await runFakeTurn({
    providers: directoryOf({ acme }),
    signal: AbortSignal.abort(),
  });

  expect(acme.requests).toEqual([]);
  expect(types).toEqual(['turn-end']);
  expect(outcome).toMatchObject({ status: 'cancelled', text: '', incomplete: true });
});

test('an abort ends the stream and keeps what was complete, marked as cut', async () => {
  const controller = new AbortController();
  const acme = new FakeProvider({
    scripts: [
      [
        thinking('signed'),
        { type: 'thinking-signature', signature: new Uint8Array([9]) },
        text('so far'),
        thinking('open'),
        { type: 'hang' },
      ],
    ],
  });

  const { outcome, answer, types } = await runFakeTurn({
    providers: directoryOf({ acme }),
    signal: controller.signal,
    onEvent: (event) => {
      if (event.type === 'thinking-delta' && event.text === 'open') controller.abort();
    },
  });

  expect(types.at(-1)).toBe('turn-end');
  expect(acme.closed).toBe(1);
  expect(outcome).toMatchObject({ status: 'cancelled', text: 'so far', incomplete: true });
  expect(outcome.costUsd).toBeUndefined();
  expect(answer).toMatchObject({
    isCut: true,
    content: [
      { type: 'thinking', text: 'signed', signature: new Uint8Array([9]) },
      { type: 'text', text: 'so far' },
    ],
  });
});

test('an abort ends the turn even when the provider does not listen', async () => {
  const controller = new AbortController();
  const acme = new FakeProvider({ scripts: [[text('a'), { type: 'deaf' }]] });

  const { outcome } = await runFakeTurn({
    providers: directoryOf({ acme }),
    signal: controller.signal,
    onEvent: (event) => {
      if (event.type === 'text-delta') setImmediate(() => controller.abort());
    },
  });

  expect(outcome.status).toBe('cancelled');
});

test('an abort while waiting for a retry ends the wait', async () => {
  const controller = new AbortController();
  const clock = new ManualClock();
  const acme = new FakeProvider({ scripts: [[failure('rate_limited', { retryAfterMs: 60_000 })]] });

  const turn = runFakeTurn({
    providers: directoryOf({ acme }),
    dependencies: { clock },
    signal: controller.signal,
  });
  await clock.whenSleeping(60_000);
  controller.abort();
  const { outcome, types } = await turn;

  expect(outcome).toMatchObject({ status: 'cancelled', error: undefined });
  expect(types).toEqual(['turn-start', 'retry-scheduled', 'turn-end']);
  expect(acme.requests).toHaveLength(1);
});

test('an abort between the start of an attempt and its call sends nothing', async () => {
  const controller = new AbortController();
  const acme = new FakeProvider({ scripts: [ANSWER] });

  const { outcome } = await runFakeTurn({
    providers: directoryOf({ acme }),
    signal: controller.signal,
    onEvent: (event) => event.type === 'turn-start' && controller.abort(),
  });

  expect(acme.requests).toEqual([]);
  expect(outcome.status).toBe('cancelled');
});

test('text that was discarded stays so when the wait for a retry is aborted', async () => {
  const controller = new AbortController();
  const acme = new FakeProvider({ scripts: [[text('wro'), failure('overloaded')]] });

  const { outcome, answer } = await runFakeTurn({
    providers: directoryOf({ acme }),
    signal: controller.signal,
    onEvent: (event) => event.type === 'retry-scheduled' && controller.abort(),
  });

  expect(outcome).toMatchObject({ status: 'cancelled', text: '' });
  expect(answer).toBeUndefined();
});

test('usage that came before an abort is still billed', async () => {
  const controller = new AbortController();
  const acme = new FakeProvider({ scripts: [[usage(1_000_000, 0), text('a'), { type: 'hang' }]] });

  const { outcome } = await runFakeTurn({
    providers: directoryOf({ acme }),
    signal: controller.signal,
    onEvent: (event) => event.type === 'text-delta' && controller.abort(),
  });

  expect(outcome).toMatchObject({ status: 'cancelled', costUsd: 3 });
});

test('a silent provider is left after the idle limit, which is our own deadline', async () => {
  const clock = new ManualClock();
  const acme = new FakeProvider({ scripts: [[text('a'), { type: 'hang' }]] });

  const turn = runFakeTurn({ providers: directoryOf({ acme }), dependencies: { clock } });
  await clock.whenSleeping(660_000);
  await new Promise((resolve) => setImmediate(resolve));
  clock.advance(660_000);
  const { events, outcome, answer } = await turn;

  expect(outcome).toMatchObject({ status: 'limited', limit: 'time', text: 'a', incomplete: true });
  expect(warnings(events)).toEqual([
    'The provider "acme" sent nothing for 660 s, so the call was ended.',
  ]);
  expect(acme.closed).toBe(1);
  expect(answer).toBeUndefined();
});

test('the time limit of a turn ends a call and a wait alike', async () => {
  const outcomes = [];
  for (const script of [[{ type: 'hang' as const }], [failure('overloaded')]]) {
    const clock = new ManualClock();
    const acme = new FakeProvider({ scripts: [script] });
    const turn = runFakeTurn({
      providers: directoryOf({ acme }),
      plan: turnPlan([LARGE], {
        maxDurationMs: 5_000,
        retry: { ...DEFAULT_RETRY_POLICY, baseDelayMs: 1e9, maxDelayMs: 1e9 },
      }),
      dependencies: { clock, random: () => 1 },
    });
    await clock.whenSleeping(5_000);
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(5_000);
    outcomes.push((await turn).outcome);
  }

  expect(outcomes).toMatchObject([
    { status: 'limited', limit: 'time', durationMs: 5_000 },
    { status: 'limited', limit: 'time', durationMs: 5_000 },
  ]);
});

test('a turn that costs more than allowed is cut when more comes', async () => {
  const acme = new FakeProvider({
    scripts: [[usage(1_000_000, 0), text('never shown'), usage(1_000_000, 9), stop()]],
  });

  const { outcome } = await runFakeTurn({
    providers: directoryOf({ acme }),
    plan: turnPlan([LARGE], { maxCostUsd: 1 }),
  });

  expect(outcome).toMatchObject({
    status: 'limited',
    limit: 'cost',
    text: '',
    costUsd: 3,
    incomplete: true,
  });
});

test('an answer that was complete when its price became known is limited but not cut', async () => {
  const lateNews = { type: 'metadata' as const, metadata: { rateLimits: [], attrs: {} } };
  const acme = new FakeProvider({
    scripts: [[text('whole'), usage(1_000_000, 0), lateNews, stop()]],
  });

  const { outcome, answer } = await runFakeTurn({
    providers: directoryOf({ acme }),
    plan: turnPlan([LARGE], { maxCostUsd: 1 }),
  });

  expect(outcome).toMatchObject({
    status: 'limited',
    limit: 'cost',
    text: 'whole',
    incomplete: false,
    stopReason: 'end_turn',
  });
  expect(answer?.isCut).toBeUndefined();
});

test('a failed attempt that used up the money is not tried again', async () => {
  const acme = new FakeProvider({ scripts: [[usage(1_000_000, 0), failure('overloaded')]] });

  const { outcome } = await runFakeTurn({
    providers: directoryOf({ acme }),
    plan: turnPlan([LARGE], { maxCostUsd: 1 }),
  });

  expect(acme.requests).toHaveLength(1);
  expect(outcome).toMatchObject({ status: 'limited', limit: 'cost' });
});

test('a cost limit on a model of unknown price is refused before anything is sent', async () => {
  const pricing = { currency: 'USD', free: false, priceUnknown: true, tiers: [] };
  const acme = new FakeProvider({ models: [modelSpec({ pricing })] });

  const { outcome } = await runFakeTurn({
    providers: directoryOf({ acme }),
    plan: turnPlan([LARGE], { maxCostUsd: 1 }),
  });

  expect(acme.requests).toEqual([]);
  expect(outcome.error).toMatchObject({
    category: 'invalid_request',
    message: 'The price of the model "large" is unknown, so a cost limit can not be kept.',
  });
});

test.each([
  { reason: 'refusal' as const, text: 'I will not.' },
  { reason: 'content_filtered' as const, text: 'cut of' },
])('a stop for $reason is an error that keeps its text out of history', async (row) => {
  const acme = new FakeProvider({ scripts: [[text(row.text), stop(row.reason)]] });

  const { outcome, answer, types } = await runFakeTurn({ providers: directoryOf({ acme }) });

  expect(outcome).toMatchObject({
    status: 'error',
    text: row.text,
    stopReason: row.reason,
    error: { category: 'content_filtered', provider: 'acme' },
  });
  expect(types.slice(-2)).toEqual(['error', 'turn-end']);
  expect(answer).toBeUndefined();
});

test('a stop at the output limit is a success that is incomplete', async () => {
  const acme = new FakeProvider({ scripts: [[text('long'), stop('max_tokens')]] });

  const { outcome } = await runFakeTurn({ providers: directoryOf({ acme }) });

  expect(outcome).toMatchObject({ status: 'success', stopReason: 'max_tokens', incomplete: true });
});

test('a matched stop sequence is named', async () => {
  const acme = new FakeProvider({ scripts: [[text('a'), stop('stop_sequence', 'END')]] });

  const { outcome } = await runFakeTurn({ providers: directoryOf({ acme }) });

  expect(outcome).toMatchObject({ stopReason: 'stop_sequence', matchedStopSequence: 'END' });
});

test('a cancellation that nobody asked for is a fault of the provider', async () => {
  const acme = new FakeProvider({ scripts: [[stop('cancelled')]] });

  const { outcome } = await runFakeTurn({ providers: directoryOf({ acme }) });

  expect(outcome).toMatchObject({ status: 'error', error: { category: 'unknown' } });
});

test('a call of a tool nobody offered ends the turn with one warning', async () => {
  const call = (id: string) =>
    [
      { type: 'tool-call-start', id, name: 'search' },
      { type: 'tool-call-delta', id, argumentsFragment: '{"q":1}' },
      { type: 'tool-call-done', id },
    ] as const;
  const acme = new FakeProvider({ scripts: [[...call('a'), ...call('b'), stop('tool_use')]] });

  const { events, outcome } = await runFakeTurn({ providers: directoryOf({ acme }) });

  expect(only(events, 'tool-call')).toEqual([
    { type: 'tool-call', id: 'a', name: 'search', arguments: { q: 1 } },
    { type: 'tool-call', id: 'b', name: 'search', arguments: { q: 1 } },
  ]);
  expect(warnings(events)).toHaveLength(1);
  expect(outcome).toMatchObject({ status: 'success', stopReason: 'tool_use' });
});

test('a provider that ends a tool call as an ordinary turn is read as tool use', async () => {
  const acme = new FakeProvider({
    scripts: [
      [
        { type: 'tool-call-start', id: 'a', name: 'search' },
        { type: 'tool-call-done', id: 'a' },
        stop('end_turn'),
      ],
    ],
  });

  const { outcome } = await runFakeTurn({ providers: directoryOf({ acme }) });

  expect(outcome.stopReason).toBe('tool_use');
});

test('a consumer that leaves closes the call', async () => {
  const clock = new ManualClock();
  const acme = new FakeProvider({ scripts: Array(50).fill([text('a'), text('b'), stop()]) });

  for (let round = 0; round < 50; round += 1) {
    const events = runTurn(
      turnRequest(),
      turnPlan([LARGE], { maxDurationMs: 9_000 }),
      dependencies(directoryOf({ acme }), { clock }),
      new AbortController().signal,
    );
    for await (const event of events) if (event.type === 'text-delta') break;
  }

  expect(acme.closed).toBe(50);
  expect(clock.sleeping).toBe(0);
});
