import { describe, expect, test } from 'vitest';
import { end, start, text, thinking } from '../support/chat-script.ts';
import { foreignControls, HOSTILE, HOSTILE_PARTS } from '../support/hostile-text.ts';
import { type PtyChat, ptyChats } from '../support/pty-chat.ts';

const chat = ptyChats();

const ESC = '\u001b';
const READY = 'Write a message';
const FRAME = `${ESC}[?2026h`;

const count = (bytes: string, part: string) => bytes.split(part).length - 1;

/** The numbers of the numbered lines, from the top of the scrollback. */
function numbers(view: PtyChat): readonly number[] {
  return view
    .lines()
    .map((line) => /^line (\d+) of the answer$/.exec(line)?.[1])
    .filter((found) => found !== undefined)
    .map(Number);
}

const upTo = (total: number) => Array.from({ length: total }, (_, index) => index);

test('20,000 deltas: at most 30 frames a second, every line once', async () => {
  const view = chat({
    initialPrompt: 'go',
    turns: [[start, { flood: 20_000, text: 'line # of the answer\n' }, end()]],
  });

  await view.shows('line 19999');
  await view.shows(READY);

  expect(numbers(view)).toEqual(upTo(20_000));
  const frames = view.chunks.filter(({ data }) => data.includes(FRAME));
  const seconds = ((frames.at(-1)?.atMs ?? 0) - (frames[0]?.atMs ?? 0)) / 1_000;
  expect(count(view.bytes, FRAME)).toBeLessThanOrEqual(30 * seconds + 3);
  expect(view.bytes).not.toContain(`${ESC}[2J`);
});

test('Markdown is laid out while it streams: marks go, blocks leave once', async () => {
  const parts = [
    '# Ti',
    'tle\n\nSome **bo',
    'ld** text\n\n- one\n- tw',
    'o\n\n| a | b |\n|---|',
    '---|\n| 1 | 2 |\n',
  ];
  const view = chat(
    { initialPrompt: 'go', turns: [[start, ...parts.map((part) => text(part)), end()]] },
    { environment: { FORCE_COLOR: '1' } },
  );

  await view.shows('1  | 2');
  await view.shows(READY);

  const lines = view.lines().map((line) => line.trimEnd());
  expect(lines.slice(lines.indexOf('Title'), lines.indexOf('1  | 2') + 1)).toEqual([
    ...['Title', '', 'Some bold text', '', '- one', '- two', '', 'a  | b', '---+---', '1  | 2'],
  ]);
  expect(view.bytes).toContain(`${ESC}[1mbold${ESC}[22m`);
  expect(view.count('Title')).toBe(1);
});

test('a paragraph without end is kept within half the window', async () => {
  const view = chat(
    {
      initialPrompt: 'go',
      turns: [[start, { flood: 400, text: 'word# ', everyMs: 1 }, { untilAborted: true }, end()]],
    },
    { rows: 12 },
  );

  await view.shows('word399');

  const lines = view.window();
  const status = lines.findIndex((line) => line.startsWith('example/demo'));
  const top = lines.findIndex((line) => line.includes('word399'));
  expect(status).toBeGreaterThan(0);
  expect(status - top).toBeLessThan(6);
  const shown = view
    .lines()
    .join(' ')
    .match(/word\d+/g);
  expect(shown).toEqual(upTo(400).map((index) => `word${index}`));
});

test('code lines go out whole', async () => {
  const code = `const long = '${'x'.repeat(100)}';`;
  const view = chat({
    initialPrompt: 'go',
    turns: [
      [
        start,
        text('```js\n'),
        text(code.slice(0, 50)),
        text(`${code.slice(50)}\n`),
        text('```\n'),
        end(),
      ],
    ],
  });

  await view.shows(READY);

  expect(view.bytes).toContain(`${code}\r`);
});

describe('hostile text', () => {
  test('no sequence reaches the terminal from text, thinking or notices, however it is cut', async () => {
    const view = chat({
      initialPrompt: 'go',
      turns: [
        [
          start,
          ...HOSTILE_PARTS.map(thinking),
          { waitMs: 100 },
          ...HOSTILE_PARTS.flatMap((part) => [text(part), { waitMs: 45 }]),
          text('\n'),
          { type: 'warning', message: `w${HOSTILE}` },
          end(),
        ],
      ],
    });

    await view.shows(READY);

    expect(foreignControls(view.bytes)).toEqual([]);
    expect(view.lines()).toContain('abcdxef ok');
    expect(view.lines()).toContain('! wabcdxef ok');
  });
});

test.each([
  { name: 'DEV', environment: { DEV: 'true' } },
  { name: 'INK_SCREEN_READER', environment: { INK_SCREEN_READER: 'true' } },
])('$name in the environment changes nothing', async ({ environment }) => {
  const view = chat(
    { initialPrompt: 'go', turns: [[start, text('Done.'), end()]] },
    { environment },
  );

  await view.shows('Done.');
  await view.shows(READY);
  view.resize(60, 20);
  view.type('x');
  await view.shows('> x');

  await view.until(() => view.count('example/demo') === 1);
});
