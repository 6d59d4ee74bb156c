import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SourceRange } from '../../src/diagnostics/source-range.ts';
import { excerptOf } from '../../src/format/excerpt.ts';

const encoder = new TextEncoder();

function at(from: number, to: number, line = 1): SourceRange {
  const position = (byte: number) => ({ line, column: byte + 1, byte });
  return { file: 'f', start: position(from), end: position(to) };
}

function excerpt(
  text: string | Uint8Array,
  range: SourceRange,
  masks: readonly SourceRange[] = [],
) {
  const bytes = typeof text === 'string' ? encoder.encode(text) : text;
  const { code, highlightStart, highlightEnd } = excerptOf({ file: 'f', bytes, masks }, range);
  const marked = encoder.encode(code).subarray(highlightStart, highlightEnd);
  return { code, marked: new TextDecoder().decode(marked) };
}

describe('an excerpt', () => {
  test.each([
    ['a line in the middle', 'a\nbcd\ne\n', at(3, 4), 'bcd', 'c'],
    ['all lines of a long range', 'a\nbc\nde\nf', at(3, 6), 'bc\nde', 'c\nd'],
    ['a range that ends with its line', 'ab\ncd\n', at(0, 3), 'ab', 'ab'],
    ['lines without their CR', 'ab\r\ncd\r\n', at(1, 5), 'ab\ncd', 'b\nc'],
    ['a first line without its byte-order mark', '\ufeffab', at(3, 4), 'ab', 'a'],
    ['a character under an empty range', 'abc', at(1, 1), 'abc', 'b'],
    ['a whole character under an empty range', 'aé', at(1, 1), 'aé', 'é'],
    ['nothing under an empty range at the end of a line', 'ab\ncd', at(2, 2), 'ab', ''],
    ['nothing at the end of the text', 'ab', at(2, 2), 'ab', ''],
    ['nothing beyond the text', 'ab', at(99, 120), 'ab', ''],
    ['an empty text', '', at(0, 0), '', ''],
  ])('shows %s', (_, text, range, code, marked) => {
    expect(excerpt(text, range)).toEqual({ code, marked });
  });

  test('of bytes that are no UTF-8 keeps the mark at its place', () => {
    const bytes = Uint8Array.from([0x61, 0xff, 0x62, 0x0a, 0x63]);

    expect(excerpt(bytes, at(1, 2))).toEqual({ code: 'a\ufffdb', marked: '\ufffd' });
  });

  test('hides what overlapping masks cover, and nothing else', () => {
    const masks = [at(6, 8), at(2, 5), at(4, 6)];

    expect(excerpt('abcdefghij', at(0, 1), masks).code).toBe('ab******ij');
  });

  test('hides a mask that begins and ends on other lines', () => {
    expect(excerpt('a\nbcd\ne\n', at(2, 3), [at(0, 7)])).toEqual({ code: '***', marked: '*' });
  });

  test('of a line that no person wrote is cut around the mark', () => {
    const { code, marked } = excerpt(
      `${'é'.repeat(100_000)}x${'y'.repeat(100_000)}`,
      at(200_000, 200_001),
    );

    expect(marked).toBe('x');
    expect(code).toMatch(/^é{250}xy{500}$/);
  });
});

test('with any masks the code has as many graphemes as the text, and no masked character', () => {
  const graphemes = (text: string) => [...new Intl.Segmenter().segment(text)].length;
  const units = fc.constantFrom('a', 'é', '世', '👍🏽', ' ');

  fc.assert(
    fc.property(
      fc.array(units, { minLength: 1, maxLength: 30 }),
      fc.array(fc.tuple(fc.nat(29), fc.nat(8)), { maxLength: 4 }),
      (parts, spans) => {
        const offset = (index: number) => encoder.encode(parts.slice(0, index).join('')).length;
        const masks = spans.map(([from, length]) => at(offset(from), offset(from + length)));
        const { code } = excerpt(parts.join(''), at(0, offset(1)), masks);
        const hidden = new Set(
          spans.flatMap(([from, length]) => Array.from({ length }, (_, index) => from + index)),
        );

        expect(graphemes(code)).toBe(parts.length);
        expect(code).toBe(parts.map((part, index) => (hidden.has(index) ? '*' : part)).join(''));
      },
    ),
  );
});
