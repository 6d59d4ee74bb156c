import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { RequestScope } from '../../../src/sdk/http/request-scope.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const late = (what: string) => () => new Error(`${what} too late`);

function scope(parent = new AbortController().signal) {
  const made = new RequestScope(parent);
  const reason = () => (made.signal.aborted ? String(made.signal.reason) : undefined);
  return { made, reason };
}

test('the parent’s reason is passed on', () => {
  const parent = new AbortController();
  const { made } = scope(parent.signal);
  const why = { any: 'thing' };

  parent.abort(why);

  expect(made.signal.reason).toBe(why);
});

test('a parent that aborted before ends the request at once', () => {
  expect(scope(AbortSignal.abort('gone')).reason()).toBe('gone');
});

describe('the bound of a phase', () => {
  test('ends the request when it passes', () => {
    const { made, reason } = scope();
    made.limitPhase(100, late('headers'));

    vi.advanceTimersByTime(99);
    expect(reason()).toBeUndefined();
    vi.advanceTimersByTime(1);

    expect(reason()).toBe('Error: headers too late');
  });

  test('starts anew whenever something arrives', () => {
    const { made, reason } = scope();
    made.limitPhase(100, late('bytes'));

    for (let count = 0; count < 10; count += 1) {
      vi.advanceTimersByTime(99);
      made.touch();
    }
    expect(reason()).toBeUndefined();
    vi.advanceTimersByTime(100);

    expect(reason()).toBe('Error: bytes too late');
  });

  test('is replaced by the next phase', () => {
    const { made, reason } = scope();
    made.limitPhase(100, late('headers'));
    made.limitPhase(1000, late('bytes'));

    vi.advanceTimersByTime(999);

    expect(reason()).toBeUndefined();
  });

  test('does not run while the reader is slow', () => {
    const { made, reason } = scope();
    made.limitPhase(100, late('bytes'));
    made.suspendPhase();
    made.touch();

    vi.advanceTimersByTime(10_000);

    expect(reason()).toBeUndefined();
  });
});

test('the bound of the whole is not moved by what arrives', () => {
  const { made, reason } = scope();
  made.limitTotal(100, late('all'));
  made.limitPhase(60, late('bytes'));

  vi.advanceTimersByTime(50);
  made.touch();
  vi.advanceTimersByTime(50);

  expect(reason()).toBe('Error: all too late');
});

test('nothing ends a request that is over', () => {
  const parent = new AbortController();
  const { made, reason } = scope(parent.signal);
  made.limitTotal(100, late('all'));
  made.limitPhase(100, late('bytes'));

  made.close();
  made.touch();
  vi.advanceTimersByTime(1000);
  parent.abort();

  expect(reason()).toBeUndefined();
  expect(vi.getTimerCount()).toBe(0);
});

test('a request that ended takes no new bounds', () => {
  const { made } = scope(AbortSignal.abort('gone'));

  made.limitTotal(100, late('all'));
  made.limitPhase(100, late('bytes'));

  expect(vi.getTimerCount()).toBe(0);
});
