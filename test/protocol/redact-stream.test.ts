import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createStreamRedactor } from '../../src/protocol/redact-stream.ts';

const SECRET = 'sk-do/not+print=';

/** Every piece, then what was held back. */
function play(secrets: readonly string[], pieces: readonly string[]): readonly string[] {
  const redactor = createStreamRedactor(secrets);
  return [...pieces.map((piece) => redactor.push(piece)), redactor.flush()];
}

test('a secret in one piece is replaced', () => {
  expect(play([SECRET], [`key ${SECRET}!`])).toEqual(['key ***!', '']);
});

test('a secret cut into letters never appears', () => {
  const shown = play([SECRET], [...`key ${SECRET}!`]).join('');

  expect(shown).toBe('key sk-***!');
});

test('text that only begins like a secret is all there, at the latest at the end', () => {
  expect(play([SECRET], ['ask-', 'do/', 'nuts sk-do'])).toEqual(['ask-', '', 'do/nuts ', 'sk-do']);
});

test('ordinary letters that a secret begins with are not held back', () => {
  expect(play([SECRET], ['his', ' keys', ' ask'])).toEqual(['his', ' keys', ' ask', '']);
});

test('the longer of two secrets that share a beginning goes whole', () => {
  const pieces = ['a secret', '-and', '-more', ' b secret'];

  expect(play(['secret', 'secret-and-more'], pieces).join('')).toBe('a *** b ***');
});

test('without secrets every piece goes on as it is', () => {
  expect(play([], ['a', 'b'])).toEqual(['a', 'b', '']);
});

const cuts = fc.array(fc.nat(20), { maxLength: 30 });

function cut(text: string, lengths: readonly number[]): readonly string[] {
  const pieces: string[] = [];
  let at = 0;
  for (const length of lengths) {
    pieces.push(text.slice(at, at + length));
    at += length;
  }
  return [...pieces, text.slice(at)];
}

test('however a text is cut, no secret is left in it', () => {
  const secrets = fc.array(
    fc.string({ minLength: 4, maxLength: 12, unit: fc.constantFrom('a', 'b', '-') }),
    { minLength: 1, maxLength: 3 },
  );
  const parts = fc.array(
    fc.oneof(fc.nat(2), fc.string({ unit: fc.constantFrom('a', 'b', '-', ' ') })),
  );

  fc.assert(
    fc.property(secrets, parts, cuts, (values, pattern, lengths) => {
      const text = pattern.map((part) => (typeof part === 'number' ? (values[part] ?? '') : part));
      const shown = play(values, cut(text.join(''), lengths)).join('');
      return !shown.split('***').some((rest) => values.some((value) => rest.includes(value)));
    }),
    { numRuns: 2_000 },
  );
});

test('however a text without secrets is cut, it stays whole', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('s', 'k', '-', 'd', 'o') }),
      cuts,
      (text, lengths) => {
        return play([SECRET], cut(text, lengths)).join('') === text;
      },
    ),
  );
});
