import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { readUntilAborted, untilAborted } from '../../src/sdk/until-aborted.ts';
import { collect } from '../support/collect.ts';

const never = new Promise<never>(() => {});

describe('waiting for a promise', () => {
  test('gives its value or its failure', async () => {
    const { signal } = new AbortController();

    expect(await untilAborted(Promise.resolve(3), signal)).toBe(3);
    await expect(untilAborted(Promise.reject(new Error('no')), signal)).rejects.toThrow('no');
  });

  test('ends with the signal when the promise does not', async () => {
    const controller = new AbortController();
    const waiting = untilAborted(never, controller.signal);

    controller.abort(new Error('enough'));

    await expect(waiting).rejects.toThrow('enough');
  });

  test('ends at once when the signal already has', async () => {
    await expect(untilAborted(never, AbortSignal.abort(new Error('late')))).rejects.toThrow('late');
  });
});

describe('reading an iterable', () => {
  test('gives everything and says when the source has cleaned up', async () => {
    const onStopped = vi.fn();
    async function* source() {
      yield 1;
      yield 2;
    }

    const items = await collect(
      readUntilAborted(source(), new AbortController().signal, onStopped),
    );
    await turn();

    expect(items).toEqual([1, 2]);
    expect(onStopped).toHaveBeenCalledOnce();
  });

  test('ends with the signal when the source is deaf, which is still told to stop', async () => {
    const controller = new AbortController();
    const onStopped = vi.fn();
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    async function* source() {
      yield 1;
      await released;
      yield 2;
    }
    const reader = readUntilAborted(source(), controller.signal, onStopped);
    expect(await reader.next()).toEqual({ done: false, value: 1 });
    const waiting = reader.next();

    controller.abort(new Error('enough'));

    await expect(waiting).rejects.toThrow('enough');
    expect(onStopped).not.toHaveBeenCalled();
    release();
    await turn();
    expect(onStopped).toHaveBeenCalledOnce();
  });

  test('stops the source when the reader leaves', async () => {
    const stopped = vi.fn();
    async function* source() {
      try {
        yield 1;
        yield 2;
      } finally {
        stopped();
      }
    }

    for await (const item of readUntilAborted(source(), new AbortController().signal, () => {})) {
      expect(item).toBe(1);
      break;
    }
    await turn();

    expect(stopped).toHaveBeenCalledOnce();
  });

  test('passes on what the source throws', async () => {
    // biome-ignore lint/correctness/useYield: a source that fails at once
    async function* source() {
      throw new Error('broken');
    }

    await expect(
      collect(readUntilAborted(source(), new AbortController().signal, () => {})),
    ).rejects.toThrow('broken');
  });
});
