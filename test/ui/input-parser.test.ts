import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { InputEvent } from '../../src/ui/input-event.ts';
import { createInputParser } from '../../src/ui/input-parser.ts';

const ESC = '\u001b';

function text(characters: string): InputEvent[] {
  return [...characters].map((character) => ({ type: 'text', text: character }));
}

function key(description: string): InputEvent {
  const parts = description.split('+');
  const modifiers = parts.slice(0, -1);
  return {
    type: 'key',
    name: parts.at(-1) ?? '',
    ctrl: modifiers.includes('ctrl'),
    alt: modifiers.includes('alt'),
    shift: modifiers.includes('shift'),
  };
}

function parse(...chunks: (string | Uint8Array)[]): readonly InputEvent[] {
  const parser = createInputParser();
  return chunks.flatMap((chunk) => parser.push(Buffer.from(chunk)));
}

describe('keys', () => {
  test.each([
    { input: 'abc\u0003', expected: [...text('abc'), key('ctrl+c')] },
    { input: 'ls\r', expected: [...text('ls'), key('enter')] },
    { input: '\n', expected: [key('ctrl+j')] },
    { input: '\t', expected: [key('tab')] },
    { input: '\u007f', expected: [key('backspace')] },
    { input: '\b', expected: [key('backspace')] },
    { input: '\u0000\u001f', expected: [key('ctrl+ '), key('ctrl+_')] },
    {
      input: `${ESC}[A${ESC}[B${ESC}OC${ESC}OD`,
      expected: ['up', 'down', 'right', 'left'].map(key),
    },
    { input: `${ESC}[H${ESC}[4~${ESC}OF`, expected: ['home', 'end', 'end'].map(key) },
    { input: `${ESC}[3~`, expected: [key('delete')] },
    { input: `${ESC}[1;3A`, expected: [key('alt+up')] },
    { input: `${ESC}${ESC}[A`, expected: [key('alt+up')] },
    { input: `${ESC}[1;5C`, expected: [key('ctrl+right')] },
    { input: `${ESC}[Z`, expected: [key('shift+tab')] },
    { input: `${ESC}b${ESC}F`, expected: [key('alt+b'), key('alt+shift+f')] },
    { input: `${ESC}\r`, expected: [key('alt+enter')] },
    { input: `${ESC}\u007f`, expected: [key('alt+backspace')] },
    { input: `${ESC}[13;2u`, expected: [key('shift+enter')] },
    { input: `${ESC}[27;2;13~`, expected: [key('shift+enter')] },
    { input: `${ESC}[27u`, expected: [key('escape')] },
    { input: `${ESC}[99;5u`, expected: [key('ctrl+c')] },
    { input: `${ESC}[99;5:1u${ESC}[99;5:3u`, expected: [key('ctrl+c')] },
    { input: `${ESC}[97;2u`, expected: text('A') },
    { input: `${ESC}[57401u`, expected: text('2') },
    { input: `${ESC}[99;9u`, expected: [] },
    { input: `${ESC}[127;1u`, expected: [key('backspace')] },
    { input: 'é👩‍👩‍👧', expected: text('é👩‍👩‍👧') },
  ])('$input is read', ({ input, expected }) => {
    expect(parse(input)).toEqual(expected);
  });

  test.each([
    { name: 'a colour report', input: `${ESC}]11;rgb:0000/0000/0000${ESC}\\` },
    { name: 'a title report ended by BEL', input: `${ESC}]l title\u0007` },
    { name: 'a device string', input: `${ESC}P1$r0m${ESC}\\` },
    { name: 'a cursor position', input: `${ESC}[24;80R` },
    { name: 'device attributes', input: `${ESC}[?62;4c` },
    { name: 'focus', input: `${ESC}[I${ESC}[O` },
    { name: 'mouse', input: `${ESC}[<0;1;1M${ESC}[M !!` },
    { name: 'a function key of the Linux console', input: `${ESC}[[A` },
    { name: 'C1 characters', input: '\u009b\u0085' },
    { name: 'private functional keys', input: `${ESC}[57358u` },
  ])('$name is neither text nor a key', ({ input }) => {
    expect(parse(`a${input}b`)).toEqual(text('ab'));
  });

  test('the answer about the kitty protocol is told apart', () => {
    expect(parse(`${ESC}[?1u`)).toEqual([{ type: 'kitty-supported' }]);
  });

  test('a control character in an unfinished string shows that it was Alt with a key', () => {
    expect(parse(`${ESC}]ok\r`)).toEqual([key('alt+]'), ...text('ok'), key('enter')]);
  });
});

describe('waiting', () => {
  test('a lone ESC is a key only once nothing more came', () => {
    const parser = createInputParser();

    expect(parser.push(Buffer.from(ESC))).toEqual([]);
    expect(parser.waiting()).toBe('escape');
    expect(parser.flush()).toEqual([key('escape')]);
    expect(parser.waiting()).toBe('nothing');
  });

  test('a sequence cut behind its ESC is still one key', () => {
    const parser = createInputParser();

    expect(parser.push(Buffer.from(ESC))).toEqual([]);
    expect(parser.push(Buffer.from('[A'))).toEqual([key('up')]);
  });

  test.each([
    { pending: ESC + ESC, waiting: 'escape', expected: [key('escape'), key('escape')] },
    { pending: `${ESC}[`, waiting: 'sequence', expected: [key('alt+[')] },
    { pending: `${ESC}O`, waiting: 'sequence', expected: [key('alt+shift+o')] },
    { pending: `${ESC}[1;`, waiting: 'sequence', expected: [] },
    { pending: `${ESC}]11;rgb`, waiting: 'sequence', expected: [] },
  ])('$pending that stays alone is resolved', ({ pending, waiting, expected }) => {
    const parser = createInputParser();
    parser.push(Buffer.from(pending));

    expect(parser.waiting()).toBe(waiting);
    expect(parser.flush()).toEqual(expected);
    expect(parser.push(Buffer.from('x'))).toEqual(text('x'));
  });
});

describe('pastes', () => {
  const paste = (body: string) => `${ESC}[200~${body}${ESC}[201~`;

  test('a paste is one piece, with line ends as newlines and sequences inside as text', () => {
    expect(parse(`a${paste(`x\r\ny\rz${ESC}[A\u0003`)}b`)).toEqual([
      ...text('a'),
      { type: 'paste', text: `x\ny\nz${ESC}[A\u0003` },
      ...text('b'),
    ]);
  });

  test('what follows an end marker inside a paste is followed by a stray end', () => {
    expect(parse(`${paste('x')}\r${ESC}[201~`)).toEqual([
      { type: 'paste', text: 'x' },
      key('enter'),
      { type: 'stray-paste-end' },
    ]);
  });

  test('a paste whose end never comes is given up whole, and keys work again', () => {
    const parser = createInputParser();

    expect(parser.push(Buffer.from(`${ESC}[200~abc${ESC}[20`))).toEqual([]);
    expect(parser.waiting()).toBe('paste');
    expect(parser.flush()).toEqual([{ type: 'paste', text: `abc${ESC}[20` }]);
    expect(parser.push(Buffer.from('\u0003'))).toEqual([key('ctrl+c')]);
  });

  test('a paste of 64 MiB in small reads arrives whole', () => {
    const parser = createInputParser();
    const block = Buffer.alloc(65_536, 'abcdefgh');
    const events: InputEvent[] = [...parser.push(Buffer.from(`${ESC}[200~`))];

    for (let count = 0; count < 1_024; count += 1) events.push(...parser.push(block));
    events.push(...parser.push(Buffer.from(`${ESC}[201~`)));

    expect(events).toHaveLength(1);
    const [pasted] = events;
    expect(pasted?.type === 'paste' && pasted.text.length).toBe(64 * 1_024 * 1_024);
  });
});

test('any chunking of the bytes gives the same events', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 4 }),
    fc.string({ unit: 'binary', maxLength: 4 }),
    fc.constantFrom(
      `${ESC}[A`,
      `${ESC}[1;5D`,
      ESC,
      `${ESC}[200~`,
      `${ESC}[201~`,
      `${ESC}]11;x${ESC}\\`,
      `${ESC}P`,
      `${ESC}[M`,
      `${ESC}[[`,
      `${ESC}O`,
      '\r',
      '\u0003',
      '漢字',
      '👩‍👩‍👧',
      `${ESC}[${'1'.repeat(200)}`,
    ),
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 12 }),
      fc.array(fc.nat({ max: 200 }), { maxLength: 12 }),
      (pieces, cuts) => {
        const bytes = Buffer.from(pieces.join(''));
        const whole = createInputParser();
        const expected = [...whole.push(bytes), ...whole.flush()];

        const parser = createInputParser();
        const places = [0, ...cuts.filter((cut) => cut < bytes.length), bytes.length];
        places.sort((a, b) => a - b);
        const events = places.flatMap((from, index) =>
          parser.push(bytes.subarray(from, places[index + 1] ?? from)),
        );

        expect([...events, ...parser.flush()]).toEqual(expected);
      },
    ),
    { numRuns: 2_000 },
  );
});
