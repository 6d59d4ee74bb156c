import fc from 'fast-check';
import { expect, test } from 'vitest';
import { terminalSafe } from '../../src/format/terminal-safe.ts';
import { unfinishedSequenceStart } from '../../src/ui/partial-sequence.ts';

const ESC = '\u001b';

test.each([
  { text: 'plain', start: 5 },
  { text: `a${ESC}`, start: 1 },
  { text: `a${ESC}[31`, start: 1 },
  { text: `a${ESC}[31m`, start: 6 },
  { text: `a${ESC}]8;;http://x`, start: 1 },
  { text: `a${ESC}]8;;http://x${ESC}`, start: 1 },
  { text: `a${ESC}]8;;http://x${ESC}\\`, start: 16 },
  { text: `a${ESC}P1$r`, start: 1 },
  { text: `a\u009b1;`, start: 1 },
  { text: `a${ESC}]x\nb`, start: 6 },
  { text: `a${ESC}(`, start: 1 },
])('of $text what begins at $start waits', ({ text, start }) => {
  expect(unfinishedSequenceStart(text)).toBe(start);
});

test('cleaning both sides of the cut apart gives what cleaning the whole gives', () => {
  const piece = fc.constantFrom(
    ESC,
    '[',
    ']',
    'P',
    '31',
    'm',
    ';',
    'x',
    '\u0007',
    '\\',
    '\u009b',
    '\n',
    '漢',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.nat(12), (pieces, at) => {
      const first = pieces.slice(0, at).join('');
      const cut = unfinishedSequenceStart(first);
      const rest = first.slice(cut) + pieces.slice(at).join('');

      expect(terminalSafe(first.slice(0, cut)) + terminalSafe(rest)).toBe(
        terminalSafe(pieces.join('')),
      );
    }),
    { numRuns: 3_000 },
  );
});
