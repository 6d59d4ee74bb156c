import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limitUtf8 } from '../../src/protocol/utf8-limit.ts';

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
