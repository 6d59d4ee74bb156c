import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_CONFIG_BYTES, readSource } from '../../src/config/read-source.ts';

const bytes = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([...part]))),
  );

test('a byte-order mark is split off and counted', () => {
  const { value, diagnostics } = readSource(bytes('\uFEFFa = 1\n'), 'agent.hcl');

  expect(diagnostics).toEqual([]);
  expect(value).toEqual({ file: 'agent.hcl', text: 'a = 1\n', skippedBytes: 3 });
});

test('only the first byte-order mark is split off', () => {
  expect(readSource(bytes('\uFEFF\uFEFFa'), 'agent.hcl').value?.text).toBe('\uFEFFa');
});

test.each<readonly [string, Uint8Array, { line: number; column: number; byte: number }]>([
  ['a lone continuation byte', bytes('a\n', [0x80]), { line: 2, column: 1, byte: 2 }],
  ['a character cut off at the end', bytes('aé', [0xe6, 0x97]), { line: 1, column: 3, byte: 3 }],
  [
    'a character cut off by another',
    bytes('a', [0xe6, 0x97], 'b'),
    { line: 1, column: 2, byte: 1 },
  ],
  ['Latin-1', bytes('x = 1\na = "', [0xe9], '"\n'), { line: 2, column: 6, byte: 11 }],
  ['an overlong form', bytes('ab', [0xc0, 0xaf]), { line: 1, column: 3, byte: 2 }],
  ['a surrogate half', bytes('ab', [0xed, 0xa0, 0x80]), { line: 1, column: 3, byte: 2 }],
  ['beyond Unicode', bytes('ab', [0xf4, 0x90, 0x80, 0x80]), { line: 1, column: 3, byte: 2 }],
  ['a NUL', bytes('a = 1\nb = "\0"\n'), { line: 2, column: 6, byte: 11 }],
  ['a NUL before what is no UTF-8', bytes('a\0', [0xff]), { line: 1, column: 2, byte: 1 }],
  ['behind a byte-order mark', bytes('\uFEFFa', [0xff]), { line: 1, column: 2, byte: 4 }],
  ['behind a wide character', bytes('👩‍👩‍👧', [0xff]), { line: 1, column: 2, byte: 18 }],
])('%s is refused at its first byte', (_, input, start) => {
  const { value, diagnostics } = readSource(input, 'agent.hcl');

  expect(value).toBeUndefined();
  expect(diagnostics.map(({ code }) => code)).toEqual(['config-not-utf8']);
  expect(diagnostics[0]?.range?.start).toEqual(start);
});

test.each([
  ['with a mark', Buffer.from('\uFEFFa = 1\n', 'utf16le')],
  ['big-endian with a mark', Buffer.from('\uFEFFa = 1\n', 'utf16le').swap16()],
  ['without a mark', Buffer.from('a = 1\n', 'utf16le')],
])('UTF-16 %s is named', (_, input) => {
  expect(readSource(input, 'agent.hcl').diagnostics[0]?.detail).toContain('UTF-16');
});

test('a megabyte is read, one byte more is not', () => {
  const { diagnostics } = readSource(new Uint8Array(MAX_CONFIG_BYTES + 1).fill(0x20), 'agent.hcl');

  expect(readSource(new Uint8Array(MAX_CONFIG_BYTES).fill(0x20), 'agent.hcl').value).toBeDefined();
  expect(diagnostics.map(({ code, range }) => [code, range])).toEqual([
    ['config-too-large', undefined],
  ]);
  expect(diagnostics[0]?.detail).toContain('1048577');
});

test('the first bad byte of any bytes is where decoding them leniently goes wrong first', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.constantFrom('a', 'é', '日', '😀', '\n'),
          fc.constantFrom(0x80, 0xc3, 0xe6, 0xf0, 0xff),
        ),
      ),
      (parts) => {
        const input = bytes(...parts.map((part) => (typeof part === 'number' ? [part] : part)));
        const at = readSource(input, 'agent.hcl').diagnostics[0]?.range?.start.byte;
        const lenient = new TextDecoder('utf-8', { ignoreBOM: true }).decode(input);
        const first = lenient.indexOf('\uFFFD');
        const expected = first === -1 ? undefined : Buffer.byteLength(lenient.slice(0, first));
        expect(at).toBe(expected);
      },
    ),
    { seed: 1, numRuns: 500 },
  );
});
