import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BundledFixture, bundleFixture } from '../support/bundle-fixture.ts';
import { pluginFixture } from '../support/plugin-kit.ts';
import { processGone } from '../support/process-gone.ts';
import { root } from '../support/shared.ts';

let kernel: BundledFixture;

beforeAll(async () => {
  kernel = await bundleFixture('test/fixtures/plugin/kernel.ts');
});
afterAll(() => kernel.remove());

/** A kernel whose provider is ready. */
async function startKernel(ending: string, provider: string) {
  const child = spawn(process.execPath, [kernel.path, ending, provider], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stderr: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => stderr.push(line));
  const exit = once(child, 'exit');
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const { type, pid } = JSON.parse(String(line));
  expect(type).toBe('ready');
  return { child, exit, pid: Number(pid), stderr };
}

test.each([
  { name: 'it closes its fleet', ending: 'close', signal: undefined, expected: [0, null] },
  { name: 'it exits', ending: 'exit', signal: undefined, expected: [4, null] },
  { name: 'it fails', ending: 'throw', signal: undefined, expected: [1, null] },
  { name: 'it is told to end', ending: 'wait', signal: 'SIGTERM', expected: [null, 'SIGTERM'] },
  { name: 'its terminal goes', ending: 'wait', signal: 'SIGHUP', expected: [null, 'SIGHUP'] },
  { name: 'it is interrupted', ending: 'wait', signal: 'SIGINT', expected: [null, 'SIGINT'] },
] as const)('no provider is left of a kernel when $name', async ({ ending, signal, expected }) => {
  const { child, exit, pid } = await startKernel(ending, pluginFixture('good.mjs'));

  if (signal) child.kill(signal);

  expect(await exit).toEqual(expected);
  await processGone(pid);
});

test('a deaf provider and its deaf child do not outlive a kernel that fails', async () => {
  const { exit, pid, stderr } = await startKernel('throw', pluginFixture('deaf.mjs'));

  await exit;

  await processGone(pid);
  const grandchild = stderr.find((line) => line.startsWith('child '))?.split(' ')[1];
  await processGone(Number(grandchild));
});

test.each([
  { name: 'a plugin without our SDK', provider: pluginFixture('good.mjs') },
  { name: 'a built-in', provider: join(root, 'dist', 'providers', 'example.js') },
])('$name ends by itself within 2 s after its kernel was killed', async ({ provider }) => {
  const { child, exit, pid } = await startKernel('wait', provider);

  child.kill('SIGKILL');

  await exit;
  await processGone(pid, 2000);
});
