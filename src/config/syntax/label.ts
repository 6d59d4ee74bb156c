/** Quoted block labels: strings without interpolation. */
import { joinRanges, type SourceRange } from '../../diagnostics/source-range.ts';
import type { RawLabel } from './ast.ts';
import { stringText } from './string-text.ts';
import type { Token } from './token.ts';
import type { TokenCursor } from './token-cursor.ts';

const INVALID = 'Invalid string literal';

/** Parses a quoted label; the cursor stands before its opening quote. */
export function parseLabel(cursor: TokenCursor): RawLabel {
  const open = cursor.read();
  let value = '';
  const end = (closeRange: SourceRange): RawLabel => ({
    value,
    range: joinRanges(open.range, closeRange),
  });
  for (;;) {
    const token = cursor.read();
    if (token.kind === 'close-quote') return end(token.range);
    if (token.kind === 'quoted-text') {
      value += stringText(token, (error) => cursor.errors.push(error));
    } else if (token.kind === 'interpolation' || token.kind === 'directive') {
      reportSequence(cursor, token);
      cursor.recover('template-end');
    } else {
      if (token.kind === 'end-of-file') {
        cursor.error(
          'Unterminated string literal',
          'Unable to find the closing quote mark before the end of the file.',
          token.range,
        );
      } else {
        cursor.error(INVALID, 'This item is not valid in a string literal.', token.range);
        cursor.recover('close-quote');
      }
      return end(token.range);
    }
  }
}

function reportSequence(cursor: TokenCursor, token: Token): void {
  const sign = token.kind === 'interpolation' ? '$' : '%';
  cursor.error(
    INVALID,
    `Template sequences are not allowed in this string. To include a literal "${sign}", double it (as "${sign}${sign}") to escape it.`,
    token.range,
  );
}
