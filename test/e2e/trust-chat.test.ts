import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFailed, onTestFinished, test } from 'vitest';
import { MODEL } from '../support/chat-script.ts';
import { processesBelow } from '../support/process-tree.ts';
import { say } from '../support/pty-agent.ts';
import { PtyChat } from '../support/pty-chat.ts';
import { agentFile, runAgent, temporaryFolder } from '../support/run-agent.ts';
import { trustExample, trustExamples } from '../support/trust-examples.ts';
import { listed, openProject, type TrustExample } from '../support/trust-scene.ts';

interface Place {
  readonly cwd: string;
  readonly own: Readonly<Record<string, string>>;
  readonly columns?: number;
}

/** The built program in a pseudo-terminal, in some project. */
function startChat({ cwd, own, columns = 200 }: Place, words: readonly string[]): PtyChat {
  const program = [process.execPath, agentFile, ...words].map((word) => `'${word}'`).join(' ');
  const chat = new PtyChat(
    '',
    { turns: [], model: MODEL },
    {
      shell: `cd '${cwd}'; ${program}; echo "left $?"`,
      environment: { PATH: process.env['PATH'] ?? '', LANG: 'C.UTF-8', ...own },
      columns,
      rows: 30,
    },
  );
  onTestFinished(() => chat.close());
  onTestFailed(() => console.log(chat.lines().join('\n')));
  return chat;
}

const CHOICES = '[y] allow  [n] no  [v] view file';

/** A project of one example, the chat in it, and what is granted. */
async function openChats(subject: TrustExample) {
  const project = await openProject(subject);
  const start = (more: Partial<Place> = {}) =>
    startChat({ ...project, ...more }, ['-m', subject.model, 'hello']);
  const granted = async () =>
    listed((await project.agent(['trust', '--json'])).stdout).map((ask) => ask.granted);
  return { ...project, start, granted };
}

describe.each(trustExamples)('$name', (subject) => {
  const { kinds, happened, says } = subject;

  test('nothing of it happens before a yes; then it works, is kept, and another value asks anew', async () => {
    const { scene, start, granted, change } = await openChats(subject);

    const declined = start();
    declined.type('y\r');
    await declined.shows(CHOICES);
    const running = processesBelow(declined.pty.pid).map(({ command }) => command);
    declined.type('\r');
    await declined.shows('left 3');

    expect(running).toEqual([expect.stringContaining(agentFile)]);
    expect(happened(scene)).toBe(false);
    expect(declined.count(`asks for ${kinds.length} thing`)).toBe(1);

    const accepted = start();
    await accepted.shows(CHOICES);
    expect(happened(scene)).toBe(false);
    accepted.type('y');
    await accepted.shows(says(scene));

    expect(happened(scene)).toBe(true);
    expect(await granted()).toEqual(kinds.map(() => true));
    accepted.close();

    change();
    const again = start();
    await again.shows(CHOICES);

    expect(again.count('it did not ask before')).toBe(1);
  });
});

test('a yes is to the build that was shown: one that changes meanwhile asks anew', async () => {
  const { start, change, scene, granted } = await openChats(trustExample('a build of the project'));
  const chat = start();
  await chat.shows(CHOICES);

  change();
  chat.type('y');
  await chat.until(() => chat.count(CHOICES) === 2);
  chat.type('n');
  await chat.shows('left 3');

  expect(trustExample('a build of the project').happened(scene)).toBe(false);
  expect(await granted()).toEqual([false]);
});

test.each([
  { name: 'n', key: 'n' },
  { name: 'Enter', key: '\r' },
  { name: 'another letter', key: 'x' },
  { name: 'Escape', key: '\x1b' },
  { name: 'Ctrl+C', key: '\x03' },
])('$name is no, and asks again the next time', async ({ key }) => {
  const { start, granted } = await openChats(trustExample('a secret in the path of a URL'));
  const chat = start();
  await chat.shows(CHOICES);

  chat.type(key);
  await chat.shows('left 3');
  const again = start();
  await again.shows(CHOICES);

  expect(chat.count('not-trusted')).toBe(1);
  expect(await granted()).toEqual([false]);
});

test('the chat takes keys behind the question, plain lines too', async () => {
  const subject = trustExample('a secret in the path of a URL');
  const { scene, own, cwd } = await openProject(subject);
  const chat = startChat({ cwd, own }, ['-m', subject.model, '--plain', 'hello']);
  await chat.shows(CHOICES);

  chat.type('y');
  await chat.shows(subject.says(scene));
  await chat.until(() => chat.window().lastIndexOf('>') > 0);
  chat.type('/exit\r');

  await chat.shows('left 0');
});

test('what is asked for is shown in full, in a narrow window too', async () => {
  const url = `https://${'long.'.repeat(30)}test`;
  const { write, start } = await openChats(trustExample('another host'));
  write(`provider "anthropic" {\n  api_key  = env("E2E_KEY")\n  base_url = "${url}"\n}\n`);

  const chat = start({ columns: 40 });
  await chat.shows('[y] allow');

  expect(chat.lines().join('')).toContain(`send E2E_KEY to ${url}    (line 3)`);
});

test('the file is shown on request, without what it would do to a terminal', async () => {
  const { write, start } = await openChats(trustExample('another host'));
  write('# \x1b[2J hidden \u202e\nprovider "anthropic" {\n  base_url = "https://llm.test"\n}\n');
  const chat = start();
  await chat.shows(CHOICES);

  chat.type('v');
  await chat.until(() => chat.count(CHOICES) === 2);

  expect(chat.count('   1: # ')).toBe(1);
  expect(chat.count('   3:   base_url = "https://llm.test"')).toBe(1);
  expect(chat.bytes).not.toContain('\x1b[2J');
  expect(chat.bytes).not.toContain('\u202e');
});

test('only what was not asked before is asked', async () => {
  const { own, agent, cwd, write, scene } = await openProject(
    trustExample('a secret in the path of a URL'),
  );
  await agent(['trust', '--accept']);
  const before = readFileSync(join(cwd, 'agent.hcl'), 'utf8');
  write(`${before}provider "openai" {\n  base_url = "https://llm.test"\n}\n`);

  const chat = startChat({ cwd, own }, ['-m', 'anthropic/claude-haiku-4-5', 'hello']);
  await chat.shows(CHOICES);

  expect(chat.count('asks for 1 thing it did not ask before')).toBe(1);
  expect(chat.count('send what "openai" is told to https://llm.test')).toBe(1);
  expect(scene.vendor.requests).toEqual([]);
});

test.each([
  { name: 'a digest in AGENT_TRUST', digest: true, words: [] },
  { name: '--trust-providers', digest: false, words: ['--trust-providers'] },
])('$name is asked nothing', async ({ digest, words }) => {
  const subject = trustExample('a secret in the path of a URL');
  const { scene, agent, cwd, own } = await openProject(subject);
  const { stdout } = await agent(['trust', '--digest']);
  const more: Readonly<Record<string, string>> = digest ? { AGENT_TRUST: stdout.trim() } : {};

  const place = { cwd, own: { ...own, ...more } };
  const chat = startChat(place, ['-m', subject.model, ...words, 'hello']);
  await chat.shows(subject.says(scene));

  expect(chat.count('did not ask before')).toBe(0);
});

test('a file from agent init is asked nothing', async () => {
  const [cwd, home] = [temporaryFolder(), temporaryFolder()];
  const own = { HOME: home, ANTHROPIC_API_KEY: 'sk-init-key', OPENAI_API_KEY: 'sk-other-key' };
  await runAgent(['init'], { cwd, env: own });

  const chat = startChat({ cwd, own }, []);
  await chat.shows('Write a message');

  expect(chat.count('did not ask before')).toBe(0);
});

test('where no grant can be kept nobody is asked', async () => {
  const { start, cwd, own } = await openChats(trustExample('a secret in the path of a URL'));

  const chat = start({ own: { ...own, XDG_STATE_HOME: join(cwd, 'state') } });
  await chat.shows('left 3');

  expect(chat.count('inside the project')).toBeGreaterThan(0);
  expect(chat.count(CHOICES)).toBe(0);
});

test('a conversation that would go to another machine than before is asked for, and once', async () => {
  const quick = 'provider "example" {\n  pace_ms = 0\n}\n';
  const gateway =
    'provider "anthropic" {\n  base_url = "https://llm.example.test"\n  api_key = env("KEY")\n}\n';
  const cwd = temporaryFolder({ 'agent.hcl': quick });
  const own = { HOME: temporaryFolder(), KEY: 'sk-a-key-of-a-test' };
  const start = (...words: readonly string[]) =>
    startChat({ cwd, own }, ['-m', 'example/demo', ...words]);
  const leave = async (chat: PtyChat) => {
    await say(chat, '/exit');
    await chat.shows('left 0');
  };
  for (const plan of ['first plan', 'second plan']) {
    const chat = start(plan);
    await chat.shows(`You said: ${plan}`);
    await leave(chat);
  }
  writeFileSync(join(cwd, 'agent.hcl'), quick + gateway);
  await runAgent(['trust', '--accept'], { cwd, env: own });
  const asked = 'send  what was said  to  https://llm.example.test';

  const declined = start('-c');
  await declined.shows(asked);
  await declined.shows('[y] allow  [n] no');
  declined.type('\r');
  await declined.shows('left 3');
  const accepted = start('-c');
  await accepted.shows('[y] allow  [n] no');
  accepted.type('y');
  await accepted.shows('Resumed "second plan"');
  await say(accepted, '/resume');
  await accepted.shows('first plan  1 turn');
  accepted.type('\r');
  await accepted.shows('Allow it (1 of 2)');
  expect(accepted.count(asked)).toBe(2);
  accepted.type('\r');
  await accepted.shows('The conversation is the one it was.');
  await say(accepted, '/resume');
  await accepted.until(() => accepted.window().some((line) => line.startsWith('> first plan')));
  accepted.type('\r');
  await accepted.shows('Allow it (1 of 2)');
  accepted.type('\u001b[B');
  await accepted.shows('Allow it (2 of 2)');
  accepted.type('\r');
  await accepted.shows('Resumed "first plan"');
  await leave(accepted);
  const later = start('-c');
  await later.shows('Resumed "first plan"');

  expect(declined.count('not-trusted')).toBe(1);
  expect(later.count('allow')).toBe(0);
});
