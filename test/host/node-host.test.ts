import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BundledFixture, bundleFixture } from '../support/bundle-fixture.ts';
import { processGone } from '../support/process-gone.ts';

let fixture: BundledFixture;

beforeAll(async () => {
  fixture = await bundleFixture('test/fixtures/host/program.ts');
});
afterAll(() => fixture.remove());

function run(...args: string[]) {
  return spawn(process.execPath, [fixture.path, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
}

async function exitOf(child: ChildProcess): Promise<{ code: unknown; signal: unknown }> {
  const [code, signal] = await once(child, 'exit');
  return { code, signal };
}

test('a megabyte reaches a reader that takes it in small pieces, whole', async () => {
  const child = run('write-megabyte');
  let bytes = 0;

  for await (const chunk of child.stdout) {
    bytes += chunk.length;
    await new Promise((resolve) => setImmediate(resolve));
  }

  expect(bytes).toBe(16_384 * 64);
});

test('a reader that closes stdout is told to the hook and ends nothing by itself', async () => {
  const child = run('write-megabyte');
  const stderr = text(child.stderr);
  await once(child.stdout, 'data');

  child.stdout.destroy();

  expect(await exitOf(child)).toEqual({ code: 0, signal: null });
  expect(await stderr).toBe('reader gone\n');
});

test('standard input is read to its end', async () => {
  const child = run('read-all');
  const stdout = text(child.stdout);

  child.stdin.end('x'.repeat(300_000));

  expect(await stdout).toBe('300000');
});

test('a silent standard input that was left does not keep the program alive', async () => {
  const child = run('leave-silent-input');

  const [stdout, exit] = await Promise.all([text(child.stdout), exitOf(child)]);

  expect(stdout).toBe('{"done":true}');
  expect(exit).toEqual({ code: 0, signal: null });
});

test('a second reader of standard input goes on where the first one left', async () => {
  const child = run('read-in-two-parts');
  const stdout = text(child.stdout);
  child.stdin.write('one ');
  await once(child.stdout, 'readable');

  child.stdin.end('two');

  expect(await stdout).toBe('first\none two');
});

test('a descendant that holds the output of an ended child does not keep the program', async () => {
  const child = run('leave-descendant');
  const exit = exitOf(child);
  const [line] = await once(child.stdout, 'data');

  try {
    expect(await exit).toEqual({ code: 0, signal: null });
  } finally {
    process.kill(Number(line), 'SIGKILL');
  }
});

test.each([
  { ending: 'exit', signal: undefined, expected: { code: 3, signal: null } },
  { ending: 'throw', signal: undefined, expected: { code: 1, signal: null } },
  { ending: 'signal', signal: 'SIGTERM', expected: { code: null, signal: 'SIGTERM' } },
  { ending: 'signal', signal: 'SIGHUP', expected: { code: null, signal: 'SIGHUP' } },
  { ending: 'signal', signal: 'SIGINT', expected: { code: null, signal: 'SIGINT' } },
] as const)(
  'children, grandchildren and private directories go with the program: $ending $signal',
  async ({ ending, signal, expected }) => {
    const child = run('start-children', ending);
    const exit = exitOf(child);
    const [line] = await once(child.stdout, 'data');
    const [directory, ...ids] = String(line).trim().split(' ');

    if (signal) child.kill(signal);

    expect(await exit).toEqual(expected);
    expect(ids).toHaveLength(2);
    for (const id of ids) await processGone(Number(id));
    expect(existsSync(String(directory))).toBe(false);
  },
);
