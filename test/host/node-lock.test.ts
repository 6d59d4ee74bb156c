import { execFileSync } from 'node:child_process';
import { lstatSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { nodeFiles } from '../../src/host/node-files.ts';
import { temporaryFolder } from '../support/run-agent.ts';

/** The id of a process that has ended. */
const deadId = () => execFileSync(process.execPath, ['-p', 'process.pid']).toString().trim();

test('one holds it, others are told who, and after the release the next one does', async () => {
  const path = join(temporaryFolder(), 'a.lock');

  const first = await nodeFiles.lock(path);
  const second = await nodeFiles.lock(path);
  if (first.type === 'held') await first.release();
  const third = await nodeFiles.lock(path);

  expect(second).toEqual({ type: 'taken', processId: process.pid, machine: hostname() });
  expect(third.type).toBe('held');
});

test.each([
  ['whose process has ended', () => `${deadId()}:1:nonce:${hostname()}`],
  ['whose process id another program has now', () => `${process.pid}:1:nonce:${hostname()}`],
])('a lock %s is taken over', async (_, mark) => {
  const folder = temporaryFolder();
  const path = join(folder, 'a.lock');
  symlinkSync(mark(), path);

  const lock = await nodeFiles.lock(path);

  expect(lock.type).toBe('held');
  expect(readdirSync(folder)).toEqual(['a.lock']);
  expect(readlinkSync(path)).toMatch(new RegExp(`^${process.pid}:`));
});

test('also one whose takeover was cut short by a second end', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'a.lock');
  for (const name of [path, `${path}.takeover`]) symlinkSync(`${deadId()}:1:n:${hostname()}`, name);

  expect((await nodeFiles.lock(path)).type).toBe('held');
  expect(readdirSync(folder)).toEqual(['a.lock']);
});

test('what runs on another machine is not seen, so it is left alone', async () => {
  const path = join(temporaryFolder(), 'a.lock');
  symlinkSync('1:1:nonce:elsewhere', path);

  expect(await nodeFiles.lock(path)).toEqual({
    type: 'taken',
    processId: 1,
    machine: 'elsewhere',
  });
  expect(lstatSync(path).isSymbolicLink()).toBe(true);
});

/** Lets the event loop turn so often: others get so far, whatever the machine's pace. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await setImmediate();
}

test.each([0, 1, 2, 3, 4, 5])(
  'of many that find a dead owner, %d turns apart, one takes over',
  async (apart) => {
    for (let round = 0; round < 20; round += 1) {
      const path = join(temporaryFolder(), 'a.lock');
      symlinkSync(`999999:1:nonce:${hostname()}`, path);

      const locks = await Promise.all(
        Array.from({ length: 10 }, async (_, index) => {
          await turns(index * apart);
          return nodeFiles.lock(path);
        }),
      );

      expect(locks.filter(({ type }) => type === 'held')).toHaveLength(1);
    }
  },
);
