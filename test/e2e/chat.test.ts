import { join } from 'node:path';
import { expect, onTestFailed, onTestFinished, test } from 'vitest';
import { MODEL } from '../support/chat-script.ts';
import { PtyChat } from '../support/pty-chat.ts';
import { agentFile, runAgent, temporaryFolder } from '../support/run-agent.ts';

/** The built program in a pseudo-terminal; afterwards the shell tells the terminal's modes. */
interface ChatPlace {
  readonly home?: string;
  readonly files?: Readonly<Record<string, string>>;
}

function openChat(config: string, ...rest: readonly (string | ChatPlace)[]): PtyChat {
  const words = rest.filter((word) => typeof word === 'string');
  const place: ChatPlace = rest.find((word) => typeof word === 'object') ?? {};
  const folder = temporaryFolder({ 'agent.hcl': config, ...place.files });
  const home = place.home ?? folder;
  const program = [process.execPath, agentFile, ...words].map((word) => `'${word}'`).join(' ');
  const chat = new PtyChat(
    '',
    { turns: [], model: MODEL },
    {
      shell: `cd '${folder}'; ${program}; echo "left $?"; stty -a | tr ' ;' '\\n' | grep -x -e -icanon -e icanon`,
      environment: { HOME: home, LANG: 'C.UTF-8' },
      rows: 30,
    },
  );
  onTestFinished(() => chat.close());
  onTestFailed(() => console.log(chat.lines().join('\n')));
  return chat;
}

const example = 'provider "example" {\n  pace_ms = 5\n}\n';

test('a turn streams, thinking folds, the footer shows tokens, cost and a limit; Ctrl+C twice leaves', async () => {
  const chat = openChat(example, 'help');

  await chat.shows('a refusal');
  // Until the turn is over Ctrl+C would stop it.
  await chat.until(() => /^(?!.*Esc stops).*\$0\.\d+/s.test(chat.window().join('\n')));
  const window = chat.window().join('\n');
  chat.type('\x03');
  await chat.shows('again to exit');
  chat.type('\x03');
  await chat.shows('left 0');
  await chat.shows('icanon');

  expect(chat.count('I answer with what I know.')).toBe(0);
  expect(window).toMatch(/example\/demo/);
  expect(window).toMatch(/98 ?%/);
  expect(chat.lines()).toContain('icanon');
  expect(chat.bytes).not.toContain('\x1b[2J');
  expect(chat.bytes).not.toContain('\x1b[3J');
});

test('a failure is shown with its reason, and the chat goes on', async () => {
  const chat = openChat(example, 'error auth_error');

  await chat.shows('Credential refused');
  await chat.shows('Write a message');
  chat.type('hello again');
  await chat.shows('> hello again');
  chat.type('\r');

  await chat.shows('You said: hello again');
});

test('a file named behind an @ goes with the message, completed by Tab', async () => {
  const chat = openChat(example, { files: { 'notes.txt': 'forty-two', 'other.txt': 'x' } });
  await chat.shows('Write a message');
  chat.type('sum @no\t');
  await chat.shows('> sum @notes.txt');
  chat.type('\r');

  await chat.shows('You said: sum @notes.txt');
  await chat.shows('forty-two');
  expect(chat.lines().join('\n')).toContain('<file path="notes.txt">');
});

test('a chat is kept as it happens, and goes on with -c', async () => {
  const home = temporaryFolder();
  const file = join(temporaryFolder({ 'agent.hcl': example }), 'agent.hcl');
  const first = openChat(example, '--config', file, 'first words', { home });
  await first.shows('You said: first words');
  await first.until(() => /\$0\.\d+/.test(first.window().join('\n')));
  first.type('\x04');
  await first.shows('left 0');

  const second = openChat(example, '--config', file, '-c', 'second words', { home });
  await second.shows('You said: second words');
  await second.until(() => /\$0\.\d+/.test(second.window().join('\n')));
  second.type('\x04');
  await second.shows('left 0');

  const { stdout } = await runAgent(['sessions', 'list', '--json'], { env: { HOME: home } });
  const { sessions } = JSON.parse(stdout);
  expect(sessions).toMatchObject([{ title: 'first words', turns: 2, messages: 4 }]);
});
