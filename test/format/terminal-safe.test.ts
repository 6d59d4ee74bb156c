import fc from 'fast-check';
import { expect, test } from 'vitest';
import { terminalLine, terminalSafe } from '../../src/format/terminal-safe.ts';

test.each([
  { name: 'plain text with newline and tab', input: 'a\n\tb', expected: 'a\n\tb' },
  { name: 'a colour', input: '\u001b[31mred\u001b[0m', expected: 'red' },
  { name: 'a colour in its one-byte form', input: '\u009b31mred', expected: 'red' },
  { name: 'a cursor movement with private parameters', input: 'a\u001b[?25lb', expected: 'ab' },
  { name: 'a window title closed by BEL', input: 'a\u001b]0;title\u0007b', expected: 'ab' },
  { name: 'a link closed by ST', input: '\u001b]8;;http://x\u001b\\go', expected: 'go' },
  { name: 'a device string', input: 'a\u001bPq#0;2\u001b\\b', expected: 'ab' },
  { name: 'a one-byte device string', input: 'a\u0090q\u009cb', expected: 'ab' },
  { name: 'a character set choice', input: '\u001b(Babc', expected: 'abc' },
  {
    name: 'carriage return, backspace, BEL, NUL, DEL',
    input: 'a\r\b\u0007\0\u007fb',
    expected: 'ab',
  },
  { name: 'bidi controls', input: 'a\u202eb\u2066c\u200fd\u061ce', expected: 'abcde' },
  { name: 'an unterminated colour', input: '\u001b[31', expected: '[31' },
  {
    name: 'an unterminated title',
    input: '\u001b]0;all this stays',
    expected: ']0;all this stays',
  },
  {
    name: 'a title that would be closed on another line',
    input: '\u001b]0;first\nsecond\u0007',
    expected: ']0;first\nsecond',
  },
  { name: 'a lone escape before a word', input: '\u001bHello', expected: 'Hello' },
  { name: 'a sequence hidden in a broken one', input: '\u001b\u001b[0m[31m', expected: '[31m' },
  {
    name: 'emoji and combining marks',
    input: '👩‍👩‍👧 e\u0301 世界',
    expected: '👩‍👩‍👧 e\u0301 世界',
  },
])('$name', ({ input, expected }) => {
  expect(terminalSafe(input)).toBe(expected);
});

const pieces = fc.constantFrom(
  '\u001b',
  '[',
  ']',
  'P',
  '\\',
  '31',
  'm',
  ';',
  '\u0007',
  '\u009b',
  '\u009c',
  '\u009d',
  '\u0090',
  'text',
  ' ',
  '\n',
  '\t',
  '\r',
  '\u202e',
  '(',
  'B',
  'é',
  '世',
);
const nasty = fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(''));

function isObeyed(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  const isControl = code < 0x20 ? code !== 0x09 && code !== 0x0a : code >= 0x7f && code <= 0x9f;
  return isControl || '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e'.includes(character);
}

test('nothing that a terminal obeys is left, whatever the input', () => {
  fc.assert(
    fc.property(fc.oneof(nasty, fc.string({ unit: 'binary' })), (input) => {
      expect([...terminalSafe(input)].filter(isObeyed)).toEqual([]);
    }),
  );
});

test('cleaning twice changes nothing more', () => {
  fc.assert(
    fc.property(nasty, (input) => {
      const once = terminalSafe(input);

      expect(terminalSafe(once)).toBe(once);
    }),
  );
});

test('text without controls passes unchanged', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', '[', ']', '\n', '\t', '世', '👍🏽') }),
      (input) => {
        expect(terminalSafe(input)).toBe(input);
      },
    ),
  );
});

test('an introducer without an end swallows nothing that follows', () => {
  const introducers = fc.constantFrom('\u001b]', '\u001bP', '\u001bX', '\u001b^', '\u001b_');
  const words = fc.string({ unit: fc.constantFrom('a', ' ', ';', '世', '\n') });

  fc.assert(
    fc.property(introducers, words, (introducer, rest) => {
      expect(terminalSafe(introducer + rest).endsWith(rest)).toBe(true);
    }),
  );
});

test('a name begins no line of its own', () => {
  expect(terminalLine('a\n::error::b\tc\u2028d \n\n e\u001b[31m')).toBe('a ::error::b c d e');
});
