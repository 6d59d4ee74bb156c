/** A provider of somebody else: only the published package, nothing of this repository. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addAuthorsTest,
  compile,
  copyExample,
  installTarball,
  outsideFolder,
  packPackage,
} from '../support/packed.ts';

const CONFIGURATION = `required_providers {
  acme = { source = "./build/main.js" }
}

provider "acme" {
  pace_ms = 0
}
`;

let packing: string;
let project: string;
let installed: string;
let tests: string;

beforeAll(async () => {
  packing = await outsideFolder();
  project = await outsideFolder();
  installed = await installTarball(await packPackage(packing), project, [
    'typescript',
    '@types/node',
    'vitest',
  ]);
  await copyExample(project);
  await writeFile(join(project, 'agent.hcl'), CONFIGURATION);
  await compile(project);
}, 600_000);

afterAll(async () => {
  for (const folder of [packing, project]) await rm(folder, { recursive: true, force: true });
});

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The program of the tarball, in the stranger's folder. */
function agent(...args: readonly string[]): Promise<Ended> {
  const program = join(installed, 'dist', 'agent.js');
  const options = { cwd: project, env: { PATH: process.env['PATH'], HOME: packing } };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [program, ...args], options, (_, stdout, stderr) => {
      resolve({ code: child.exitCode ?? -1, stdout, stderr });
    });
    child.stdin?.end();
  });
}

test('every file that the manifest of the tarball names is in it, and no code cache is', async () => {
  const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
  const { './schemas/*': _, ...entries } = manifest.exports;

  const named = Object.values<Readonly<Record<string, string>>>(entries).flatMap((entry) =>
    [entry['types'], entry['default']].map((path) => path ?? 'absent'),
  );

  expect(named.length).toBeGreaterThanOrEqual(8);
  expect(named.filter((path) => !existsSync(join(installed, path)))).toEqual([]);
  expect(existsSync(join(installed, manifest.bin.agent))).toBe(true);
  expect(existsSync(join(installed, 'dist', 'kernel.cjs'))).toBe(true);
  expect(existsSync(join(installed, 'dist', 'kernel.cjs.cache'))).toBe(false);
});

test('all that the tarball offers to authors compiles, its declarations too', async () => {
  tests = await addAuthorsTest(project);

  await compile(tests);

  const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
  const offered = Object.keys(manifest.exports).map((name) => name.replace('.', 'agent-hcl'));
  const imported = await readFile(join(tests, 'everything.ts'), 'utf8');
  const code = offered.filter((name) => !name.endsWith('*'));
  expect(code.filter((name) => !imported.includes(`'${name}'`))).toEqual([]);
}, 120_000);

test('a provider of that folder passes the suite in a test of its own', async () => {
  const vitest = join(project, 'node_modules', 'vitest', 'vitest.mjs');
  const options = { cwd: tests, env: { PATH: process.env['PATH'], HOME: packing, CI: '1' } };

  const { stdout } = await promisify(execFile)(process.execPath, [vitest, 'run'], options);

  expect(stdout).toMatch(/Tests .*[3-9]\d passed/);
}, 120_000);

test('is not started before its program is granted', async () => {
  const refused = await agent('run', '-m', 'acme/demo', 'hello');

  expect(refused).toMatchObject({ code: 3, stdout: '' });
  expect(refused.stderr).toContain('not-trusted');
});

test('answers `agent run` from a required provider with a path', async () => {
  const answered = await agent('run', '-m', 'acme/demo', 'hello', '--trust-providers');

  expect(answered).toMatchObject({ code: 0, stdout: expect.stringContaining('You said: hello') });
});

test('passes `agent provider check`, completions included', { timeout: 120_000 }, async () => {
  await writeFile(join(project, 'check.json'), '{ "pace_ms": 0 }');
  const command = [process.execPath, 'build/main.js'];
  const options = ['--provider-config', 'check.json', '--json'];

  const checked = await agent('provider', 'check', ...options, '--', ...command);

  const report = JSON.parse(checked.stdout);
  const failed = report.findings.filter(({ outcome }: { outcome: string }) => outcome === 'fail');
  expect(failed).toEqual([]);
  expect(report).toMatchObject({ verdict: 'conformant', drive: 'binary' });
  expect(report.findings).not.toContainEqual(
    expect.objectContaining({ message: expect.stringContaining('could be billed') }),
  );
  expect(checked.code).toBe(0);
});
