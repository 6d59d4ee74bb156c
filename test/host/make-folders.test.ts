import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolders } from '../../src/host/make-folders.ts';
import { nodeFiles } from '../../src/host/node-files.ts';
import { runAgent, temporaryFolder } from '../support/run-agent.ts';

const hasProc = existsSync('/proc/self');

test('parents are made with the same mode, and what is there stays', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'old'), { mode: 0o755 });

  await makeFolders(join(folder, 'old', 'a', 'b'), 0o700);
  await makeFolders(join(folder, 'old', 'a', 'b'), 0o755);

  const modes = ['old', 'old/a', 'old/a/b'].map((path) => statSync(join(folder, path)).mode);
  expect(modes.map((mode) => mode & 0o777)).toEqual([0o755, 0o700, 0o700]);
});

test('several at once find the same folders', async () => {
  const path = join(temporaryFolder(), 'a', 'b', 'c');

  await Promise.all(Array.from({ length: 8 }, () => makeFolders(path, 0o700)));

  expect(existsSync(path)).toBe(true);
});

test.each([
  { name: 'a file in its place', path: 'file', code: 'EEXIST' },
  { name: 'a file as its parent', path: 'file/a/b', code: 'ENOTDIR' },
])('$name is told', async ({ path, code }) => {
  const folder = temporaryFolder({ file: '' });

  await expect(makeFolders(join(folder, path), 0o700)).rejects.toMatchObject({ code });
});

test.skipIf(!hasProc)(
  'a place where nothing can be made is told, by every way to write',
  async () => {
    const path = '/proc/nowhere/agent/x';

    await expect(nodeFiles.makeDirectory(path, 0o700)).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(nodeFiles.append(path, 'x', 0o600)).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(nodeFiles.openAppend(path, 0o600)).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(nodeFiles.writeAtomically(path, 'x', 0o600)).rejects.toMatchObject({
      code: 'ENOENT',
    });
  },
);

const FOLDERS = ['XDG_CONFIG_HOME', 'XDG_STATE_HOME', 'XDG_CACHE_HOME', 'XDG_RUNTIME_DIR'];
const PLACES = [{ place: 'a file' }, ...(hasProc ? [{ place: '/proc/nowhere' }] : [])];

test.each(PLACES)('a run answers with every folder of the user below $place', async ({ place }) => {
  const file = join(temporaryFolder({ file: '' }), 'file');
  const below = place === 'a file' ? file : place;
  const env = Object.fromEntries(FOLDERS.map((name) => [name, below]));
  const cwd = temporaryFolder({ 'agent.hcl': 'provider "example" {\n  pace_ms = 0\n}\n' });
  const args = ['run', 'hello', '--log-level', 'trace'];

  const { code, stdout, stderr } = await runAgent(args, { cwd, env });

  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('You said: hello') });
  expect(stderr).toContain('This session is not kept');
});
