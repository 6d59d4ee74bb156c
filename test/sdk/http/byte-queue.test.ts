import { expect, test } from 'vitest';
import { ByteQueue } from '../../../src/sdk/http/byte-queue.ts';

function queue() {
  const calls: string[] = [];
  const made = new ByteQueue({
    onFull: () => calls.push('full'),
    onDrained: () => calls.push('drained'),
  });
  return { made, calls };
}

test('all that came since the last read is one chunk', async () => {
  const { made } = queue();
  made.push(Buffer.from('a'));
  made.push(Buffer.from('b'));

  expect(Buffer.from((await made.read()) ?? []).toString()).toBe('ab');
});

test('a waiting reader gets all that one packet brings', async () => {
  const { made } = queue();
  const reading = made.read();

  made.push(Buffer.from('a'));
  made.push(Buffer.from('b'));

  expect(Buffer.from((await reading) ?? []).toString()).toBe('ab');
});

test('what was queued is delivered before the end and before a failure', async () => {
  const ended = queue().made;
  ended.push(Buffer.from('a'));
  ended.end();
  expect(await ended.read()).toEqual(Buffer.from('a'));
  expect(await ended.read()).toBeUndefined();

  const failed = queue().made;
  failed.push(Buffer.from('a'));
  failed.fail(new Error('broken'));
  expect(await failed.read()).toEqual(Buffer.from('a'));
  await expect(failed.read()).rejects.toThrow('broken');
});

test('an abort drops what was queued and wakes a waiting reader', async () => {
  const { made } = queue();
  made.push(Buffer.from('a'));
  made.abort(new Error('stop'));
  await expect(made.read()).rejects.toThrow('stop');

  const waiting = queue().made;
  const reading = waiting.read();
  waiting.abort(new Error('stop'));
  await expect(reading).rejects.toThrow('stop');
});

test('the first end counts', async () => {
  const { made } = queue();
  made.end();
  made.fail(new Error('late'));
  made.push(Buffer.from('late'));

  expect(await made.read()).toBeUndefined();
});

test('a reader that falls behind pauses the socket, and reading resumes it once', async () => {
  const { made, calls } = queue();
  made.push(Buffer.alloc(200 * 1024));
  expect(calls).toEqual([]);
  made.push(Buffer.alloc(100 * 1024));
  expect(calls).toEqual(['full']);

  expect((await made.read())?.length).toBe(300 * 1024);

  expect(calls).toEqual(['full', 'drained']);
});

test('an ended connection is not resumed', async () => {
  const { made, calls } = queue();
  made.push(Buffer.alloc(300 * 1024));
  made.end();

  await made.read();

  expect(calls).toEqual(['full']);
});
