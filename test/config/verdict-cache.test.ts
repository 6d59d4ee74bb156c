import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { NO_VERDICTS, verdictCache } from '../../src/config/verdict-cache.ts';
import { nodeFiles } from '../../src/host/node-files.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

let parent: string;
let directory: string;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'verdicts-'));
  directory = join(parent, 'cache', 'agent');
});

afterEach(() => rm(parent, { recursive: true, force: true }));

const open = (version = '1.0.0') => verdictCache(nodeFiles, directory, version);

async function onlyFile(): Promise<string> {
  const names = await readdir(directory);
  expect(names).toHaveLength(1);
  return join(directory, names[0] ?? '');
}

test('a text is known after it was remembered, by every later run', async () => {
  expect(await open().isAccepted(bytes('a = 1\n'))).toBe(false);

  await open().remember(bytes('a = 1\n'));

  expect(await open().isAccepted(bytes('a = 1\n'))).toBe(true);
  expect(await open().isAccepted(bytes('a = 2\n'))).toBe(false);
});

test('another version of the program knows nothing of it', async () => {
  await open().remember(bytes('a = 1\n'));

  expect(await open('1.0.1').isAccepted(bytes('a = 1\n'))).toBe(false);
});

test('nothing of the text is kept, and only its owner may read the file', async () => {
  const secret = 'sk-do-not-print';
  await open().remember(bytes(`api_key = "${secret}"\n`));

  const path = await onlyFile();
  const content = await readFile(path, 'utf8');
  expect(content).toMatch(/^[0-9a-f]{64}\n$/);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(directory)).mode & 0o777).toBe(0o700);
});

test('a damaged file costs only what it lost', async () => {
  await open().remember(bytes('a = 1\n'));
  const path = await onlyFile();
  await writeFile(path, `\u0000garbage\n${await readFile(path, 'utf8')}half a li`);

  expect(await open().isAccepted(bytes('a = 1\n'))).toBe(true);
  await open().remember(bytes('b = 1\n'));
  expect(await open().isAccepted(bytes('b = 1\n'))).toBe(true);
  expect((await readFile(path, 'utf8')).split('\n')).toHaveLength(3);
});

test('a directory that can not be written to is no error', async () => {
  await writeFile(join(parent, 'cache'), 'a file where the directory should be');

  await open().remember(bytes('a = 1\n'));

  expect(await open().isAccepted(bytes('a = 1\n'))).toBe(false);
});

test('a directory in place of the file is no error', async () => {
  await open().remember(bytes('a = 1\n'));
  const path = await onlyFile();
  await rm(path);
  await mkdir(path);

  expect(await open().isAccepted(bytes('a = 1\n'))).toBe(false);
  await open().remember(bytes('a = 1\n'));
});

test('the oldest verdicts are forgotten, and one text takes one place', async () => {
  for (let index = 0; index <= 500; index += 1) await open().remember(bytes(`a = ${index}\n`));
  await open().remember(bytes('a = 500\n'));

  expect(await open().isAccepted(bytes('a = 0\n'))).toBe(false);
  expect(await open().isAccepted(bytes('a = 1\n'))).toBe(true);
  expect((await readFile(await onlyFile(), 'utf8')).trim().split('\n')).toHaveLength(500);
});

test('the empty cache knows and keeps nothing', async () => {
  await NO_VERDICTS.remember(bytes('a'));

  expect(await NO_VERDICTS.isAccepted(bytes('a'))).toBe(false);
});
