import { describe, expect, test } from 'vitest';
import { end, start, text, thinking } from '../support/chat-script.ts';
import { type PtyChat, ptyChats } from '../support/pty-chat.ts';

const chat = ptyChats();

const ESC = '\u001b';

/** The last line, where the cursor stands. */
const prompts = (view: PtyChat) =>
  view.lines().filter((line) => line.startsWith('example/demo')).length;

async function ready(view: PtyChat, times: number): Promise<void> {
  await view.until(() => prompts(view) === times && view.terminal.buffer.active.cursorX === 2);
}

test.each([
  { name: '--plain', script: { isPlain: true }, options: {} },
  { name: 'TERM=dumb', script: {}, options: { environment: { TERM: 'dumb' } } },
])('$name: a conversation without moving the cursor', async ({ script, options }) => {
  const view = chat(
    {
      ...script,
      turns: [
        [
          start,
          thinking('Let me see.'),
          text('The ans'),
          text(`wer${ESC}[2`),
          text('Jis 42.\nRight.'),
          { type: 'warning', message: 'Careful.' },
          end(),
        ],
        [start, text('Second.'), end()],
      ],
    },
    { ...options, shell: 'CHAT; echo "code $?"; stty -a; echo END' },
  );
  await ready(view, 1);

  view.type('hello\r');
  await ready(view, 2);
  view.type('more\r');
  await ready(view, 3);
  view.type('\u0004');
  await view.shows('END');

  const lines = view.lines();
  expect(lines).toContain('> hello');
  expect(lines.join('\n')).toMatch(/\nThought for [\d.]+m?s, ~3 tokens\n/);
  expect(lines).toContain('The answeris 42.');
  expect(lines).toContain('Right.');
  expect(lines).toContain('! Careful.');
  expect(lines).toContain('Second.');
  expect(view.count('tokens in 12.3k out 678')).toBe(1);
  expect(view.count('code 0')).toBe(1);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: anything but styles would move the cursor
  expect(view.bytes.replace(/\u001b\[\d*m/g, '')).not.toContain(ESC);
  expect(view.bytes).toContain('icanon');
});

describe('Ctrl+C', () => {
  test('stops an answer, and twice at the prompt leaves', async () => {
    const view = chat({
      isPlain: true,
      turns: [
        [start, text('Once'), { untilAborted: true }, end({ status: 'cancelled', text: 'Once' })],
      ],
    });
    await ready(view, 1);
    view.type('hi\r');
    await view.shows('Once');

    view.type('\u0003');
    await view.shows('! Stopped. The answer above is incomplete.');
    await ready(view, 2);
    view.type('\u0003');
    await view.shows('Press Ctrl+C again to exit');
    view.type('\u0003');

    expect(await view.exited).toBe(0);
  });
});

test('a line typed while an answer runs is sent after it', async () => {
  const view = chat({
    isPlain: true,
    echoesPrompt: true,
    turns: [
      [start, { waitMs: 300 }, end()],
      [start, end()],
    ],
  });
  await ready(view, 1);
  view.type('one\r');
  await view.shows('Got {"prompt":"one"}');

  view.type('two\r');

  await view.shows('Got {"prompt":"two"}');
});

test('a back slash continues the message on the next line', async () => {
  const view = chat({ isPlain: true, echoesPrompt: true, turns: [[start, end()]] });
  await ready(view, 1);

  view.type('one\\\rtwo\r');

  await view.shows('Got {"prompt":"one\\ntwo"}');
});
