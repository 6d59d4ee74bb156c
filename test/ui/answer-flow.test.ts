import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { finishAnswer, NO_ANSWER, settleAnswer } from '../../src/ui/answer-flow.ts';
import { cellWidth } from '../../src/ui/cell-width.ts';

/** Plays deltas with a frame after each; what reached the scrollback at the end. */
function play(deltas: readonly string[], columns: number, maxRows: number): readonly string[] {
  const lines: string[] = [];
  let open = NO_ANSWER;
  for (const delta of deltas) {
    const settled = settleAnswer({ ...open, text: open.text + delta }, columns, maxRows);
    expect(settled.rows.length).toBeLessThanOrEqual(maxRows);
    for (const row of settled.rows) expect(cellWidth(row)).toBeLessThanOrEqual(columns);
    lines.push(...settled.lines);
    open = settled.open;
  }
  return [...lines, ...finishAnswer(open, columns)];
}

describe('settling', () => {
  test('finished lines leave, the line being written stays', () => {
    const settled = settleAnswer({ ...NO_ANSWER, text: 'one\ntwo\nthr' }, 20, 5);

    expect(settled.lines).toEqual(['one', 'two']);
    expect(settled.rows).toEqual(['thr']);
    expect(settled.open.text).toBe('thr');
  });

  test('of a paragraph too long for its rows the beginning leaves', () => {
    const settled = settleAnswer({ ...NO_ANSWER, text: 'aa bb cc dd' }, 5, 1);

    expect(settled.lines).toEqual(['aa bb']);
    expect(settled.rows).toEqual(['cc dd']);
  });

  test('code lines are kept whole until they end', () => {
    const first = settleAnswer({ ...NO_ANSWER, text: '```\nabcdefghij' }, 5, 1);

    expect(first.lines).toEqual(['```']);
    expect(first.rows).toEqual(['fghij']);
    expect(settleAnswer({ ...first.open, text: `${first.open.text}\n` }, 5, 1).lines).toEqual([
      'abcdefghij',
    ]);
  });

  test.each([
    { name: 'a fence closes with as many signs', text: '````\n```\nlong line here\n````\nx y z' },
    { name: 'tildes do not close back ticks', text: '```\n~~~\nlong line here\n```\nx y z' },
    { name: 'an info string does not close', text: '```\n```js\nlong line here\n```\nx y z' },
  ])('$name', ({ text }) => {
    const lines = finishAnswer({ ...NO_ANSWER, text }, 4);

    expect(lines).toContain('long line here');
    expect(lines.slice(-2)).toEqual(['x y', 'z']);
  });

  test('code within a line is no fence', () => {
    expect(finishAnswer({ ...NO_ANSWER, text: '```a``` b\nlong line' }, 5)).toContain('long');
  });

  test('a sequence cut between deltas is never shown in part', () => {
    const first = settleAnswer({ ...NO_ANSWER, text: 'a\u001b]8;;http' }, 20, 1);

    expect(first.rows).toEqual(['a']);
    expect(finishAnswer({ ...first.open, text: `${first.open.text}://x\u0007b` }, 20)).toEqual([
      'ab',
    ]);
  });

  test('a code line without end is cut at some length', () => {
    const settled = settleAnswer({ ...NO_ANSWER, text: `\`\`\`\n${'x'.repeat(20_000)}` }, 80, 2);

    expect(settled.lines).toEqual(['```', 'x'.repeat(20_000)]);
    expect(settled.open.isContinued).toBe(true);
  });
});

const piece = fc.oneof(
  fc.constantFrom(
    ' ',
    '\n',
    '```\n',
    '```js\n',
    '~~~\n',
    '\t',
    'word',
    '漢字',
    '👩‍👩‍👧',
    '\u001b[31m',
  ),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
);
const ink = (lines: readonly string[]) => lines.join('').replace(/\s/g, '');

test('however the deltas are cut, the same text arrives', () => {
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 40 }),
      fc.array(fc.nat(200), { maxLength: 10 }),
      fc.integer({ min: 8, max: 30 }),
      fc.integer({ min: 1, max: 4 }),
      (pieces, cuts, columns, maxRows) => {
        const text = pieces.join('');
        const places = [0, ...cuts.filter((cut) => cut < text.length), text.length];
        places.sort((a, b) => a - b);
        const deltas = places.map((from, index) => text.slice(from, places[index + 1]));

        const whole = finishAnswer({ ...NO_ANSWER, text }, columns);

        expect(ink(play(deltas.slice(0, -1), columns, maxRows))).toBe(ink(whole));
      },
    ),
  );
});
