import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cellWidth, graphemes } from '../../src/ui/cell-width.ts';
import { cutLine, wrapLine } from '../../src/ui/wrap.ts';

const texts = (rows: readonly { readonly text: string }[]) => rows.map(({ text }) => text);

test.each([
  { name: 'a short line stays', line: 'abc', columns: 10, rows: ['abc'] },
  { name: 'an empty line is one row', line: '', columns: 10, rows: [''] },
  {
    name: 'words move whole',
    line: 'the quick brown fox',
    columns: 10,
    rows: ['the quick', 'brown fox'],
  },
  {
    name: 'blanks at a break belong to no row',
    line: 'aaaa    bbbb',
    columns: 6,
    rows: ['aaaa', 'bbbb'],
  },
  { name: 'indentation stays', line: '    one two', columns: 8, rows: ['    one', 'two'] },
  { name: 'a long word is cut', line: 'ab abcdefgh', columns: 4, rows: ['ab', 'abcd', 'efgh'] },
  {
    name: 'wide characters break anywhere',
    line: 'see 漢字漢字',
    columns: 8,
    rows: ['see 漢字', '漢字'],
  },
  {
    name: 'an emoji sequence is never cut',
    line: '👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧',
    columns: 5,
    rows: ['👩‍👩‍👧👩‍👩‍👧', '👩‍👩‍👧'],
  },
  {
    name: 'combining marks stay with their letter',
    line: 'e\u0301e\u0301e\u0301',
    columns: 2,
    rows: ['e\u0301e\u0301', 'e\u0301'],
  },
])('$name', ({ line, columns, rows }) => {
  expect(texts(wrapLine(line, columns))).toEqual(rows);
});

const prose = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 8 }),
      fc.constantFrom(' ', '  ', 'word', '漢', '👍🏽', '🇩🇪'),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join('').replace(/[\p{C}\p{Z}]/gu, ' '));

/** A single grapheme can be wider than the narrowest row. */
function expectFit(text: string, width: number): void {
  if (graphemes(text).length > 1) expect(cellWidth(text)).toBeLessThanOrEqual(width);
}

const columns = fc.integer({ min: 2, max: 20 });

describe('for any text and width', () => {
  test('no row is wider, nothing but blanks at breaks is lost', () => {
    fc.assert(
      fc.property(prose, columns, (line, width) => {
        const rows = wrapLine(line, width);

        for (const { text } of rows) expectFit(text, width);
        const blank = / /g;
        expect(texts(rows).join('').replace(blank, '')).toBe(line.replace(blank, ''));
      }),
    );
  });

  test('rows say where they end in the line', () => {
    fc.assert(
      fc.property(prose, columns, (line, width) => {
        let start = 0;
        for (const row of wrapLine(line, width)) {
          expect(line.slice(start, row.end).trim()).toBe(row.text.trim());
          start = row.end;
        }
        expect(line.slice(start).trim()).toBe('');
      }),
    );
  });

  test('adding words changes no row but the last two', () => {
    fc.assert(
      fc.property(prose, prose, columns, (line, more, width) => {
        const before = wrapLine(line, width);
        const after = wrapLine(`${line} ${more}`, width);

        const settled = before.slice(0, -1);
        expect(texts(after.slice(0, settled.length))).toEqual(texts(settled));
      }),
    );
  });

  test('cut rows give the line back exactly', () => {
    fc.assert(
      fc.property(prose, columns, (line, width) => {
        const rows = cutLine(line, width);

        expect(texts(rows).join('')).toBe(line);
        for (const { text } of rows) expectFit(text, width);
      }),
    );
  });
});
