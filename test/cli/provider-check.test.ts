import { once } from 'node:events';
import { chmodSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BUILT_IN_PROVIDERS } from '../../src/plugin/locate.ts';
import { type BundledFixture, bundleFixture } from '../support/bundle-fixture.ts';
import { schemaFaults } from '../support/json-schema.ts';
import { processGone } from '../support/process-gone.ts';
import { runAgent, startAgent, temporaryFolder } from '../support/run-agent.ts';
import { root } from '../support/shared.ts';

let fake: BundledFixture;

beforeAll(async () => {
  fake = await bundleFixture('test/fixtures/conformance/program.ts');
});

afterAll(() => fake.remove());

const check = (...args: readonly string[]) => ['provider', 'check', '--timeout', '10s', ...args];
const node = process.execPath;

test('a conforming provider is exit code 0', async () => {
  const { code, stdout, stderr } = await runAgent(check('--', node, fake.path));

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('Conformant.\n');
});

test('one violation is exit code 1, and named', async () => {
  const { code, stdout } = await runAgent(check('--json', '--', node, fake.path, 'no tiers'));

  expect(code).toBe(1);
  const report = JSON.parse(stdout);
  expect(report).toMatchObject({ verdict: 'non-conformant', counts: { failed: 1 } });
  expect(report.findings[0]).toMatchObject({ id: 'W-13', outcome: 'fail', subject: 'plain' });
  expect(schemaFaults('conformance-report')(report)).toEqual([]);
});

test.each(BUILT_IN_PROVIDERS)('%s conforms without configuration', async (name) => {
  const program = join(root, 'dist', 'providers', `${name}.js`);

  const { code, stdout } = await runAgent(check('--', node, program));

  expect(code, stdout).toBe(0);
});

describe('what can not be tested is exit code 2', () => {
  test.each<{ readonly name: string; readonly args: () => readonly string[] }>([
    { name: 'a missing file', args: () => check('--', './nowhere') },
    {
      name: 'a text file',
      args: () => check('--', join(temporaryFolder({ notes: 'hello' }), 'notes')),
    },
    {
      name: 'an executable text file',
      args: () => {
        const path = join(temporaryFolder({ notes: 'hello' }), 'notes');
        chmodSync(path, 0o755);
        return check('--', path);
      },
    },
    { name: 'a program that exits at once', args: () => check('--', node, '-e', '') },
    { name: 'a wrong cookie', args: () => check('--', node, '-e', 'process.exit(1)') },
    { name: 'a wrong category', args: () => check('--', node, fake.path, 'category TOOL') },
    { name: 'a banner', args: () => check('--', node, fake.path, 'prints a banner first') },
    {
      name: 'a bad configuration file',
      args: () => check('--provider-config', 'nowhere.json', '--', node, fake.path),
    },
    { name: 'a bad flag', args: () => check('--frobnicate', '--', node, fake.path) },
    { name: 'no program', args: () => check() },
  ])('$name', async ({ args }) => {
    const { code, stdout, stderr } = await runAgent(args());

    expect({ code, said: stdout + stderr }).toEqual({ code: 2, said: expect.stringMatching(/\S/) });
  });
});

test('a program that is killed in the middle of the run is exit code 2, with one finding', async () => {
  const { code, stdout } = await runAgent(check('--json', '--', node, fake.path, 'is killed'));

  const { reason, findings } = JSON.parse(stdout);
  const faults = findings.filter(({ outcome }: { outcome: string }) => outcome !== 'skip');
  expect({ code, reason }).toEqual({ code: 2, reason: 'It was ended by SIGKILL.' });
  expect(faults).toEqual([
    expect.objectContaining({
      message: 'the program was ended by SIGKILL in the middle of the run',
    }),
  ]);
});

test('a warning is exit code 1 only when strict', async () => {
  const args = ['--suite', 'reference', '--', node, fake.path, 'UNSPECIFIED hook point'];

  const [plain, strict] = await Promise.all([
    runAgent(check(...args)),
    runAgent(check('--strict', ...args)),
  ]);

  expect([plain.code, strict.code]).toEqual([0, 1]);
});

test('interrupted, it leaves neither a child nor a socket', async () => {
  const temporary = temporaryFolder();
  const script = [
    "process.stderr.write('');",
    `require('fs').writeFileSync(${JSON.stringify(join(temporary, 'pid'))}, String(process.pid));`,
    'setInterval(() => {}, 1000);',
  ].join('');
  const agent = startAgent(check('--', node, '-e', script), { env: { TMPDIR: temporary } });
  const id = await fileContent(join(temporary, 'pid'));

  agent.child.kill('SIGINT');
  const { code } = await agent.result;

  expect(code).toBe(2);
  await processGone(Number(id));
  expect(readdirSync(temporary)).toEqual(['pid']);
});

test.each([
  { how: 'as it should', control: [] },
  { how: 'deaf to Shutdown', control: ['ignores Shutdown'] },
])('interrupted in a completion by a provider $how, it leaves nothing', async ({ control }) => {
  const vendor = createServer();
  // The roster may go; the completion is held.
  const asked = new Promise<void>((resolve) => {
    vendor.on('request', ({ method, socket }) =>
      method === 'POST' ? resolve() : socket.destroy(),
    );
  });
  await once(vendor.listen(0, '127.0.0.1'), 'listening');
  const { port } = vendor.address() as AddressInfo;
  const config = JSON.stringify({ region: 'x', base_url: `http://127.0.0.1:${port}` });
  const file = join(temporaryFolder({ 'config.json': config }), 'config.json');
  const temporary = temporaryFolder();
  const args = ['--provider-config', file, '--', node, fake.path, ...control];
  const agent = startAgent(check(...args), { env: { TMPDIR: temporary } });
  await asked;
  const sockets = readdirSync(temporary, { recursive: true, encoding: 'utf8' });
  const ids = sockets.flatMap((path) => /fake-(\d+)$/.exec(path)?.[1] ?? []).map(Number);

  agent.child.kill('SIGINT');
  const { code } = await agent.result;

  vendor.closeAllConnections();
  vendor.close();
  expect({ code, running: ids.length > 0 }).toEqual({ code: 2, running: true });
  await Promise.all(ids.map(processGone));
  expect(readdirSync(temporary)).toEqual([]);
});

async function fileContent(path: string): Promise<string> {
  const { watch, readFileSync, existsSync } = await import('node:fs');
  const folder = join(path, '..');
  return new Promise((resolve) => {
    const look = () => {
      if (!existsSync(path) || readFileSync(path, 'utf8') === '') return;
      watcher.close();
      resolve(readFileSync(path, 'utf8'));
    };
    const watcher = watch(folder, look);
    look();
  });
}
