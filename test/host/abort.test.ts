import { expect, test } from 'vitest';
import { startDeadline } from '../../src/host/abort.ts';
import type { Clock } from '../../src/host/host.ts';
import { nodeClock } from '../../src/host/node-clock.ts';

/** A clock whose sleepers wake when the test says so. */
function manualClock() {
  const sleepers = new Set<() => void>();
  const clock: Clock = {
    now: () => 0,
    monotonic: () => 0,
    sleep: (_delayMs, signal) =>
      new Promise((resolve) => {
        const wake = (): void => {
          sleepers.delete(wake);
          resolve();
        };
        sleepers.add(wake);
        signal?.addEventListener('abort', wake);
      }),
  };
  const pass = async (): Promise<void> => {
    for (const wake of sleepers) wake();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { clock, sleepers, pass };
}

test('the time that passes first aborts and is told apart from a parent', async () => {
  const { clock, pass } = manualClock();
  const parent = new AbortController();
  const deadline = startDeadline(clock, 50, [parent.signal, undefined]);

  await pass();

  expect(deadline.signal.aborted).toBe(true);
  expect(deadline.expired).toBe(true);
  expect(deadline.signal.reason).toMatchObject({ name: 'TimeoutError' });
});

test('a parent aborts with its own reason and releases the timer', async () => {
  const { clock, sleepers } = manualClock();
  const parent = new AbortController();
  const deadline = startDeadline(clock, 50, [parent.signal]);

  parent.abort('because');

  expect(deadline.signal.reason).toBe('because');
  expect(deadline.expired).toBe(false);
  expect(sleepers.size).toBe(0);
});

test('a parent that has aborted before aborts at once and starts no timer', () => {
  const { clock, sleepers } = manualClock();

  const deadline = startDeadline(clock, 50, [AbortSignal.abort('before')]);

  expect(deadline.signal.reason).toBe('before');
  expect(sleepers.size).toBe(0);
});

test('a closed deadline never aborts', async () => {
  const { clock, pass } = manualClock();
  const parent = new AbortController();
  const deadline = startDeadline(clock, 50, [parent.signal]);

  deadline.close();
  await pass();
  parent.abort();

  expect(deadline.signal.aborted).toBe(false);
  expect(deadline.expired).toBe(false);
});

test('sleeping ends at once on an abort, also for longer than a timer can count', async () => {
  const controller = new AbortController();
  const sleep = nodeClock.sleep(1e12, controller.signal);

  controller.abort();

  await sleep;
  await nodeClock.sleep(1000, AbortSignal.abort());
});
