import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockFilePath, readOptionalFile } from '../../src/config/optional-file.ts';
import { nodeFiles } from '../../src/host/node-files.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'optional-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function read(name: string) {
  const { value, diagnostics } = await readOptionalFile(join(folder, name), nodeFiles);
  return {
    text: value && new TextDecoder().decode(value),
    codes: diagnostics.map(({ code }) => code),
  };
}

test('a file is read', async () => {
  await writeFile(join(folder, 'a'), 'text');

  expect(await read('a')).toEqual({ text: 'text', codes: [] });
});

test('a file that does not exist is no fault', async () => {
  expect(await read('a')).toEqual({ text: undefined, codes: [] });
  expect(await read('missing/a')).toEqual({ text: undefined, codes: [] });
});

test('what exists and can not be read is a fault, and never silence', async () => {
  await mkdir(join(folder, 'directory'));
  await symlink('loop', join(folder, 'loop'));
  await writeFile(join(folder, 'large'), 'x'.repeat(1024 * 1024 + 1));

  expect(await read('directory')).toEqual({ text: undefined, codes: ['config-unreadable'] });
  expect(await read('loop')).toEqual({ text: undefined, codes: ['config-unreadable'] });
  expect(await read('large')).toEqual({ text: undefined, codes: ['config-unreadable'] });
});

test('the lock file of a project stands in its .agent directory', () => {
  expect(lockFilePath('/project')).toBe('/project/.agent/agent.lock.hcl');
});
