import type { Token } from './token.ts';
import type { TokenCursor } from './token-cursor.ts';

/** What HCL's scanner takes for a number may still be none: `1..2`, `1e5e5`. */
const NUMBER = /^\d+(?:\.\d*)?(?:[eE][+-]?\d+)?$/;

export function checkNumber(cursor: TokenCursor, token: Token): void {
  if (NUMBER.test(token.text)) return;
  cursor.error(
    'Invalid number literal',
    'Failed to recognize the value of this number literal.',
    token.range,
  );
}
