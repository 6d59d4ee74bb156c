import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AppendFile } from '../../src/host/host.ts';
import { SessionLog } from '../../src/session/log.ts';
import { jsonLines } from '../support/run-agent.ts';

/** A disk that takes so many bytes and then no more; a write that does not fit is taken in part. */
function smallDisk(roomBytes = Number.POSITIVE_INFINITY) {
  const disk = { text: '', writes: 0, isClosed: false };
  const file: AppendFile = {
    async append(text) {
      disk.writes += 1;
      const room = roomBytes - disk.text.length;
      disk.text += text.slice(0, room);
      if (text.length > room) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    },
    sync: async () => undefined,
    close: async () => {
      disk.isClosed = true;
    },
  };
  const cut = async (sizeBytes: number) => {
    disk.text = disk.text.slice(0, sizeBytes);
  };
  return { disk, file, cut };
}

const fail = (error: unknown): void => {
  throw error;
};

const history = (id: string) => ({ type: 'history', append: [id] }) as const;

test('a flush resolves when everything before it is written, in order', async () => {
  const { disk, file } = smallDisk();
  const log = new SessionLog({ file, sizeBytes: 0, onBroken: fail });

  log.write(history('1'));
  log.write(history('2'));
  await log.flush();
  const after = disk.text;
  log.write(history('3'));
  await log.close();

  expect(jsonLines(after)).toMatchObject([{ append: ['1'] }, { append: ['2'] }]);
  expect(jsonLines(disk.text).at(-1)).toMatchObject({ append: ['3'] });
  expect(disk.isClosed).toBe(true);
});

test('pieces of an answer that wait for the disk become one record and few writes', async () => {
  const { disk, file } = smallDisk();
  const log = new SessionLog({ file, sizeBytes: 0, onBroken: fail });

  for (let index = 0; index < 10_000; index += 1) log.writeDelta('text_delta', 'x');
  log.writeDelta('thinking_delta', 'y');
  await log.flush();

  expect(disk.writes).toBe(1);
  expect(jsonLines(disk.text)).toEqual([
    { v: 1, type: 'event', event: { type: 'text_delta', text: 'x'.repeat(10_000) } },
    { v: 1, type: 'event', event: { type: 'thinking_delta', text: 'y' } },
  ]);
});

test('a full disk ends the keeping once, at a whole line, and nothing else', async () => {
  const room = fc.integer({ min: 0, max: 2_000 });
  await fc.assert(
    fc.asyncProperty(room, async (roomBytes) => {
      const { disk, file, cut } = smallDisk(roomBytes);
      const broken: unknown[] = [];
      const onBroken = (error: unknown) => void broken.push(error);
      const log = new SessionLog({ file, sizeBytes: 0, cut, onBroken });

      for (let index = 0; index < 100; index += 1) {
        log.write(history(String(index)));
        await log.flush();
      }
      await log.close();

      expect(broken).toHaveLength(1);
      expect(log.isKept).toBe(false);
      expect(disk.text === '' || disk.text.endsWith('\n')).toBe(true);
      expect(jsonLines(disk.text).map(({ append }) => append)).toEqual(
        jsonLines(disk.text).map((_, index) => [String(index)]),
      );
    }),
  );
});
