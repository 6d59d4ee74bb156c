import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { TurnEvent } from '../../src/turn/turn-event.ts';
import { type BeginTurn, createTurnRunner } from '../../src/ui/turn-runner.ts';
import { end, start, text } from '../support/chat-script.ts';
import { ManualClock } from '../support/fake-host.ts';

function runner(begin: BeginTurn, clock = new ManualClock()) {
  const told: string[] = [];
  const created = createTurnRunner({
    clock,
    onEvent: (event: TurnEvent) => told.push(event.type === 'text-delta' ? event.text : event.type),
    onBroken: (message) => told.push(`broken: ${message}`),
  });
  return { ...created, start: () => created.start(begin), told };
}

test('events are handed on in order; the end only when the engine has left the turn', async () => {
  const told: string[] = [];
  const run = runner(async function* () {
    yield start;
    yield text('a');
    yield end();
    told.push(...run.told);
  });

  run.start();
  await run.idle();

  expect(told).toEqual(['turn-start', 'a']);
  expect(run.told).toEqual(['turn-start', 'a', 'turn-end']);
});

test('aborting reaches the engine, whose last events still count', async () => {
  const run = runner(async function* (signal) {
    yield start;
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    yield end({ status: 'cancelled' });
  });

  run.start();
  await setImmediate();
  run.abort();
  await run.idle();

  expect(run.told).toEqual(['turn-start', 'turn-end']);
});

test.each([
  { name: 'throws', last: () => Promise.reject(new Error('boom')), told: 'broken: boom' },
  {
    name: 'just ends',
    last: () => Promise.resolve(),
    told: 'broken: The turn ended without a result.',
  },
])('an engine that $name is reported', async ({ last, told }) => {
  const run = runner(async function* () {
    yield start;
    await last();
  });

  run.start();
  await run.idle();

  expect(run.told).toEqual(['turn-start', told]);
});

test('events that are all there already leave time for screen and keyboard', async () => {
  const clock = new ManualClock(0, (delayMs) => delayMs === 1);
  const run = runner(async function* () {
    for (let count = 0; count < 40; count += 1) {
      clock.advance(1);
      yield text('x');
    }
    yield end();
  }, clock);

  run.start();
  await run.idle();

  expect(clock.sleeps).toEqual([1, 1, 1]);
});
