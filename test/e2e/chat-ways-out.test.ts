// Every way out of the chat, on the built program: the terminal as it was, no process left.
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { processGone } from '../support/process-gone.ts';
import { processesBelow } from '../support/process-tree.ts';
import { COOKED, expectModesOff, openAgentChat, projectWith } from '../support/pty-agent.ts';
import type { PtyChat } from '../support/pty-chat.ts';
import { agentFile, jsonLines, runAgent, temporaryFolder } from '../support/run-agent.ts';

const SLOW = 'provider "example" {\n  pace_ms = 20\n}\n';
const ESC = '\u001b';
const READY = 'Write a message';

/** The chat with an answer running, and its processes. */
async function answering(environment: Readonly<Record<string, string>> = {}) {
  const place = { cwd: projectWith(SLOW), home: temporaryFolder() };
  const chat = openAgentChat({ ...place, environment, columns: 160 }, ['slow']);
  await chat.shows('Line 1.');
  const processes = processesBelow(chat.pty.pid);
  const kernel = processes.find(({ command }) => command.includes(agentFile));
  const provider = processes.find(({ command }) => command.includes('providers'));
  if (kernel === undefined || provider === undefined) throw new Error('not all of it runs');
  return { chat, place, kernel, provider };
}

function expectRestored(chat: PtyChat): void {
  expectModesOff(chat.bytes);
  expect(chat.lines()).toContain(COOKED);
}

/** Turns of the only session that is kept. */
async function keptTurns({ cwd, home }: { readonly cwd: string; readonly home: string }) {
  const { stdout } = await runAgent(['sessions', 'list', '--json'], { cwd, env: { HOME: home } });
  const sessions = jsonLines(stdout)[0]?.['sessions'] as readonly Record<string, unknown>[];
  return sessions.map(({ title, turns }) => `${title}: ${turns}`);
}

describe('a signal', () => {
  test.each([
    { name: 'SIGHUP', times: 1, code: 129 },
    { name: 'SIGTERM', times: 1, code: 143 },
    { name: 'SIGINT', times: 2, code: 130 },
  ] as const)('$name, $times times', async ({ name, times, code }) => {
    const { chat, place, kernel, provider } = await answering();

    process.kill(kernel.id, name);
    if (times === 2) {
      await chat.shows('Stopped.');
      await chat.shows(READY);
      process.kill(kernel.id, name);
    }
    await chat.shows(`left ${code}`);
    await chat.shows('opost');

    expectRestored(chat);
    expect(chat.count('The answer above is incomplete')).toBe(1);
    await processGone(kernel.id, 2_000);
    await processGone(provider.id, 2_000);
    expect(await keptTurns(place)).toEqual(['slow: 1']);
  });
});

test('a closed window ends kernel and provider, and the session is kept', async () => {
  const { chat, place, kernel, provider } = await answering();

  chat.closeWindow();
  await chat.exited;

  await processGone(kernel.id, 4_000);
  await processGone(provider.id, 2_000);
  expect(await keptTurns(place)).toEqual(['slow: 1']);
});

test('a provider that is killed is told, and the chat goes on with a new one', async () => {
  const { chat, kernel, provider } = await answering();

  process.kill(provider.id, 'SIGKILL');
  await chat.shows('Provider process ended');
  await chat.shows(READY);
  chat.type('hello again');
  await chat.shows('> hello again');
  chat.type('\r');
  await chat.shows('You said: hello again');
  await chat.shows(READY);
  const [next] = processesBelow(kernel.id);
  chat.type('\u0004');
  await chat.shows('left 0');
  await chat.shows('opost');

  expect(next?.id).not.toBe(provider.id);
  expectRestored(chat);
  await processGone(kernel.id, 2_000);
  await processGone(next?.id ?? 0, 2_000);
});

test('an exception in the kernel: one message with the place of the log, everything as it was', async () => {
  const folder = temporaryFolder({
    'throw.mjs': `process.on('SIGUSR2', () => { throw new Error('boom ${ESC}[2J'); });\n`,
  });
  const { chat, place, kernel, provider } = await answering({
    NODE_OPTIONS: `--import=${join(folder, 'throw.mjs')}`,
  });

  process.kill(kernel.id, 'SIGUSR2');
  await chat.shows('left 1');
  await chat.shows('opost');

  expectRestored(chat);
  const lines = chat.lines();
  expect(lines).toContain('Error: the program failed; please report this:');
  expect(lines).toContain('Error: boom');
  expect(lines).toContain(`The log is ${place.home}/.local/state/agent/agent.log`);
  expect(chat.bytes).not.toContain(`${ESC}[2J`);
  const left = chat.bytes.lastIndexOf(`${ESC}[?2004l`);
  expect(left).toBeLessThan(chat.bytes.indexOf('Error: the program failed'));
  await processGone(kernel.id, 2_000);
  await processGone(provider.id, 2_000);
  expect(await keptTurns(place)).toEqual(['slow: 1']);
});

test.each([
  { name: 'SIGTERM', code: 143 },
  { name: 'SIGHUP', code: 129 },
] as const)(
  '$name at the question whether to trust: the terminal as it was',
  async ({ name, code }) => {
    const cwd = projectWith('provider "anthropic" {\n  base_url = "https://llm.example.test"\n}\n');
    const chat = openAgentChat({ cwd, home: temporaryFolder() }, ['-m', 'anthropic/x']);
    await chat.shows('[y] allow');
    const [kernel] = processesBelow(chat.pty.pid);

    process.kill(kernel?.id ?? 0, name);
    await chat.shows('opost');

    expect(chat.lines()).toContain(COOKED);
    expect(chat.count(`left ${code}`)).toBe(1);
  },
);
