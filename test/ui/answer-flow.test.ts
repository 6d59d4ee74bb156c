import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AnswerLook,
  finishAnswer,
  NO_ANSWER,
  settleAnswer,
} from '../../src/ui/answer-flow.ts';
import { cellWidth } from '../../src/ui/cell-width.ts';
import { highlightCode } from '../../src/ui/markdown/highlight.ts';
import { createPalette } from '../../src/ui/palette.ts';

const plain: AnswerLook = { palette: createPalette(false), hasColor: false, hasLinks: false };
const colored: AnswerLook = { palette: createPalette(true), hasColor: true, hasLinks: false };

/** Plays deltas with a frame after each; what reached the scrollback at the end. */
function play(deltas: readonly string[], columns: number, maxRows: number): readonly string[] {
  const lines: string[] = [];
  let open = NO_ANSWER;
  for (const delta of deltas) {
    const settled = settleAnswer({ ...open, text: open.text + delta }, columns, maxRows, plain);
    expect(settled.rows.length).toBeLessThanOrEqual(maxRows);
    for (const row of settled.rows) expect(cellWidth(row)).toBeLessThanOrEqual(columns);
    lines.push(...settled.lines);
    open = settled.open;
  }
  return [...lines, ...finishAnswer(open, columns, plain)];
}

const finish = (text: string, columns: number, look = plain): readonly string[] =>
  finishAnswer({ ...NO_ANSWER, text }, columns, look);

const settle = (text: string, columns: number, maxRows: number) =>
  settleAnswer({ ...NO_ANSWER, text }, columns, maxRows, plain);

describe('settling', () => {
  test('finished blocks leave, the block being written stays', () => {
    const settled = settle('# one\n\ntwo\n\nthr', 20, 5);

    expect(settled.lines).toEqual(['# one', '', 'two']);
    expect(settled.rows).toEqual(['thr']);
    expect(settled.open.text).toBe('thr');
  });

  test('of a paragraph too long for its rows the beginning leaves', () => {
    const settled = settle('aa bb cc dd ee ff', 5, 2);

    expect(settled.lines).toEqual(['aa bb', 'cc dd']);
    expect(settled.rows).toEqual(['ee ff']);
  });

  test('a paragraph is not cut within emphasis', () => {
    const settled = settle('aa bb cc **dd ee ff gg hh**', 8, 3);

    expect(settled.lines).toEqual(['aa bb cc']);
    expect(settled.open.text).toBe('**dd ee ff gg hh**');
  });

  test('what is left of a paragraph begins no other block', () => {
    const settled = settle('aaaa bbbb # cc dd', 5, 1);

    expect([...settled.lines, ...settled.rows]).toEqual(['aaaa', 'bbbb', '# cc', 'dd']);
  });

  test('code lines leave whole as soon as they do not fit', () => {
    const settled = settle('```\nabcdefghij\nkl\nmn', 5, 2);

    expect(settled.lines).toEqual(['```', 'abcdefghij', 'kl']);
    expect(settled.rows).toEqual(['mn']);
    expect(finishAnswer(settled.open, 5, plain)).toEqual(['mn']);
  });

  test('items of a list leave, with the numbers they have', () => {
    const settled = settle('1. aa\n1. bb\n1. cc\n1. dd', 20, 3);

    expect(settled.lines).toEqual(['1. aa', '2. bb', '3. cc']);
    expect(settled.rows).toEqual(['4. dd']);
  });

  test.each([
    {
      name: 'an item',
      text: '1. aa\n1. bb cc ddd ee\n1. ff',
      lines: ['1. aa', '2. bb cc', '   ddd ee', '3. ff'],
    },
    {
      name: 'the first item',
      text: '7. aa bb ccc dd\n7. ee',
      lines: ['7. aa bb', '   ccc dd', '8. ee'],
    },
    {
      name: 'a paragraph of an item',
      text: '1. aa\n\n   bb cc ddd\n\n1. ee',
      lines: ['1. aa', '', '   bb cc', '   ddd', '', '2. ee'],
    },
    {
      name: 'an item in an item',
      text: '3. aa\n   1. bb ccc dd\n   1. dd\n3. ee',
      lines: ['3. aa', '   1. bb ccc', '      dd', '   2. dd', '4. ee'],
    },
    {
      name: 'code of an item',
      text: '1. ```\n   a\n   b\n   ```\n1. cc',
      lines: ['1. ```', '   a', '   b', '   ```', '2. cc'],
    },
    {
      name: 'a table of an item',
      text: '1. | a |\n   |---|\n   | b |\n   | c |\n1. dd',
      lines: ['1. a', '   --', '   b', '   c', '2. dd'],
    },
    {
      name: 'a quote of an item',
      text: '1. > aa bb cc\n   > dd\n1. ee',
      lines: ['1. > aa bb', '   > cc', '   > dd', '2. ee'],
    },
    { name: 'a quote', text: '> aa bb ccc dd\n> ee', lines: ['> aa bb ccc', '> dd', '> ee'] },
    { name: 'a title', text: '# aa bb ccc dd\nee', lines: ['# aa bb ccc', '  dd', '', 'ee'] },
  ])('what is left of $name stands where it stood, with its number', ({ text, lines }) => {
    const columns = text.startsWith('3') ? 12 : 11;
    for (let cut = 0; cut <= text.length; cut += 1) {
      expect(play([text.slice(0, cut), text.slice(cut)], columns, 2)).toEqual(lines);
    }
    expect(play([...text], columns, 2)).toEqual(lines);
  });

  test('numbers of many items go on, their lines indented as they were written', () => {
    const items = Array.from({ length: 12 }, (_, index) => `1. item ${index}\n   more\n`);
    const lines = play(items, 20, 3);

    expect(lines).toEqual(finish(items.join(''), 20));
    expect(lines.slice(-2)).toEqual(['12. item 11', '    more']);
  });

  test('code in a list goes on with the blanks of its item', () => {
    const first = settle('- aa\n  ```\n  b\n  c\n  d', 20, 2);
    const rest = { ...first.open, text: `${first.open.text}\n    e\n  \`\`\`\n- ff\n` };

    expect(first.lines).toEqual(['- aa', '  ```', '  b', '  c']);
    expect(finishAnswer(rest, 20, plain)).toEqual(['  d', '    e', '  ```', '- ff']);
  });

  test('rows of a table leave in the columns it began with', () => {
    const first = settle('| a | bbb |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n| 5', 20, 3);
    const rest = { ...first.open, text: `${first.open.text} | a longer one |\n` };

    expect(first.lines).toEqual(['a  | bbb', '---+----', '1  | 2', '3  | 4']);
    expect(finishAnswer(rest, 20, plain)).toEqual(['5  | a', '   | lon', '   | ger', '   | one']);
  });

  test('a sequence cut between deltas is never shown in part', () => {
    const first = settle('a\u001b]8;;http', 20, 1);

    expect(first.rows).toEqual(['a']);
    const whole = { ...first.open, text: `${first.open.text}://x\u0007b` };
    expect(finishAnswer(whole, 20, plain)).toEqual(['ab']);
  });

  test('a code line without end is cut at some length', () => {
    const settled = settle(`\`\`\`\n${'x'.repeat(20_000)}`, 80, 2);

    expect(settled.lines.join('')).toContain('x'.repeat(16_384));
    expect(settled.open.text.length).toBeLessThan(16_384);
  });

  test.each([
    { name: 'a paragraph', text: 'word '.repeat(4_000) },
    { name: 'one word', text: 'w'.repeat(20_000) },
    { name: 'brackets', text: '['.repeat(20_000) },
    { name: 'a list', text: '- item\n'.repeat(4_000) },
    { name: 'a deep quote', text: '> '.repeat(9_000) },
    { name: 'a table', text: `| a |\n|---|\n${'| b |\n'.repeat(4_000)}` },
  ])('$name without end keeps little open', ({ text }) => {
    const settled = settle(text, 80, 12);

    expect(settled.open.text.length).toBeLessThan(8_192);
  });
});

describe('finished Markdown', () => {
  test.each([
    { name: 'heading and marks', text: '## A *b*', lines: ['## A *b*'] },
    { name: 'lines as they were written', text: 'a\nb\n\nc', lines: ['a', 'b', '', 'c'] },
    { name: 'a link with its address', text: '[a](http://b/)', lines: ['a (http://b/)'] },
    { name: 'an address once', text: '<http://b/>', lines: ['http://b/'] },
    { name: 'an image', text: '![a](b.png)', lines: ['a (b.png)'] },
    { name: 'words of an image', text: '![*a* &amp;\nb](c.png)', lines: ['a & b (c.png)'] },
    { name: 'HTML as text', text: '<b>x</b> <!-- y -->', lines: ['<b>x</b> <!-- y -->'] },
    { name: 'a definition as text', text: '[a]: http://b', lines: ['[a]: http://b'] },
    { name: 'a nested list', text: '- a\n  1. b\n- c', lines: ['- a', '  1. b', '- c'] },
    { name: 'a quote', text: '> aa bb\n> cc', lines: ['> aa bb', '> cc'] },
    { name: 'a rule', text: '---', lines: ['--------'] },
    { name: 'an underlined line', text: 'a\n===', lines: ['a', '==='] },
    { name: 'an unfinished fence', text: '~~~\na', lines: ['~~~', 'a'] },
    {
      name: 'a fence in a fence',
      text: '````\n```\n````\nx',
      lines: ['````', '```', '````', '', 'x'],
    },
    { name: 'no table', text: '| a |', lines: ['| a |'] },
  ])('$name', ({ text, lines }) => {
    expect(finish(text, 8 + 12 * Number(text !== '---'))).toEqual(lines);
  });

  test('a table fits the width, its cells wrap', () => {
    const lines = finish('| a | b |\n|--|--|\n| one two three | x |', 12);

    expect(lines).toEqual(['a       | b', '--------+---', 'one two | x', 'three   | ']);
  });

  test('a table in a window too narrow for it is a list of cells', () => {
    expect(finish('|a|b|c|d|\n|-|-|-|-|\n|1|2|3|4|', 6)).toEqual([
      ...['a', 'b', 'c', 'd'],
      '',
      ...['1', '2', '3', '4'],
    ]);
  });

  test('styles and highlighted code', () => {
    const text = '**a** `b`\n```js\nlet x\n```';

    expect(finish(text, 20, { ...colored, highlight: highlightCode })).toEqual([
      '\u001b[1ma\u001b[22m \u001b[36mb\u001b[39m',
      '',
      '\u001b[2m```js\u001b[22m',
      '\u001b[35mlet\u001b[39m x',
      '\u001b[2m```\u001b[22m',
    ]);
  });

  test('highlighting knows what stood before the lines that are left', () => {
    const look = { ...colored, highlight: highlightCode };
    const first = settleAnswer({ ...NO_ANSWER, text: '```js\n/* a\nb\n' }, 20, 2, look);

    const lines = finishAnswer({ ...first.open, text: 'c */ let\n```\n' }, 20, look);

    expect(lines[0]).toBe('\u001b[2mc */\u001b[22m \u001b[35mlet\u001b[39m');
  });

  test('links are handed to a terminal that knows them, harmless ones only', () => {
    const look = { ...plain, hasLinks: true };

    expect(finish('[a](https://b/ "t") [c](ftp://e)', 40, look)).toEqual([
      '\u001b]8;;https://b/\u001b\\a\u001b]8;;\u001b\\ c (ftp://e)',
    ]);
  });

  test.each([
    { name: 'entities', text: 'a&#27;[31m&#x202e;&#13;b&#10;c' },
    { name: 'code', text: '`a\u001b[31m\u202e\rb\u009bc`' },
    { name: 'a fence', text: '```a\u001b]0;x\u0007\n\u001b[2Jb&#27;\n```' },
    { name: 'a link', text: '[a\u001b[1m](https://x/\u001b]0;y\u0007&#27;%1b)' },
    { name: 'a table', text: '| a&#13; |\n|---|\n| \u001b[2Jb&#7; |' },
    { name: 'a title', text: '# a&#x9b;31m\u0085b' },
  ])('no control character of $name reaches the terminal', ({ text }) => {
    const lines = finish(text, 40, { ...plain, hasLinks: true });

    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    const own = /\u001b\]8;;[!-~]*\u001b\\/g;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: as above
    expect(lines.join('').replace(own, '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
  });
});

const piece = fc.oneof(
  fc.constantFrom(
    ...[' ', ' ', '\n', '\n', '\n\n', '```\n', '```js\n', '~~~\n', '\t', 'word', '漢字', '👩‍👩‍👧'],
    ...['**', '*', '`', '- ', '1. ', '> ', '# ', '| a | b |\n|---|---|\n', '| c |', '  ', '    '],
    ...['[l](http://x)', '---\n', '\\', '&amp;', '\u001b[31m', '<i>'],
    ...['``', '[', ']', '](/u "', '")', '&#65;', '~~', '7. ', '\n   ', '\n> '],
  ),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
);

/** Marks may show where a cut came between them; the words are all there, in their order. */
const words = (lines: readonly string[]) => lines.join('').replace(/[^\p{L}]/gu, '');

/** Letters of a text that another lacks, in whatever order. */
function missing(whole: string, shown: string): string {
  const left = [...shown];
  return [...whole]
    .filter((letter) => {
      const index = left.indexOf(letter);
      if (index >= 0) left.splice(index, 1);
      return index < 0;
    })
    .join('');
}

function expectSameWords(deltas: readonly string[], columns: number, maxRows: number): void {
  const text = deltas.join('');
  const shown = words(play(deltas, columns, maxRows));
  const whole = words(finish(text, columns));
  // Cells that wrap stand beside each other; where a head was cut, cells too many are words.
  if (text.includes('|')) expect(missing(whole, shown)).toBe('');
  else expect(shown).toBe(whole);
}

/** Found by the property below, or by others of its kind. */
describe('the same words arrive, however', () => {
  test.each([
    { name: 'code is longer than the rows', deltas: ['` &amp;!`'], columns: 8, maxRows: 1 },
    {
      name: 'code ends in another delta',
      deltas: ['a `b c ', '&amp;` d e f'],
      columns: 8,
      maxRows: 1,
    },
    {
      name: 'code has marks in it',
      deltas: ['x ``a ` &lt; ', 'b`` c d e'],
      columns: 8,
      maxRows: 1,
    },
    {
      name: 'a link has a title',
      deltas: ['[a bb cc](/u ', '"tt uu") dd ee'],
      columns: 8,
      maxRows: 1,
    },
    { name: 'a link has code in it', deltas: ['[a `b] c` dd](/u "t t")'], columns: 8, maxRows: 1 },
    {
      name: 'a long word ends in an entity',
      deltas: [`${'w'.repeat(63)}&amp;x`],
      columns: 8,
      maxRows: 1,
    },
    { name: 'an address is long', deltas: [`<http://${'u'.repeat(90)}>`], columns: 8, maxRows: 1 },
    { name: 'an item is a fence', deltas: ['1. ```&#65;'], columns: 8, maxRows: 1 },
    {
      name: 'a head comes in two lines',
      deltas: ['| a | b |', '\n|---|---|\n'],
      columns: 8,
      maxRows: 1,
    },
    {
      name: 'a row begins like an item',
      deltas: ['|a|b|\n|-|-|\n*', '*|c|d|\n'],
      columns: 8,
      maxRows: 1,
    },
    {
      name: 'cells stand below each other',
      deltas: ['| a | b |\n|---|---|\n|---|-', '--|\n| c || c |'],
      columns: 8,
      maxRows: 1,
    },
    {
      name: 'a table follows another',
      deltas: ['| a | b |\n|---|---|\n!  !', '| a | b |\n|---|---|\n'],
      columns: 8,
      maxRows: 2,
    },
    {
      name: 'text looks like a table',
      deltas: ['    | a | b |\n|---|---|\n| a', ' | b |\n|---|---|\n!| c |w'],
      columns: 8,
      maxRows: 1,
    },
    {
      name: 'the rest looks like a table',
      deltas: ['\n  - | a |\n   |--|\n'],
      columns: 8,
      maxRows: 1,
    },
    {
      name: 'a fence looks like a head',
      deltas: ['```| a |\n   |--|\n| a | b |\n', '  |--|--|\n**b c** | a | b |\n  |--|--|\n'],
      columns: 24,
      maxRows: 1,
    },
  ])('$name', ({ deltas, columns, maxRows }) => {
    expectSameWords(deltas, columns, maxRows);
  });
});

test('however the deltas are cut, the same words arrive', () => {
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 40 }),
      fc.array(fc.nat(200), { maxLength: 10 }),
      fc.integer({ min: 8, max: 30 }),
      fc.integer({ min: 1, max: 6 }),
      (pieces, cuts, columns, maxRows) => {
        expectSameWords(cutAt(pieces.join(''), cuts), columns, maxRows);
      },
    ),
    { numRuns: 300 },
  );
});

function cutAt(text: string, cuts: readonly number[]): readonly string[] {
  const places = [0, ...cuts.filter((cut) => cut < text.length), text.length];
  places.sort((a, b) => a - b);
  return places.slice(0, -1).map((from, index) => text.slice(from, places[index + 1]));
}
