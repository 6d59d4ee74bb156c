/** The text that a piece of a quoted string or heredoc stands for. */
import type { Position, SourceRange } from '../../diagnostics/source-range.ts';
import { advance } from './advance.ts';
import { quote } from './quote.ts';
import type { Token } from './token.ts';
import type { SyntaxFault } from './token-cursor.ts';

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  '"': '"',
  '\\': '\\',
};

const PIECES = /\\u[\da-fA-F]{0,4}|\\U[\da-fA-F]{0,8}|\\.?|[^\\]+/gsu;

/**
 * Undoes the escapes of a `quoted-text` or `heredoc-text` token.
 *
 * @param report - Called for every escape that means nothing, with its exact place.
 * @returns The text; what an escape in error stands for is undefined.
 */
export function stringText(token: Token, report: (error: SyntaxFault) => void): string {
  const sign = token.text.charAt(0);
  // The scanner cuts before every `$` and `%`, so that a doubled one begins its token.
  if (sign === '$' || sign === '%') return token.text.replace(/^([$%])(?=\1\{)/, '');
  if (token.kind === 'heredoc-text' || !token.text.includes('\\')) return token.text;
  let text = '';
  let start: Position = token.range.start;
  for (const [piece] of token.text.matchAll(PIECES)) {
    const end = advance(start, piece);
    text += piece.startsWith('\\')
      ? escapedText(piece, { file: token.range.file, start, end }, report)
      : piece;
    start = end;
  }
  return text;
}

function escapedText(
  sequence: string,
  range: SourceRange,
  report: (error: SyntaxFault) => void,
): string {
  const selector = sequence.slice(1);
  const simple = SIMPLE_ESCAPES[selector];
  if (simple !== undefined) return simple;
  const fail = (detail: string): string => {
    report({ summary: 'Invalid escape sequence', detail, range });
    return selector;
  };
  if (selector.startsWith('u') && sequence.length !== 6) {
    return fail('The \\u escape sequence must be followed by four hexadecimal digits.');
  }
  if (selector.startsWith('U') && sequence.length !== 10) {
    return fail('The \\U escape sequence must be followed by eight hexadecimal digits.');
  }
  if (!/^[uU]/.test(selector)) {
    return fail(`The symbol ${quote(selector)} is not a valid escape sequence selector.`);
  }
  const codePoint = Number.parseInt(selector.slice(1), 16);
  const isSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
  if (codePoint <= 0x10ffff && !isSurrogate) return String.fromCodePoint(codePoint);
  const hex = codePoint.toString(16).padStart(4, '0');
  return fail(`Cannot encode character U+${hex} in UTF-8.`);
}
