import type { SourceRange } from '../../diagnostics/source-range.ts';

/** What a token is. Those that stand for themselves are named by their text. */
export type TokenKind =
  | 'identifier'
  | 'number'
  | 'open-quote'
  | 'close-quote'
  | 'open-heredoc'
  | 'close-heredoc'
  /** Text of a quoted string; may hold backslash escapes. */
  | 'quoted-text'
  /** Text of a heredoc, at most one line of it with its line end; has no backslash escapes. */
  | 'heredoc-text'
  /** A line end inside a quoted string, where none may stand. */
  | 'quoted-newline'
  /** `${` or `${~`. */
  | 'interpolation'
  /** `%{` or `%{~`. */
  | 'directive'
  /** `}` or `~}` at the end of an interpolation or directive. */
  | 'template-end'
  | 'comment'
  | 'newline'
  | 'end-of-file'
  | 'invalid'
  | Punctuation;

export type Punctuation = (typeof LONG_PUNCTUATION)[number] | (typeof SHORT_PUNCTUATION)[number];

/** Longest first, so that the first that matches is the right one. */
export const LONG_PUNCTUATION = ['...', '==', '!=', '<=', '>=', '&&', '||', '::', '=>'] as const;

/** The last seven mean nothing in HCL; they are told apart for better messages. */
export const SHORT_PUNCTUATION = [
  ...(['{', '}', '[', ']', '(', ')', '.', ',', '*', '/', '%', '+', '-', '=', '<', '>'] as const),
  ...(['!', '?', ':', '&', '|', '~', '^', ';', '`', "'"] as const),
] as const;

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly range: SourceRange;
  /** Index of the first code unit in the text of the file. */
  readonly offset: number;
}
