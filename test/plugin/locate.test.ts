import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nodeFiles } from '../../src/host/node-files.ts';
import {
  BUILT_IN_PROVIDERS,
  distributionDirectory,
  type LocateContext,
  locate,
} from '../../src/plugin/locate.ts';
import { root } from '../support/shared.ts';

let projectRoot: string;

beforeEach(async () => {
  projectRoot = await mkdtemp(join(tmpdir(), 'agent-locate-'));
});
afterEach(() => rm(projectRoot, { recursive: true, force: true }));

function context(): LocateContext {
  return { files: nodeFiles, nodePath: '/usr/bin/node', projectRoot, programVersion: '0.9.0' };
}

async function install(name: string, manifest: unknown): Promise<string> {
  const path = join(projectRoot, 'node_modules', name, 'package.json');
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, typeof manifest === 'string' ? manifest : JSON.stringify(manifest));
  return dirname(path);
}

test('a built-in is a file of the distribution, run by the running Node', async () => {
  const program = join(root, 'dist', 'providers', 'example.js');

  expect(await locate({ type: 'built-in', name: 'example' }, context())).toEqual({
    type: 'found',
    location: {
      kind: 'built-in',
      command: '/usr/bin/node',
      args: [program],
      program,
      version: '0.9.0',
    },
  });
});

test('a name that is not built in is not looked for anywhere', async () => {
  expect(await locate({ type: 'built-in', name: '../evil' }, context())).toEqual({
    type: 'not-found',
    message: 'no provider "../evil" is built in',
  });
});

test('the built-ins are the providers of this repository', async () => {
  const entries = await readdir(join(root, 'providers'), { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);

  expect([...BUILT_IN_PROVIDERS]).toEqual(folders.sort());
});

test.each([
  { name: 'an executable', path: './bin/provider', command: 'bin/provider', args: [] },
  { name: 'a script', path: './x.mjs', command: undefined, args: ['x.mjs'] },
  { name: 'a CommonJS script', path: 'dist/x.cjs', command: undefined, args: ['dist/x.cjs'] },
])('a path is relative to the project: $name', async ({ path, command, args }) => {
  const located = await locate({ type: 'path', path }, context());

  expect(located).toEqual({
    type: 'found',
    location: {
      kind: 'path',
      command: command === undefined ? '/usr/bin/node' : join(projectRoot, command),
      args: args.map((arg) => join(projectRoot, arg)),
      program: join(projectRoot, path),
      workingDirectory: projectRoot,
      version: '0.0.0',
    },
  });
});

test('an override is taken as it is written', async () => {
  expect(await locate({ type: 'override', path: '/opt/p/main.js' }, context())).toMatchObject({
    location: { kind: 'override', args: ['/opt/p/main.js'], program: '/opt/p/main.js' },
  });
});

test.each([
  { name: 'a single bin', manifest: { bin: './cli.js' }, file: 'cli.js' },
  { name: 'the only command', manifest: { bin: { anything: 'cli.mjs' } }, file: 'cli.mjs' },
  {
    name: 'the command of its own name',
    manifest: { bin: { other: 'o.js', acme: 'a.js' } },
    file: 'a.js',
  },
  {
    name: 'its provider export before its bin',
    manifest: { bin: 'cli.js', exports: { './provider': './p.js' } },
    file: 'p.js',
  },
  {
    name: 'a conditional provider export',
    manifest: {
      exports: {
        './provider': { types: './p.d.ts', node: { import: './p.mjs' }, default: './d.js' },
      },
    },
    file: 'p.mjs',
  },
])('a package is entered through $name', async ({ manifest, file }) => {
  const directory = await install('@scope/acme', { version: '2.1.0', ...manifest });

  const located = await locate({ type: 'npm', packageName: '@scope/acme' }, context());

  expect(located).toMatchObject({
    type: 'found',
    location: { kind: 'npm', program: join(directory, file), version: '2.1.0' },
  });
});

test.each([
  {
    name: 'neither export nor bin',
    manifest: {},
    says: 'neither a "./provider" export nor one "bin"',
  },
  { name: 'several commands', manifest: { bin: { a: 'a.js', b: 'b.js' } }, says: 'nor one "bin"' },
  { name: 'an unreadable manifest', manifest: '{', says: 'unreadable package.json' },
  { name: 'a file outside itself', manifest: { bin: '../../x.js' }, says: 'outside itself' },
])('a package with $name is no provider', async ({ manifest, says }) => {
  await install('acme', manifest);

  const located = await locate({ type: 'npm', packageName: 'acme' }, context());

  expect(located).toMatchObject({ type: 'not-found' });
  expect(JSON.stringify(located)).toContain(JSON.stringify(says).slice(1, -1));
});

test('a package that is not installed is said to be missing, with the places looked at', async () => {
  const located = await locate({ type: 'npm', packageName: 'acme-nowhere' }, context());

  expect(located).toMatchObject({ type: 'not-found' });
  expect(JSON.stringify(located)).toContain(join(projectRoot, 'node_modules'));
  expect(JSON.stringify(located)).toContain(join(root, 'node_modules'));
});

test('a name that leads out of node_modules is refused', async () => {
  await install('../../elsewhere', { bin: 'x.js' }).catch(() => undefined);

  const located = await locate({ type: 'npm', packageName: '../elsewhere' }, context());

  expect(located).toMatchObject({ type: 'not-found' });
});

test('a package of the program’s own node_modules is found after the project’s', async () => {
  const located = await locate({ type: 'npm', packageName: 'vitest' }, context());

  expect(located).toMatchObject({
    location: { program: join(root, 'node_modules', 'vitest', 'vitest.mjs') },
  });
});

test.each([
  { module: '/p/dist/kernel.cjs', expected: '/p/dist' },
  { module: '/p/dist/agent.js', expected: '/p/dist' },
  { module: '/p/dist/chunks/fleet-1.js', expected: '/p/dist' },
  { module: '/p/src/plugin/locate.ts', expected: '/p/dist' },
])('the distribution is found from $module', ({ module, expected }) => {
  expect(distributionDirectory(pathToFileURL(module).href)).toBe(expected);
});
