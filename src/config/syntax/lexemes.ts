/**
 * Lengths of the pieces that HCL's scanner knows, found by loops over simple patterns: a pattern
 * that repeats a group would exhaust its stack on a long text.
 */

const DIGITS = /[\d.]*/y;
const EXPONENT = /[eE][+-]?\d/y;
const ASCII_IDENTIFIER = /[A-Za-z_][\w-]*/y;
const IDENTIFIER_START = /[\p{ID_Start}_]/uy;
const IDENTIFIER_REST = /[\p{ID_Continue}-]*/uy;
const PLAIN_TEXT = /[^\\"$%\r\n]*/y;

/** These became letters in Unicode 15.1, after the parser that judges files. */
const NOT_IN_IDENTIFIERS = /\u200C|\u200D|\u30FB|\uFF65/;

/** Length of a match of a sticky pattern at a place, 0 when there is none. */
export function matchLength(pattern: RegExp, text: string, offset: number): number {
  pattern.lastIndex = offset;
  return pattern.test(text) ? pattern.lastIndex - offset : 0;
}

/** At a digit. A number never ends in a dot: `1.` is a number and a dot. */
export function numberLength(text: string, offset: number): number {
  let end = offset + matchLength(DIGITS, text, offset);
  for (let more = matchLength(EXPONENT, text, end); more > 0; ) {
    end += more;
    end += matchLength(DIGITS, text, end);
    more = matchLength(EXPONENT, text, end);
  }
  while (text.charAt(end - 1) === '.') end -= 1;
  return end - offset;
}

/** 0 when no identifier starts here. */
export function identifierLength(text: string, offset: number): number {
  // Unicode's classes take milliseconds to compile, and most files need none of them.
  const ascii = matchLength(ASCII_IDENTIFIER, text, offset);
  if (!(text.charCodeAt(offset + ascii) > 0x7f)) return ascii;
  const first = matchLength(IDENTIFIER_START, text, offset);
  if (first === 0) return 0;
  const rest = matchLength(IDENTIFIER_REST, text, offset + first);
  const excluded = text.slice(offset + first, offset + first + rest).search(NOT_IN_IDENTIFIERS);
  return first + (excluded === -1 ? rest : excluded);
}

/** Text of a quoted string up to what means something in it; 0 when that comes at once. */
export function quotedTextLength(text: string, offset: number): number {
  let end = offset + matchLength(PLAIN_TEXT, text, offset);
  while (text.charAt(end) === '\\') {
    const escaped = text.codePointAt(end + 1);
    if (escaped === undefined || escaped === 0x0a || escaped === 0x0d) break;
    end += escaped > 0xffff ? 3 : 2;
    end += matchLength(PLAIN_TEXT, text, end);
  }
  return end - offset;
}

/** 2 for CRLF, 1 for LF, 0 for anything else. */
export function lineEndLength(text: string, offset: number): 0 | 1 | 2 {
  if (text.startsWith('\r\n', offset)) return 2;
  return text.charAt(offset) === '\n' ? 1 : 0;
}

/** `<<EOT` or `<<-EOT` with its line end; a blank behind the marker makes it no heredoc. */
export function heredocIntroducer(
  text: string,
  offset: number,
): { readonly length: number; readonly marker: string } | undefined {
  if (!text.startsWith('<<', offset)) return undefined;
  const start = offset + (text.charAt(offset + 2) === '-' ? 3 : 2);
  const end = start + identifierLength(text, start);
  const lineEnd = lineEndLength(text, end);
  if (end === start || lineEnd === 0) return undefined;
  return { length: end + lineEnd - offset, marker: text.slice(start, end) };
}
