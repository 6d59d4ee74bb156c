import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readAtMost } from '../../src/host/read-at-most.ts';
import { temporaryFolder } from '../support/run-agent.ts';

const text = async (path: string, maxBytes = 10) => {
  const bytes = await readAtMost(path, maxBytes);
  return bytes && Buffer.from(bytes).toString();
};

test('a file of as many bytes as may be wanted is whole, a larger one is not read', async () => {
  const folder = temporaryFolder({ ten: '0123456789', eleven: '0123456789a', none: '' });
  writeFileSync(join(folder, 'huge'), '');
  truncateSync(join(folder, 'huge'), 2 ** 40);

  expect(await text(join(folder, 'ten'))).toBe('0123456789');
  expect(await text(join(folder, 'none'))).toBe('');
  expect(await text(join(folder, 'eleven'))).toBeUndefined();
  expect(await text(join(folder, 'huge'))).toBeUndefined();
});

test('a device without end is given up', async () => {
  expect(await text('/dev/zero', 100_000)).toBeUndefined();
  expect(await text('/dev/null')).toBe('');
});

test('a pipe is read to its end, and one that nobody writes to is empty', async () => {
  const pipe = join(temporaryFolder(), 'pipe');
  execFileSync('mkfifo', [pipe]);

  expect(await text(pipe)).toBe('');

  // Opened for both, a pipe has a reader from the beginning.
  const writer = spawn('sh', ['-c', `exec 3<>${pipe}; echo open; printf 12345678 >&3; read _`]);
  await new Promise((resolve) => writer.stdout.once('data', resolve));
  const found = text(pipe);
  writer.stdin.end('\n');

  expect(await found).toBe('12345678');
});

test('what is no file, or not there, is a system error', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'inner'));

  await expect(text(join(folder, 'inner'))).rejects.toMatchObject({ code: 'EISDIR' });
  await expect(text(join(folder, 'absent'))).rejects.toMatchObject({ code: 'ENOENT' });
});
