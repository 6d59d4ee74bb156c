import { describe, expect, test } from 'vitest';
import { end, start, text } from '../support/chat-script.ts';
import { type PtyChat, ptyChats } from '../support/pty-chat.ts';

const chat = ptyChats();

const READY = 'Write a message';

const SCRIPTS = [
  { name: 'CJK', text: '漢字かな', cells: 8 },
  { name: 'combining marks', text: 'e\u0301o\u0308', cells: 2 },
  { name: 'Arabic', text: 'مرحبا', cells: 5 },
  { name: 'Hebrew', text: 'שלום', cells: 4 },
  { name: 'emoji', text: '😀👍🏽', cells: 4 },
  { name: 'emoji with joiners', text: '👩\u200d💻👨‍👩‍👧‍👦', cells: 4 },
  { name: 'flags', text: '🇩🇪🇯🇵', cells: 4 },
  { name: 'symbols shown as emoji', text: '1\ufe0f\u20e3⚠\ufe0f', cells: 4 },
] as const;

/** Joined and paired code points: one picture of two cells. */
const JOINED = [
  { name: 'an emoji', text: '😀' },
  { name: 'an emoji with joiners', text: '👩\u200d💻' },
  { name: 'a flag', text: '🇩🇪' },
  { name: 'a keycap', text: '1\ufe0f\u20e3' },
] as const;

function cursor(view: PtyChat): readonly [column: number, row: number] {
  const { cursorX, cursorY } = view.terminal.buffer.active;
  return [cursorX, cursorY];
}

/** Column at which a text begins in the row that holds it, and another text. */
function columnOf(view: PtyChat, part: string, other = part): number {
  const { active } = view.terminal.buffer;
  for (let row = 0; row < active.length; row += 1) {
    const line = active.getLine(row);
    const text = line?.translateToString(true);
    if (line === undefined || !text?.includes(part) || !text.includes(other)) continue;
    for (let column = 0; column < line.length; column += 1) {
      if (line.translateToString(true, column).startsWith(part)) return column;
    }
  }
  return -1;
}

describe.each(SCRIPTS)('$name', ({ text: sample, cells }) => {
  test('in the editor: the cursor stands behind it, before it and within the next row', async () => {
    const view = chat({ model: { provider: 'acme', model: sample } });
    await view.shows(READY);

    view.type(`${sample}x`);
    await view.shows(`${sample}x`);
    await view.until(() => cursor(view)[0] === 2 + cells + 1);
    const [, row] = cursor(view);
    expect(view.window()[row]).toBe(`> ${sample}x`);
    view.type('\u0001');
    await view.until(() => cursor(view)[0] === 2);
    view.type('\u0005\n');
    await view.until(() => cursor(view)[1] === row + 1 || cursor(view)[0] === 2);
    view.type(sample);
    await view.until(() => cursor(view)[0] === 2 + cells);

    expect(columnOf(view, 'x')).toBe(2 + cells);
  });

  test('in transcript and footer: what follows stands in the right column', async () => {
    const view = chat({
      initialPrompt: `${sample}|`,
      model: { provider: 'acme', model: sample },
      turns: [
        [
          {
            type: 'turn-start',
            turn: 1,
            attempt: 1,
            model: { provider: 'acme', model: sample },
            contextWindow: 200_000,
          },
          text(`${sample}!${sample}?\n`),
          end({ model: { provider: 'acme', model: sample } }),
        ],
      ],
    });

    await view.shows('?');
    await view.shows(READY);
    await view.shows('tokens in');

    expect(columnOf(view, '!')).toBe(cells);
    expect(columnOf(view, '?')).toBe(2 * cells + 1);
    expect(columnOf(view, ' | context')).toBe('acme/'.length + cells);
    expect(view.window().filter((line) => line.startsWith('acme/'))).toHaveLength(1);
  });
});

test.each(JOINED)('$name is one step of the cursor and one Backspace', async ({ text: sample }) => {
  const view = chat({ echoesPrompt: true, turns: [[start, end()]] });
  await view.shows(READY);

  view.type(`a${sample}b`);
  await view.until(() => cursor(view)[0] === 2 + 1 + 2 + 1);
  view.type('\u001b[D\u001b[D');
  await view.until(() => cursor(view)[0] === 3);
  view.type('\u001b[C\u007f');
  await view.shows('> ab');
  view.type('\r');

  await view.shows('Got {"prompt":"ab"');
});

test('a paragraph of wide characters breaks before the edge, each once', async () => {
  const long = '漢'.repeat(100);
  const view = chat({
    initialPrompt: 'go',
    turns: [[start, text(long), text('\n\nafter'), end()]],
  });

  await view.shows('after');
  await view.shows(READY);

  const rows = view.lines().filter((line) => line.includes('漢'));
  expect(rows.join('').replace(/[^漢]/g, '')).toBe(long);
  expect(rows[0]).toBe('漢'.repeat(39));
});

test('columns of a table stand below each other, whatever is in them', async () => {
  const cells = ['漢字', '👩\u200d💻', '🇩🇪', 'e\u0301', 'مرحبا', '⚠\ufe0f', '👍🏽!'];
  const table = `| a | b |\n|---|---|\n${cells.map((cell) => `| ${cell} | x |\n`).join('')}`;
  const view = chat({ initialPrompt: 'go', turns: [[start, text(`${table}\nafter`), end()]] });

  await view.shows('after');
  await view.shows('tokens in');

  const columns = cells.map((cell) => columnOf(view, ' | x', cell));
  expect(columns).toEqual(cells.map(() => 5));
});

test('a long line of emoji in the editor breaks before the edge, the cursor behind it', async () => {
  const view = chat({});
  await view.shows(READY);
  const perRow = Math.floor((80 - 1 - 2) / 2);

  view.type('👩\u200d💻'.repeat(perRow + 3));
  await view.until(() => cursor(view)[0] === 2 + 6);

  const [, row] = cursor(view);
  expect(view.window()[row - 1]).toBe(`> ${'👩\u200d💻'.repeat(perRow)}`);
  expect(view.window()[row]).toBe(`  ${'👩\u200d💻'.repeat(3)}`);
});
