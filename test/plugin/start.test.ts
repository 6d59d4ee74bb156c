import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LaunchSpec } from '../../src/plugin/launch-spec.ts';
import { awaitHandshake, type LaunchContext, launch } from '../../src/plugin/start.ts';
import { startFailureText } from '../../src/plugin/start-failure.ts';
import { fixtureSpec, launchContext } from '../support/plugin-kit.ts';
import { processGone } from '../support/process-gone.ts';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'agent-start-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const never = new AbortController().signal;

async function start(spec: LaunchSpec, context: LaunchContext, signal: AbortSignal = never) {
  const launched = launch(spec, context);
  if (launched.type === 'failed') return { outcome: launched, process: undefined };
  return {
    outcome: await awaitHandshake(launched.process, context, signal),
    process: launched.process,
  };
}

/** Starts what must fail, and makes sure that nothing of it is left. */
async function failureOf(spec: LaunchSpec, context: LaunchContext = launchContext()) {
  const { outcome, process } = await start(spec, context);
  if (outcome.type !== 'failed') throw new Error('it started');
  await process?.ended;
  return outcome.failure;
}

test('a good provider hands over its address and stays', async () => {
  const { outcome, process } = await start(fixtureSpec('good.mjs'), launchContext());

  expect(outcome).toMatchObject({
    type: 'started',
    handshake: { network: 'unix', handshakeVersion: 1 },
  });
  expect(process?.end).toBeUndefined();
  process?.signalGroup('SIGKILL');
  expect(await process?.ended).toMatchObject({ type: 'exited', signal: 'SIGKILL' });
});

test.each([
  {
    name: 'prints something else first',
    file: 'banner-first.mjs',
    reason: { type: 'not-a-handshake', line: '*** welcome to the raw plugin ***' },
    says: ['something else than a handshake', 'welcome to the raw plugin'],
  },
  {
    name: 'prints something else only',
    file: 'print-line.mjs',
    args: ['hello'],
    reason: { type: 'not-a-handshake', line: 'hello' },
    says: ['something else', '"hello"', 'about to print'],
  },
  {
    name: 'prints a line without an end',
    file: 'print-endlessly.mjs',
    reason: { type: 'not-a-handshake' },
    says: ['something else', '"xxxx'],
  },
  {
    name: 'ends with a reason on stderr',
    file: 'early-exit.mjs',
    reason: { type: 'exited', end: { type: 'exited', exitCode: 3, signal: undefined } },
    says: ['exited with code 3', 'first line', 'no license for this machine'],
  },
  {
    name: 'ends in the middle of its line',
    file: 'half-a-line.mjs',
    reason: { type: 'exited' },
    says: ['exited with code 0 before its handshake'],
  },
  {
    name: 'closes its output and runs on',
    file: 'close-output.mjs',
    reason: { type: 'closed-output' },
    says: ['closed its output'],
  },
  {
    name: 'has another launcher version',
    file: 'print-line.mjs',
    args: ['2|1|unix|/tmp/x|grpc|'],
    reason: { type: 'core-version', found: '2' },
    says: ['launcher version is "2", expected 1'],
  },
  {
    name: 'has another handshake version',
    file: 'print-line.mjs',
    args: ['1|7|unix|/tmp/x|grpc|'],
    reason: { type: 'handshake-version', found: '7' },
    says: ['handshake version is "7", expected 1'],
  },
  {
    name: 'speaks the legacy protocol',
    file: 'print-line.mjs',
    args: ['1|1|unix|/tmp/x|netrpc|'],
    reason: { type: 'protocol', found: 'netrpc' },
    says: ['speaks "netrpc", expected "grpc"'],
  },
  {
    name: 'names another machine',
    file: 'print-line.mjs',
    args: ['1|1|tcp|203.0.113.9:80|grpc|'],
    reason: { type: 'address', found: '203.0.113.9:80' },
    says: ['address "203.0.113.9:80"', 'loopback'],
  },
  {
    name: 'does not exist, run by Node',
    file: 'no-such-file.mjs',
    reason: { type: 'missing' },
    says: ['does not exist', 'no-such-file.mjs'],
  },
])('a program that $name is named with the reason', async ({ file, args, reason, says }) => {
  const failure = await failureOf(fixtureSpec(file, args));
  const { summary, detail } = startFailureText(failure);

  expect(failure.reason).toMatchObject(reason);
  expect(summary).toMatch(/^Provider "raw" did not start: /);
  for (const words of [...says, file]) expect(`${summary}\n${detail}`).toContain(words);
});

test('a program that prints nothing is given up after the deadline', async () => {
  const failure = await failureOf(fixtureSpec('silent.mjs'), launchContext({ handshakeMs: 50 }));

  expect(failure.reason).toEqual({ type: 'timeout', limitMs: 50 });
  expect(startFailureText(failure).summary).toContain('no handshake within 0.05 s');
});

test('a start is given up when its signal aborts', async () => {
  const controller = new AbortController();
  const context = launchContext();
  const starting = start(fixtureSpec('silent.mjs'), context, controller.signal);

  controller.abort();

  const { outcome, process } = await starting;
  expect(outcome).toMatchObject({ failure: { reason: { type: 'cancelled' } } });
  expect(await process?.ended).toMatchObject({ signal: 'SIGKILL' });
});

test.each([
  { name: 'missing', path: 'nothing', prepare: undefined, reason: { type: 'missing' } },
  {
    name: 'not executable',
    path: 'plain',
    prepare: (path: string) => writeFile(path, '#!/bin/sh\n', { mode: 0o644 }),
    reason: { type: 'not-executable' },
  },
  {
    name: 'a directory',
    path: 'folder',
    prepare: (path: string) => mkdir(path),
    reason: { type: 'is-directory' },
  },
  {
    name: 'of a missing interpreter',
    path: 'script',
    prepare: (path: string) => writeFile(path, '#!/no/such/interpreter\n', { mode: 0o755 }),
    reason: { type: 'not-started', code: 'ENOENT' },
  },
])('an executable that is $name is told apart', async ({ path, prepare, reason }) => {
  const program = join(directory, path);
  await prepare?.(program);

  const failure = await failureOf(fixtureSpec('', [], { command: program, program, args: [] }));

  expect(failure.reason).toEqual(reason);
});

test('without any writable place for its socket a start says which it tried', async () => {
  const locked = join(directory, 'locked');
  const context = launchContext();
  const failure = await failureOf(fixtureSpec('good.mjs'), {
    ...context,
    environment: { TMPDIR: locked },
    processes: {
      ...context.processes,
      privateDirectory: (parent) => {
        throw Object.assign(new Error('refused'), { code: 'EACCES', path: parent });
      },
    },
  });

  expect(failure.reason).toEqual({ type: 'no-private-directory', path: locked, detail: 'EACCES' });
});

test('a temporary directory with a path too long for a socket is passed over', async () => {
  const long = join(directory, 'x'.repeat(100));
  await mkdir(long);
  const context = launchContext({ environment: { TMPDIR: long, PATH: process.env['PATH'] } });

  const { outcome, process: child } = await start(fixtureSpec('good.mjs'), context);

  expect(outcome).toMatchObject({ type: 'started' });
  if (outcome.type === 'started')
    expect(outcome.handshake.address).toMatch(/^\/tmp\/agent-[^/]{6}\/raw-/);
  child?.signalGroup('SIGKILL');
});

test('a provider that floods both of its streams starts, and its last words are kept', async () => {
  const context = launchContext();
  const { outcome, process: child } = await start(fixtureSpec('noisy.mjs'), context);

  await expect.poll(() => context.records.at(-1)?.message, { timeout: 20_000 }).toBe('last words');

  expect(outcome.type).toBe('started');
  expect(child?.stderrTail().at(-1)).toBe('last words');
  expect(child?.stderrTail().length).toBeLessThanOrEqual(10);
  child?.signalGroup('SIGKILL');
});

test('a grandchild that ignores every signal ends with its group', async () => {
  const context = launchContext();
  const { process: child } = await start(fixtureSpec('deaf.mjs'), context);
  await expect.poll(() => context.records[0]?.message).toMatch(/^child \d+$/);
  const grandchild = Number(context.records[0]?.message.split(' ')[1]);

  child?.signalGroup('SIGKILL');

  await child?.ended;
  await processGone(grandchild);
});
