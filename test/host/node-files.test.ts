import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nodeFiles } from '../../src/host/node-files.ts';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'agent-files-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

test('a file is replaced whole, with its mode, and nothing is left beside it', async () => {
  const path = join(directory, 'a', 'b', 'state.json');

  await nodeFiles.writeAtomically(path, 'first', 0o600);
  await nodeFiles.writeAtomically(path, 'second', 0o600);

  expect(await readFile(path, 'utf8')).toBe('second');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(join(directory, 'a'))).mode & 0o777).toBe(0o700);
  expect(await nodeFiles.list(join(directory, 'a', 'b'))).toEqual(['state.json']);
});

test('a link at the path is replaced and what it points to is not written', async () => {
  const victim = join(directory, 'victim');
  await writeFile(victim, 'untouched');
  await symlink(victim, join(directory, 'link'));

  await nodeFiles.writeAtomically(join(directory, 'link'), 'mine', 0o600);

  expect(await readFile(victim, 'utf8')).toBe('untouched');
  expect(await readFile(join(directory, 'link'), 'utf8')).toBe('mine');
});

test.each([
  { name: 'the file itself', link: 'project/agent.lock', path: 'project/agent.lock' },
  { name: 'a directory on the way', link: 'project/.agent', path: 'project/.agent/agent.lock' },
  { name: 'a link that leads nowhere', link: 'project/x', path: 'project/x', target: 'missing' },
])('inside a project a symbolic link is refused: $name', async ({ link, path, target }) => {
  await mkdir(join(directory, 'project'));
  await mkdir(join(directory, 'elsewhere'));
  await symlink(join(directory, target ?? 'elsewhere'), join(directory, link));

  const written = nodeFiles.writeAtomically(join(directory, path), 'x', 0o600, {
    refuseLinksBelow: join(directory, 'project'),
  });

  await expect(written).rejects.toMatchObject({ code: 'ELOOP' });
  expect(await nodeFiles.list(join(directory, 'elsewhere'))).toEqual([]);
});

test('a project reached through a link itself is written to', async () => {
  await mkdir(join(directory, 'real'));
  await symlink(join(directory, 'real'), join(directory, 'project'));

  await nodeFiles.writeAtomically(join(directory, 'project', 'agent.hcl'), 'x', 0o644, {
    refuseLinksBelow: join(directory, 'project'),
  });

  expect(await readFile(join(directory, 'real', 'agent.hcl'), 'utf8')).toBe('x');
});

test('a file outside the named root is a broken call', async () => {
  const written = nodeFiles.writeAtomically(join(directory, 'a'), 'x', 0o600, {
    refuseLinksBelow: join(directory, 'project'),
  });

  await expect(written).rejects.toThrow('not inside');
});

test('appending creates the file with its mode and keeps what was there', async () => {
  const path = join(directory, 'logs', 'agent.log');

  await nodeFiles.append(path, 'one\n', 0o600);
  await nodeFiles.append(path, 'two\n', 0o600);

  expect(await readFile(path, 'utf8')).toBe('one\ntwo\n');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('what a path leads to is told through links', async () => {
  const path = join(directory, 'program');
  await writeFile(path, 'x', { mode: 0o755 });
  await symlink(path, join(directory, 'link'));

  expect(await nodeFiles.info(join(directory, 'link'))).toEqual({
    kind: 'file',
    sizeBytes: 1,
    isExecutable: true,
    isWorldWritable: false,
    ownerId: process.getuid?.(),
    modifiedMs: (await stat(path)).mtimeMs,
  });
});

test('removing what is not there is no error', async () => {
  await nodeFiles.remove(join(directory, 'nothing'));
});
