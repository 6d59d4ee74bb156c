// The ways in which a person may want the chat to look, on the built program: each is complete.
import { expect, test } from 'vitest';
import { messagesVendor } from '../support/messages-vendor.ts';
import { openAgentChat, projectWith } from '../support/pty-agent.ts';
import { temporaryFolder } from '../support/run-agent.ts';

const ANSWER = [
  '# Title',
  'Some **bold**, *slanted*, ~~struck~~ words, `code` and [a link](https://example.test).',
  '```js\n// why\nconst one = f("two", 3);\n```',
  '- item\n\n| a | b |\n|---|---|\n| 1 | 2 |',
].join('\n\n');

/** Bold, dim and their kin; the six colours that can be read on a light and on a dark background. */
const STYLES = new Set('0 1 2 3 4 9 22 23 24 29 31 32 33 34 35 36 39'.split(' '));

interface Look {
  readonly name: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly words?: readonly string[];
  readonly isPlain?: boolean;
  readonly hasColor?: boolean;
}

const looks: readonly Look[] = [
  { name: 'of its own', hasColor: true },
  { name: 'CI=true', environment: { CI: 'true' }, hasColor: true },
  { name: 'NO_COLOR', environment: { NO_COLOR: '1', FORCE_COLOR: '3' } },
  { name: '--color never', environment: { FORCE_COLOR: '3' }, words: ['--color', 'never'] },
  { name: 'TERM=dumb', environment: { TERM: 'dumb' }, isPlain: true },
  { name: '--plain', words: ['--plain'], isPlain: true, hasColor: true },
  {
    name: '16 colours',
    environment: { TERM: 'xterm-16color', COLORTERM: 'truecolor', FORCE_COLOR: '3' },
    hasColor: true,
  },
  {
    name: 'a light background',
    environment: { COLORFGBG: '0;15', COLORTERM: 'truecolor' },
    hasColor: true,
  },
];

test.each(looks)('$name', async ({ environment, words = [], isPlain, hasColor = false }) => {
  const vendor = await messagesVendor(() => ({ text: ANSWER }));
  const chat = openAgentChat(
    {
      cwd: projectWith(vendor.config),
      home: temporaryFolder(),
      environment: { KEY: 'sk-looks-key', ...environment },
    },
    [...words, 'go'],
  );

  await chat.shows('tokens in 100 out 10');
  await chat.until(() => {
    const prompt = isPlain === true ? '>' : '> Write a message, or /help';
    return chat.window().lastIndexOf(prompt) > 0;
  });
  chat.type('/cost\r');
  await chat.shows('Cost of this conversation');
  chat.type('\u0004');
  await chat.shows('left 0');

  const styles = chat.bytes.split('\u001b[').flatMap((part) => /^([\d;]+)m/.exec(part)?.[1] ?? []);
  expect(styles.filter((style) => !STYLES.has(style))).toEqual([]);
  // Resetting the style is no use of it.
  expect(styles.some((style) => style !== '0')).toBe(hasColor);
  const unstyled = chat.bytes.split('\u001b').filter((part) => !/^\[[\d;]*m/.test(part));
  // What comes before the first sequence is none.
  expect(unstyled.length === 1).toBe(isPlain ?? false);
  expect(chat.count('const one = f("two", 3);')).toBe(1);
  expect(chat.count('Warning')).toBe(0);
  expect(chat.count('Title')).toBe(1);
  expect(chat.count('> go')).toBe(1);
});
