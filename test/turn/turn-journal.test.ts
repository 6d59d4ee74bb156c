import { expect, test } from 'vitest';
import type { EndedAttempt } from '../../src/turn/turn-journal.ts';
import { FakeProvider, failure, started, stop, text, usage } from '../support/fake-provider.ts';
import { directoryOf, runFakeTurn } from '../support/run-fake-turn.ts';

function journalTo(order: string[], attempts: EndedAttempt[] = []) {
  return {
    async turnStarted() {
      order.push('turn started');
    },
    async attemptEnded(attempt: EndedAttempt) {
      order.push('attempt ended');
      attempts.push(attempt);
    },
  };
}

test('the journal has the turn before a provider is asked, and an attempt before what follows it', async () => {
  const order: string[] = [];
  const asked = { type: 'run', action: () => void order.push('asked') } as const;
  const acme = new FakeProvider({
    scripts: [
      [asked, failure('overloaded')],
      [asked, text('hi'), stop()],
    ],
  });

  await runFakeTurn({
    providers: directoryOf({ acme }),
    dependencies: { journal: journalTo(order) },
    onEvent: ({ type }) => {
      if (type === 'retry-scheduled' || type === 'turn-end') order.push(type);
    },
  });

  expect(order).toEqual([
    'turn started',
    'asked',
    'attempt ended',
    'retry-scheduled',
    'asked',
    'attempt ended',
    'turn-end',
  ]);
});

test('it is told what each attempt has cost: nothing, so much, or that it is not known', async () => {
  const attempts: EndedAttempt[] = [];
  const acme = new FakeProvider({
    scripts: [
      [failure('rate_limited')],
      [text('par'), failure('overloaded')],
      [started('req_1'), text('hi'), usage(1_000_000, 0), stop()],
    ],
  });

  await runFakeTurn({
    providers: directoryOf({ acme }),
    dependencies: { journal: journalTo([], attempts) },
  });

  const model = { provider: 'acme', model: 'large' };
  expect(attempts).toEqual([
    { turnId: 'turn-1', attempt: 1, model, status: 'failed', usage: undefined, costUsd: 0 },
    { turnId: 'turn-1', attempt: 2, model, status: 'failed', usage: undefined, costUsd: undefined },
    {
      turnId: 'turn-1',
      attempt: 3,
      model,
      status: 'ok',
      usage: { inputTokens: 1_000_000, outputTokens: 0 },
      costUsd: 3,
    },
  ]);
});

test('an attempt the user ends is told as cut', async () => {
  const attempts: EndedAttempt[] = [];
  const controller = new AbortController();
  const acme = new FakeProvider({ scripts: [[text('hi'), { type: 'hang' }]] });

  await runFakeTurn({
    providers: directoryOf({ acme }),
    dependencies: { journal: journalTo([], attempts) },
    signal: controller.signal,
    onEvent: ({ type }) => {
      if (type === 'text-delta') controller.abort();
    },
  });

  expect(attempts.map(({ status }) => status)).toEqual(['cut']);
});
