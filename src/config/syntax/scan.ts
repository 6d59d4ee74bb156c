/**
 * Text → tokens, by the rules of HCL's own scanner. Strings and heredocs are scanned in the same
 * pass, since `${` inside them opens a nested piece of ordinary code.
 */
import type { Position } from '../../diagnostics/source-range.ts';
import { advance } from './advance.ts';
import { trimBlanksEnd, trimBlanksStart } from './blanks.ts';
import type { SourceText } from './source-text.ts';
import { LONG_PUNCTUATION, SHORT_PUNCTUATION, type Token, type TokenKind } from './token.ts';

/** The four exclusions became letters in Unicode 15.1, after the parser that judges files. */
const IDENTIFIER = /[\p{ID_Start}_](?:(?!\u200C|\u200D|\u30FB|\uFF65)[\p{ID_Continue}-])*/uy;
const NUMBER = /\d+(?:[\d.]|[eE][+-]?\d)*/y;
const LINE_COMMENT = /(?:#|\/\/)[^\n]*\n?/y;
const HEREDOC_START = new RegExp(`<<-?${IDENTIFIER.source}\\r?\\n`, 'uy');
const QUOTED_TEXT = /(?:\\[^\r\n]|[^\\"$%\r\n])+/uy;
const NEWLINES = /[\r\n]+/y;
const HEREDOC_TEXT = /[^$%\r\n]*/y;
const SHORT = new Set<string>(SHORT_PUNCTUATION);

interface Heredoc {
  readonly marker: string;
  /** Only a line without interpolation can be the end marker. */
  atLineStart: boolean;
}

/** Splits a text into tokens; the last one is always `end-of-file`. Never fails. */
export function scan(source: SourceText): readonly Token[] {
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
  /** End of the last token; only blanks lie between it and the next. */
  #last: Position;
  #lastOffset = 0;

  constructor(source: SourceText) {
    this.#file = source.file;
    this.#text = source.text;
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
    const end = length === 0 ? start : advance(start, text);
    this.#tokens.push({ kind, text, range: { file: this.#file, start, end }, offset });
    this.#offset += length;
    this.#lastOffset = this.#offset;
    this.#last = end;
  }

  /** Length of a match of a sticky pattern here, 0 when there is none. */
  #match(pattern: RegExp): number {
    pattern.lastIndex = this.#offset;
    return pattern.test(this.#text) ? pattern.lastIndex - this.#offset : 0;
  }

  #startsWith(text: string): boolean {
    return this.#text.startsWith(text, this.#offset);
  }

  #scanCode(): void {
    const char = this.#text.charAt(this.#offset);
    if (char === ' ' || char === '\t') this.#offset += 1;
    else if (char === '\n') this.#emit('newline', 1);
    else if (this.#startsWith('\r\n')) this.#emit('newline', 2);
    else if (char >= '0' && char <= '9') this.#emit('number', this.#numberLength());
    else if (char === '"') this.#open('quoted', 'open-quote', 1);
    else if (char === '{') this.#openBrace();
    else if (char === '}') this.#closeBrace(1);
    else if (this.#startsWith('~}')) this.#closeBrace(2);
    else if (!this.#scanComment() && !this.#scanHeredocStart()) this.#scanWordOrSign(char);
  }

  /** A number never ends in a dot: `1.` is a number and a dot. */
  #numberLength(): number {
    let length = this.#match(NUMBER);
    while (this.#text.charAt(this.#offset + length - 1) === '.') length -= 1;
    return length;
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
      const end = this.#text.indexOf('*/', this.#offset + 2);
      length = end === -1 ? 0 : end + 2 - this.#offset;
    }
    if (length > 0) this.#emit('comment', length);
    return length > 0;
  }

  #scanHeredocStart(): boolean {
    if (!this.#startsWith('<<')) return false;
    const length = this.#match(HEREDOC_START);
    if (length === 0) return false;
    const introducer = this.#text.slice(this.#offset, this.#offset + length);
    this.#heredocs.push({ marker: introducer.replace(/^<<-?|\r?\n$/g, ''), atLineStart: true });
    this.#open('heredoc', 'open-heredoc', length);
    return true;
  }

  #scanWordOrSign(char: string): void {
    const word = this.#match(IDENTIFIER);
    const long = LONG_PUNCTUATION.find((sign) => this.#startsWith(sign));
    if (word > 0) this.#emit('identifier', word);
    else if (long !== undefined) this.#emit(long, long.length);
    else if (SHORT.has(char))
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
      const length = this.#match(QUOTED_TEXT);
      if (length > 0) this.#emit('quoted-text', length);
      else this.#emit('invalid', 1); // a backslash at the end of the line
    }
  }

  /** `${`, `%{`, their doubled forms, or the sign alone. */
  #scanTemplateSign(sign: '$' | '%', textKind: 'quoted-text' | 'heredoc-text'): void {
    const tilde = (length: number): number =>
      this.#text.charAt(this.#offset + length) === '~' ? length + 1 : length;
    if (this.#startsWith(`${sign}{`)) {
      this.#markMidLine();
      this.#emit(sign === '$' ? 'interpolation' : 'directive', tilde(2));
      this.#braces += 1;
      this.#interpolationBraces.push(this.#braces);
      this.#modes.push('code');
    } else if (this.#startsWith(`${sign}${sign}{`)) this.#emit(textKind, tilde(3));
    else if (this.#offset + 1 < this.#text.length) this.#emit(textKind, 1);
    else this.#emit('invalid', 1);
  }

  #markMidLine(): void {
    const heredoc = this.#heredocs.at(-1);
    if (heredoc !== undefined) heredoc.atLineStart = false;
  }

  #scanHeredoc(): void {
    const heredoc = this.#heredocs.at(-1);
    if (heredoc === undefined) throw new Error('a heredoc is scanned that was never opened');
    const char = this.#text.charAt(this.#offset);
    if (char === '$' || char === '%') {
      this.#scanTemplateSign(char, 'heredoc-text');
      heredoc.atLineStart = false;
      return;
    }
    const length = this.#match(HEREDOC_TEXT);
    const behind = this.#offset + length;
    const lineEnd = this.#text.startsWith('\r\n', behind)
      ? 2
      : this.#text.charAt(behind) === '\n'
        ? 1
        : 0;
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
