import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { watchSignals } from '../../src/cli/signals.ts';

test('the first signal aborts, the second ends the program with its code', () => {
  const source = new EventEmitter();
  const exit = vi.fn();
  const watch = watchSignals(source, exit);

  source.emit('SIGINT');
  const afterFirst = { aborted: watch.signal.aborted, exits: exit.mock.calls.length };
  source.emit('SIGTERM');

  expect(afterFirst).toEqual({ aborted: true, exits: 0 });
  expect(watch.received()).toBe('SIGINT');
  expect(exit.mock.calls).toEqual([[143]]);
});

test('a closed watch leaves the source alone', () => {
  const source = new EventEmitter();
  const watch = watchSignals(source, () => {});

  watch.close();

  expect(source.eventNames()).toEqual([]);
});
