import { setImmediate as turn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { HostWatch } from '../../src/sdk/host-watch.ts';
import { ManualClock } from '../support/fake-host.ts';

function watching() {
  const clock = new ManualClock();
  const onGone = vi.fn();
  const watch = new HostWatch(clock, onGone);
  watch.start();
  return {
    watch,
    onGone,
    async pass(ms: number) {
      clock.advance(ms);
      await turn();
    },
  };
}

test('a host that never connects is given a minute', async () => {
  const { onGone, pass } = watching();

  await pass(59_999);
  expect(onGone).not.toHaveBeenCalled();

  await pass(1);
  expect(onGone).toHaveBeenCalledOnce();
});

test('a host that is connected may be silent for ever', async () => {
  const { watch, onGone, pass } = watching();
  watch.connected();

  await pass(86_400_000);

  expect(onGone).not.toHaveBeenCalled();
});

test('a host whose last connection is closed is gone a second later', async () => {
  const { watch, onGone, pass } = watching();
  watch.connected();
  watch.connected();
  watch.disconnected();
  await pass(5000);
  expect(onGone).not.toHaveBeenCalled();

  watch.disconnected();
  await pass(999);
  expect(onGone).not.toHaveBeenCalled();
  await pass(1);

  expect(onGone).toHaveBeenCalledOnce();
});

test('a host that comes back within the second is not gone', async () => {
  const { watch, onGone, pass } = watching();
  watch.connected();
  watch.disconnected();
  await pass(500);

  watch.connected();
  await pass(60_000);

  expect(onGone).not.toHaveBeenCalled();
});
