import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  advance,
  countGraphemes,
  graphemeOffset,
  utf8Length,
} from '../../../src/config/syntax/advance.ts';

const START = { line: 1, column: 1, byte: 0 };

const CHARACTERS = [
  'a',
  '\t',
  'é',
  'e\u0301',
  '日',
  '👩‍👩‍👧',
  '🇩🇪',
  'क्ष',
  'ก็',
  '각',
  '\u1100\u1161',
  '\u200D',
  '\r',
];

const texts = fc.array(fc.constantFrom(...CHARACTERS, '\n', '\r\n')).map((parts) => parts.join(''));

const options = { seed: 1, numRuns: 300 };

test.each([
  ['', 0],
  ['abc', 3],
  ['héé', 3],
  ['e\u0301', 1],
  ['\u0301', 1],
  ['👩‍👩‍👧', 1],
  ['🇩🇪🇫🇷', 2],
  ['क्ष', 2],
  ['각각', 2],
  ['\u1100\u1161\u11A8', 1],
  ['ก็', 1],
  ['กำ', 1],
  ['a\u200Db', 2],
])('%j has %i columns', (text, expected) => {
  expect(countGraphemes(text)).toBe(expected);
});

describe('laws', () => {
  test('lines, bytes and columns are those of the whole text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const end = advance(START, text);
        const lines = text.split('\n');
        expect(end.line).toBe(lines.length);
        expect(end.column).toBe(1 + countGraphemes(lines.at(-1) ?? ''));
        expect(end.byte).toBe(Buffer.byteLength(text));
        expect(utf8Length(text)).toBe(Buffer.byteLength(text));
      }),
      options,
    );
  });

  test('the offset behind so many clusters is the end of a text that has as many', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...CHARACTERS)), fc.nat(30), (parts, count) => {
        const text = parts.join('');
        const offset = graphemeOffset(text, count);
        const expected = Math.min(count, countGraphemes(text));
        expect(countGraphemes(text.slice(0, offset))).toBe(expected);
      }),
      options,
    );
  });

  test('a long text is counted as its pieces are', () => {
    const piece = 'a👩‍👩‍👧e\u0301 ';
    expect(countGraphemes(piece.repeat(5000))).toBe(20_000);
    expect(countGraphemes(`e${'\u0301'.repeat(50_000)}x`)).toBe(2);
  });
});
