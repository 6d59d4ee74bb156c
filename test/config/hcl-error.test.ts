import { expect, test } from 'vitest';
import { judgeFaults } from '../../src/config/hcl-error.ts';
import { hclText } from '../../src/config/syntax/hcl-text.ts';
import { scan } from '../../src/config/syntax/scan.ts';

function faults(text: string, message: string, file = 'agent.hcl') {
  const source = hclText(file, text);
  return judgeFaults(message, source, scan(source));
}

test('several errors in one text become several, each with its place', () => {
  const found = faults(
    'a = é;\nb\n',
    '[\u0001:1,6-7: Invalid character; No. Really: no. \u0001:2,1-2: Argument required; One is.]',
  );

  expect(found).toEqual([
    {
      summary: 'Invalid character',
      detail: 'No. Really: no.',
      range: {
        file: 'agent.hcl',
        start: { line: 1, column: 6, byte: 6 },
        end: { line: 1, column: 7, byte: 7 },
      },
    },
    {
      summary: 'Argument required',
      detail: 'One is.',
      range: {
        file: 'agent.hcl',
        start: { line: 2, column: 1, byte: 8 },
        end: { line: 2, column: 2, byte: 9 },
      },
    },
  ]);
});

test('a range over lines, and a file name that looks like a place', () => {
  const file = 'C:\\x y:1,2-3: z.hcl';
  const [fault] = faults(
    'a =\nb\n',
    '[\u0001:1,4-2,1: Invalid expression; Set at \u0001:1,1-2. Once.]',
    file,
  );

  expect(fault?.detail).toBe(`Set at ${file}:1,1-2. Once.`);
  expect(fault?.range).toEqual({
    file,
    start: { line: 1, column: 4, byte: 3 },
    end: { line: 2, column: 1, byte: 4 },
  });
});

test('a byte-order mark counts in bytes only', () => {
  const [fault] = faults('\uFEFFa;\n', '[\u0001:1,2-3: Invalid character; No.]');

  expect(fault?.range.start).toEqual({ line: 1, column: 2, byte: 4 });
});

test('a column within a token is found by grapheme clusters', () => {
  const [fault] = faults('a = "👩‍👩‍👧\\q"\n', '[\u0001:1,7-9: Invalid escape sequence; No.]');

  expect(fault?.range.start.byte).toBe(5 + 18);
  expect(fault?.range.end.byte).toBe(5 + 18 + 2);
});

test('a mark that begins a token does not join the quote before it', () => {
  const [fault] = faults('a = "\u0301\\q"\n', '[\u0001:1,7-9: Invalid escape sequence; No.]');

  expect(fault?.range.start.byte).toBe(7);
});

test('a text of another form gives none', () => {
  expect(faults('a\n', 'something else')).toEqual([]);
});
