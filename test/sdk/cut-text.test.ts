import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutText } from '../../src/sdk/cut-text.ts';

test('a cut text fits, begins the text and holds whole characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(64), (text, limit) => {
      const cut = cutText(text, limit);

      expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(limit);
      expect(text.startsWith(cut)).toBe(true);
      // One more character would not have fitted.
      const next = [...text.slice(cut.length)][0] ?? '';
      expect(next === '' || Buffer.byteLength(cut + next) > limit).toBe(true);
    }),
  );
});

test('a character of four bytes is kept whole or left out', () => {
  expect(cutText('ab😀', 5)).toBe('ab');
  expect(cutText('ab😀', 6)).toBe('ab😀');
});
