import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limitUtf8, limitWords } from '../../src/protocol/utf8-limit.ts';

test('a cut text fits, begins the text and holds whole characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(64), (text, limit) => {
      const cut = limitUtf8(text, limit);

      expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(limit);
      expect(text.startsWith(cut)).toBe(true);
      // One more character would not have fitted.
      const next = [...text.slice(cut.length)][0] ?? '';
      expect(next === '' || Buffer.byteLength(cut + next) > limit).toBe(true);
    }),
  );
});

test('a character of four bytes is kept whole or left out', () => {
  expect(limitUtf8('ab😀', 5)).toBe('ab');
  expect(limitUtf8('ab😀', 6)).toBe('ab😀');
});

test('a text of a stranger is cut between words, so that no secret in it is cut in two', () => {
  const words = fc.array(fc.string({ minLength: 1, maxLength: 20 }), { minLength: 1 });
  fc.assert(
    fc.property(words, fc.integer({ min: 3, max: 64 }), (parts, limit) => {
      const whole = parts.map((part) => part.replaceAll(/\s/g, 'x'));
      const text = whole.join(' ');

      const cut = limitWords(text, limit);

      expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(Math.max(limit, 3));
      if (cut === text) return;
      expect(Buffer.byteLength(text)).toBeGreaterThan(limit);
      const kept = cut.slice(0, -1).split(' ').filter(Boolean);
      expect(kept).toEqual(whole.slice(0, kept.length));
    }),
  );
});
