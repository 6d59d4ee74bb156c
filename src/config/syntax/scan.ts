/**
 * Text → tokens, by the rules of HCL's own scanner. Strings and heredocs are scanned in the same
 * pass, since `${` inside them opens a nested piece of ordinary code.
 */
import type { Position } from '../../diagnostics/source-range.ts';
import { advance, nextLine } from './advance.ts';
import { trimBlanksEnd, trimBlanksStart } from './blanks.ts';
import type { HclText } from './hcl-text.ts';
import {
  heredocIntroducer,
  identifierLength,
  lineEndLength,
  matchLength,
  numberLength,
  quotedTextLength,
} from './lexemes.ts';
import { LONG_PUNCTUATION, SHORT_PUNCTUATION, type Token, type TokenKind } from './token.ts';

const LINE_COMMENT = /(?:#|\/\/)[^\n]*\n?/y;
const NEWLINES = /[\r\n]+/y;
const HEREDOC_TEXT = /[^$%\r\n]*/y;
const SHORT = new Set<string>(SHORT_PUNCTUATION);

interface Heredoc {
  readonly marker: string;
  /** Only a line without interpolation can be the end marker. */
  atLineStart: boolean;
}

/** Splits a text into tokens; the last one is always `end-of-file`. Never fails. */
export function scan(source: HclText): readonly Token[] {
  return new Scanner(source).run();
}

class Scanner {
  readonly #file: string;
  readonly #text: string;
  readonly #tokens: Token[] = [];
  /** What surrounds the current place, innermost last: code, or the inside of a string. */
  readonly #modes: ('code' | 'quoted' | 'heredoc')[] = ['code'];
  readonly #heredocs: Heredoc[] = [];
  /** Depth of `{`, and the depths at which a `}` ends an interpolation. */
  #braces = 0;
  readonly #interpolationBraces: number[] = [];
  #offset = 0;
  /** Index of the last comment's closing mark, from which no comment can start any more. */
  readonly #lastCommentEnd: number;
  /** End of the last token; only blanks lie between it and the next. */
  #last: Position;
  #lastOffset = 0;

  constructor(source: HclText) {
    this.#file = source.file;
    this.#text = source.text;
    this.#lastCommentEnd = source.text.lastIndexOf('*/') + 1;
    this.#last = { line: 1, column: 1, byte: source.skippedBytes };
  }

  run(): readonly Token[] {
    while (this.#offset < this.#text.length) {
      const mode = this.#modes.at(-1);
      if (mode === 'quoted') this.#scanQuoted();
      else if (mode === 'heredoc') this.#scanHeredoc();
      else this.#scanCode();
    }
    this.#emit('end-of-file', 0);
    return this.#tokens;
  }

  #emit(kind: TokenKind, length: number): void {
    const offset = this.#offset;
    const text = this.#text.slice(offset, offset + length);
    const blanks = offset - this.#lastOffset;
    const { line, column, byte } = this.#last;
    const start =
      blanks === 0 ? this.#last : { line, column: column + blanks, byte: byte + blanks };
    const end = kind === 'newline' ? nextLine(start, length) : advance(start, text);
    this.#tokens.push({ kind, text, range: { file: this.#file, start, end }, offset });
    this.#offset += length;
    this.#lastOffset = this.#offset;
    this.#last = end;
  }

  #match(pattern: RegExp): number {
    return matchLength(pattern, this.#text, this.#offset);
  }

  #startsWith(text: string): boolean {
    return this.#text.startsWith(text, this.#offset);
  }

  #scanCode(): void {
    const char = this.#text.charAt(this.#offset);
    if (char === ' ' || char === '\t') this.#offset += 1;
    else if (char === '\n') this.#emit('newline', 1);
    else if (this.#startsWith('\r\n')) this.#emit('newline', 2);
    else if (char >= '0' && char <= '9')
      this.#emit('number', numberLength(this.#text, this.#offset));
    else if (char === '"') this.#open('quoted', 'open-quote', 1);
    else if (char === '{') this.#openBrace();
    else if (char === '}') this.#closeBrace(1);
    else if (this.#startsWith('~}')) this.#closeBrace(2);
    else if ((char === '#' || char === '/') && this.#scanComment()) return;
    else if (char !== '<' || !this.#scanHeredocStart()) this.#scanWordOrSign(char);
  }

  #open(mode: 'quoted' | 'heredoc', kind: TokenKind, length: number): void {
    this.#emit(kind, length);
    this.#modes.push(mode);
  }

  #openBrace(): void {
    this.#emit('{', 1);
    this.#braces += 1;
  }

  #closeBrace(length: 1 | 2): void {
    const endsInterpolation = this.#interpolationBraces.at(-1) === this.#braces;
    // `~}` never closes an ordinary brace; the parser says so when it meets it out of place.
    this.#emit(endsInterpolation || length === 2 ? 'template-end' : '}', length);
    this.#braces -= 1;
    if (!endsInterpolation) return;
    this.#interpolationBraces.pop();
    this.#modes.pop();
  }

  #scanComment(): boolean {
    let length = this.#match(LINE_COMMENT);
    if (length === 0 && this.#startsWith('/*')) {
      const end = this.#commentEnd(this.#offset + 2);
      length = end === undefined ? 0 : end - this.#offset;
    }
    if (length > 0) this.#emit('comment', length);
    return length > 0;
  }

  /** A comment that is never closed is none; that is looked for only once. */
  #commentEnd(from: number): number | undefined {
    if (from >= this.#lastCommentEnd) return undefined;
    return this.#text.indexOf('*/', from) + 2;
  }

  #scanHeredocStart(): boolean {
    const introducer = heredocIntroducer(this.#text, this.#offset);
    if (introducer === undefined) return false;
    this.#heredocs.push({ marker: introducer.marker, atLineStart: true });
    this.#open('heredoc', 'open-heredoc', introducer.length);
    return true;
  }

  #scanWordOrSign(char: string): void {
    const isSign = SHORT.has(char);
    const word = isSign ? 0 : identifierLength(this.#text, this.#offset);
    const long = LONG_PUNCTUATION.find((sign) => this.#startsWith(sign));
    if (word > 0) this.#emit('identifier', word);
    else if (long !== undefined) this.#emit(long, long.length);
    else if (isSign)
      this.#emit(char as TokenKind, 1); // SHORT holds token kinds only
    else this.#emit('invalid', (this.#text.codePointAt(this.#offset) ?? 0) > 0xffff ? 2 : 1);
  }

  #scanQuoted(): void {
    const char = this.#text.charAt(this.#offset);
    if (char === '"') {
      this.#emit('close-quote', 1);
      this.#modes.pop();
    } else if (char === '\r' || char === '\n') this.#emit('quoted-newline', this.#match(NEWLINES));
    else if (char === '$' || char === '%') this.#scanTemplateSign(char, 'quoted-text');
    else {
      const length = quotedTextLength(this.#text, this.#offset);
      if (length > 0) this.#emit('quoted-text', length);
      else this.#emit('invalid', 1); // a backslash at the end of the line
    }
  }

  /** `${`, `%{`, their doubled forms, or the sign alone. */
  #scanTemplateSign(sign: '$' | '%', textKind: 'quoted-text' | 'heredoc-text'): void {
    const tilde = (length: number): number =>
      this.#text.charAt(this.#offset + length) === '~' ? length + 1 : length;
    if (this.#startsWith(`${sign}{`)) {
      this.#markLineStart(false);
      this.#emit(sign === '$' ? 'interpolation' : 'directive', tilde(2));
      this.#braces += 1;
      this.#interpolationBraces.push(this.#braces);
      this.#modes.push('code');
    } else if (this.#offset + 1 === this.#text.length) this.#emit('invalid', 1);
    else {
      const length = this.#startsWith(`${sign}${sign}{`) ? tilde(3) : 1;
      if (textKind === 'heredoc-text') this.#emitHeredocSign(length);
      else this.#emit('quoted-text', length);
    }
  }

  /**
   * At the end of a line HCL's scanner looks one further than elsewhere: an escape takes the line
   * end into its token, and a sign alone takes the one character between it and the line end.
   */
  #emitHeredocSign(length: number): void {
    const lineEnd = lineEndLength(this.#text, this.#offset + length);
    this.#markLineStart(length > 1 && lineEnd > 0);
    if (length > 1) {
      this.#emit('heredoc-text', length + lineEnd);
      return;
    }
    const next = this.#text.charCodeAt(this.#offset + 1);
    const behind = this.#text.charAt(this.#offset + 2);
    const isLastButOne = next < 0x80 && (behind === '\n' || behind === '\r');
    this.#emit('heredoc-text', isLastButOne ? 2 : length);
  }

  #markLineStart(isStart: boolean): void {
    const heredoc = this.#heredocs.at(-1);
    if (heredoc !== undefined) heredoc.atLineStart = isStart;
  }

  #scanHeredoc(): void {
    const heredoc = this.#heredocs.at(-1);
    if (heredoc === undefined) throw new Error('a heredoc is scanned that was never opened');
    const char = this.#text.charAt(this.#offset);
    if (char === '$' || char === '%') {
      this.#scanTemplateSign(char, 'heredoc-text');
      return;
    }
    const length = this.#match(HEREDOC_TEXT);
    const lineEnd = lineEndLength(this.#text, this.#offset + length);
    if (lineEnd > 0) this.#endHeredocLine(heredoc, length, lineEnd);
    else this.#continueHeredocLine(heredoc, length);
  }

  #endHeredocLine(heredoc: Heredoc, length: number, lineEnd: number): void {
    const line = this.#text.slice(this.#offset, this.#offset + length);
    if (!heredoc.atLineStart || trimBlanksStart(trimBlanksEnd(line)) !== heredoc.marker) {
      heredoc.atLineStart = true;
      this.#emit('heredoc-text', length + lineEnd);
      return;
    }
    this.#emit('close-heredoc', length);
    this.#emit('newline', lineEnd);
    this.#heredocs.pop();
    this.#modes.pop();
  }

  #continueHeredocLine(heredoc: Heredoc, length: number): void {
    heredoc.atLineStart = false;
    // Nothing in a heredoc starts with a lone carriage return: all that follows is one bad token.
    if (length === 0) this.#emit('invalid', this.#text.length - this.#offset);
    else this.#emit('heredoc-text', length);
  }
}
