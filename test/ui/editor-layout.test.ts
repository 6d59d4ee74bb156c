import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellWidth, graphemes } from '../../src/ui/cell-width.ts';
import { layoutEditor, moveVertically } from '../../src/ui/editor-layout.ts';
import { type EditorState, EMPTY_EDITOR } from '../../src/ui/line-editor.ts';

function editor(marked: string): EditorState {
  return { ...EMPTY_EDITOR, text: marked.replace('|', ''), cursor: marked.indexOf('|') };
}

test.each([
  { name: 'an empty text has one row', text: '|', columns: 10, rows: [''], cursor: [0, 0] },
  { name: 'each line is a row', text: 'ab\n|c', columns: 10, rows: ['ab', 'c'], cursor: [1, 0] },
  {
    name: 'an empty last line is a row',
    text: 'a\n|',
    columns: 9,
    rows: ['a', ''],
    cursor: [1, 0],
  },
  { name: 'a full row leaves a cell', text: 'abcd|', columns: 5, rows: ['abcd'], cursor: [0, 4] },
  { name: 'the next goes below', text: 'abcde|', columns: 5, rows: ['abcd', 'e'], cursor: [1, 1] },
  { name: 'wide characters count two', text: '漢字|', columns: 10, rows: ['漢字'], cursor: [0, 4] },
  { name: 'a tab is wide', text: 'a\tb|', columns: 20, rows: ['a\tb'], cursor: [0, 6] },
  {
    name: 'a wide character is not cut',
    text: '漢字|',
    columns: 4,
    rows: ['漢', '字'],
    cursor: [1, 2],
  },
])('$name', ({ text, columns, rows, cursor }) => {
  const state = editor(text);

  const layout = layoutEditor(state, columns);

  expect(layout.rows.map(({ start, end }) => state.text.slice(start, end))).toEqual(rows);
  expect([layout.cursorRow, layout.cursorColumn]).toEqual(cursor);
});

test.each([
  { from: 'abc\nde|f', direction: -1 as const, to: 'ab|c\ndef' },
  { from: 'a\ndef|', direction: -1 as const, to: 'a|\ndef' },
  { from: '漢字\nab|c', direction: -1 as const, to: '漢|字\nabc' },
  { from: '漢字\na|bc', direction: -1 as const, to: '|漢字\nabc' },
  { from: 'ab|c\nd', direction: 1 as const, to: 'abc\nd|' },
])('moving from $from by $direction leads to $to', ({ from, direction, to }) => {
  expect(moveVertically(editor(from), 20, direction)).toEqual(editor(to));
});

test('at the first and the last row there is nowhere to go', () => {
  expect(moveVertically(editor('a|b\nc'), 20, -1)).toBeUndefined();
  expect(moveVertically(editor('ab\nc|'), 20, 1)).toBeUndefined();
});

test('rows hold the whole text, fit, and the cursor is in one of them', () => {
  const text = fc
    .string({ unit: 'grapheme', maxLength: 40 })
    .map((raw) => raw.replace(/\p{C}/gu, '\n'));
  fc.assert(
    fc.property(text, fc.integer({ min: 3, max: 12 }), (raw, columns) => {
      const state = { ...EMPTY_EDITOR, text: raw, cursor: raw.length };

      const { rows, cursorRow, cursorColumn } = layoutEditor(state, columns);

      const parts = rows.map(({ start, end }) => raw.slice(start, end));
      expect(parts.join('')).toBe(raw.replaceAll('\n', ''));
      for (const part of parts) {
        // A single grapheme can be wider than the narrowest row.
        if (graphemes(part).length > 1) expect(cellWidth(part)).toBeLessThan(columns);
      }
      expect(cursorRow).toBe(rows.length - 1);
      expect(cursorColumn).toBe(cellWidth(parts.at(-1) ?? ''));
    }),
  );
});
