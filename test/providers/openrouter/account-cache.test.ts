import { expect, test } from 'vitest';
import { AccountCache, FRESH_MS, USABLE_MS } from '../../../providers/openrouter/account-cache.ts';
import type { AccountSnapshot } from '../../../src/protocol/model-spec.ts';
import { ModelFailure } from '../../../src/sdk/model-failure.ts';

const refused = new ModelFailure({ category: 'overloaded', message: 'busy', retryable: true });

/** A cache whose requests are answered by hand, at a time of its own. */
function cache() {
  const requests: PromiseWithResolvers<AccountSnapshot>[] = [];
  const signals: AbortSignal[] = [];
  const told: string[] = [];
  const clock = { nowMs: 0 };
  const accounts = new AccountCache({
    fetch: (signal) => {
      const request = withResolvers<AccountSnapshot>();
      requests.push(request);
      signals.push(signal);
      return request.promise;
    },
    now: () => clock.nowMs,
    log: (_level, message, fields) => told.push(`${message}: ${fields?.['reason']}`),
  });
  return { accounts, requests, signals, told, clock };
}

interface PromiseWithResolvers<T> {
  readonly promise: Promise<T>;
  resolve(value: T): void;
  reject(reason: unknown): void;
}

function withResolvers<T>(): PromiseWithResolvers<T> {
  let resolve: (value: T) => void = () => {};
  let reject: (reason: unknown) => void = () => {};
  const promise = new Promise<T>((onValue, onError) => {
    resolve = onValue;
    reject = onError;
  });
  return { promise, resolve: (value) => resolve(value), reject: (reason) => reject(reason) };
}

const account = (plan: string): AccountSnapshot => ({
  method: 'api_key',
  metering: 'metered_api',
  plan,
  labels: {},
  quotas: [],
});

test('callers within a minute share one request', async () => {
  const { accounts, requests, clock } = cache();
  const both = Promise.all([accounts.get(), accounts.get()]);
  requests[0]?.resolve(account('first'));

  expect(await both).toEqual([account('first'), account('first')]);
  clock.nowMs = FRESH_MS - 1;
  expect(await accounts.get()).toEqual(account('first'));
  expect(requests).toHaveLength(1);
});

test('after a minute the old answer is given at once, and the new one when it is there', async () => {
  const { accounts, requests, clock } = cache();
  const first = accounts.get();
  requests[0]?.resolve(account('first'));
  await first;

  clock.nowMs = FRESH_MS;
  expect(await accounts.get()).toEqual(account('first'));
  expect(await accounts.get()).toEqual(account('first'));
  expect(requests).toHaveLength(2);

  requests[1]?.resolve(account('second'));
  await expect.poll(() => accounts.get()).toEqual(account('second'));
  expect(requests).toHaveLength(2);
});

test('an answer that is too old is not given: the caller waits', async () => {
  const { accounts, requests, clock } = cache();
  const first = accounts.get();
  requests[0]?.resolve(account('first'));
  await first;

  clock.nowMs = USABLE_MS;
  const second = accounts.get();
  requests[1]?.resolve(account('second'));

  expect(await second).toEqual(account('second'));
});

test('a failure reaches who waits for it, and the next caller asks again', async () => {
  const { accounts, requests } = cache();
  const first = accounts.get();
  requests[0]?.reject(refused);
  await expect(first).rejects.toBe(refused);

  const second = accounts.get();
  requests[1]?.resolve(account('second'));

  expect(await second).toEqual(account('second'));
});

test('a failure behind an old answer keeps the answer and is logged', async () => {
  const { accounts, requests, told, clock } = cache();
  const first = accounts.get();
  requests[0]?.resolve(account('first'));
  await first;

  clock.nowMs = FRESH_MS;
  await accounts.get();
  requests[1]?.reject(refused);

  await expect.poll(() => told).toEqual(['no news of the account: busy']);
  expect(await accounts.get()).toEqual(account('first'));
});

test('a request on its way ends with the configuration', () => {
  const { accounts, signals } = cache();
  void accounts.get();

  accounts.close();

  expect(signals[0]?.aborted).toBe(true);
});
