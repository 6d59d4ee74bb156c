/** An installed package has no code caches: its user's first start records them. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  chmod,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { root } from '../support/shared.ts';

const run = promisify(execFile);
const shipped = join(root, 'dist');

let folder: string;
let installed: string;
let project: string;
let home: string;
let count = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'code-cache-'));
  installed = join(folder, 'dist');
  project = join(folder, 'project');
  await mkdir(project);
  await writeFile(join(project, 'agent.hcl'), 'provider "example" {\n  pace_ms = 0\n}\n');
  await cp(shipped, installed, { recursive: true, filter: (path) => !path.endsWith('.cache') });
});
beforeEach(async () => {
  count += 1;
  home = join(folder, `home-${count}`);
  await mkdir(home);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** One answer, in a home of its own. */
function start(dist = installed, more: Readonly<Record<string, string>> = {}) {
  const env = { PATH: process.env['PATH'], HOME: home, ...more };
  const args = [join(dist, 'agent.js'), 'run', '-m', 'example/demo', 'help'];
  const running = run(process.execPath, args, { cwd: project, env });
  running.child.stdin?.end();
  return running;
}

const caches = () => join(home, '.cache', 'agent', 'code');

async function cacheOf(name: string): Promise<string> {
  const found = (await readdir(caches())).find((entry) => entry.startsWith(`${name}-`));
  return join(caches(), found ?? 'absent');
}

async function marks(): Promise<readonly string[]> {
  const names = (await readdir(caches())).sort();
  const stats = await Promise.all(names.map((name) => lstat(join(caches(), name))));
  return stats.map(
    ({ ino, mode }, index) => `${names[index]} ${ino} ${(mode & 0o777).toString(8)}`,
  );
}

test('the first start records a cache of each part for its user alone, the next ones take it', async () => {
  await start();
  const first = await marks();
  await start();

  expect(first.map((mark) => mark.replace(/-[0-9a-f]{32}\.cache \d+/, ''))).toEqual([
    'example.cjs 600',
    'grpc.cjs 600',
    'kernel.cjs 600',
  ]);
  expect((await lstat(caches())).mode & 0o777).toBe(0o700);
  expect(await marks()).toEqual(first);
});

test('a cache that V8 does not take is recorded anew', async () => {
  await start();
  const path = await cacheOf('kernel.cjs');
  const recorded = (await readFile(path)).length;
  await writeFile(path, 'garbage');

  await start();

  expect((await readFile(path)).length).toBeGreaterThan(recorded / 2);
});

/**
 * V8 knows a source by its length alone, so that a cache of other code of that length is run in its
 * place: what somebody else could do who may write there.
 */
async function plant(path: string): Promise<void> {
  const parameters =
    'require,__filename,__dirname,__load,module={exports:{}},exports=module.exports';
  const script = `
    const { Script } = require('node:vm');
    const { readFileSync, writeFileSync } = require('node:fs');
    const code = "require('node:fs').writeFileSync(process.env.HOME + '/canary', '')";
    const length = readFileSync(${JSON.stringify(join(installed, 'kernel.cjs'))}, 'utf8').length;
    const source = '(function(${parameters}){' + code.padEnd(length) + '\\n})';
    const planted = new Script(source, { filename: ${JSON.stringify(join(installed, 'kernel.cjs'))} });
    writeFileSync(${JSON.stringify(path)}, planted.createCachedData());`;
  await run(process.execPath, ['-e', script]);
}

const canary = () => existsSync(join(home, 'canary'));

test('what its user wrote is run, which is why nobody else may', async () => {
  await start();
  await plant(await cacheOf('kernel.cjs'));

  await start();

  expect(canary()).toBe(true);
});

test.each([
  { name: 'a file that others may write', spoil: (path: string) => chmod(path, 0o622) },
  { name: 'a folder that others may write', spoil: () => chmod(caches(), 0o777) },
  {
    name: 'behind a symbolic link',
    spoil: async (path: string) => {
      await rename(path, join(home, 'elsewhere'));
      await symlink(join(home, 'elsewhere'), path);
    },
  },
  {
    name: 'in a folder behind a symbolic link',
    spoil: async () => {
      await rename(caches(), join(home, 'elsewhere'));
      await symlink(join(home, 'elsewhere'), caches());
    },
  },
])('no code is taken from $name', async ({ spoil }) => {
  await start();
  const path = await cacheOf('kernel.cjs');
  await plant(path);
  await spoil(path);

  const { stdout } = await start();

  expect(stdout).toContain('Hello!');
  expect(canary()).toBe(false);
});

test('a cache directory that can not be used is nobody’s concern', async () => {
  const { stdout, stderr } = await start(installed, { XDG_CACHE_HOME: join(project, 'agent.hcl') });

  expect(stdout).toContain('Hello!');
  expect(stderr).toBe('');
});

test('XDG_CACHE_HOME says where', async () => {
  await mkdir(join(home, 'xdg'));
  await start(installed, { XDG_CACHE_HOME: join(home, 'xdg') });

  const entries = await readdir(join(home, 'xdg', 'agent', 'code'));
  expect(entries.some((name) => name.startsWith('kernel.cjs-'))).toBe(true);
});

test('with the caches of a build beside the program there are no others', async () => {
  await start(shipped);

  expect(existsSync(caches())).toBe(false);
});
