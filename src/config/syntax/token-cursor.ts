/** What the parser functions share: the place in the token list, its diagnostics, its recovery. */
import { rangeAt, type SourceRange } from '../../diagnostics/source-range.ts';
import type { Expression } from './ast.ts';
import type { Token, TokenKind } from './token.ts';

/** A syntax error in HCL's own words; `../syntax-code.ts` gives it an id. */
export interface SyntaxFault {
  readonly summary: string;
  readonly detail: string;
  readonly range: SourceRange;
}

/** Levels of blocks, brackets, templates and other nesting that a file may have. */
export const MAX_NESTING = 200;

/**
 * Nodes of a tree that may lie above one another. Operators and steps in a row do not nest in the
 * text, but each stands above the one before it, and all that walks a tree does so by recursion.
 */
export const MAX_HEIGHT = 1000;

/** Ends a parse at the first level too many, so that no input can exhaust the stack. */
export class NestingTooDeep extends Error {
  readonly range: SourceRange;

  constructor(range: SourceRange) {
    super('nesting too deep');
    this.range = range;
  }
}

const CLOSER_OF: Partial<Record<TokenKind, TokenKind>> = {
  '{': '}',
  '[': ']',
  '(': ')',
  'open-quote': 'close-quote',
  'open-heredoc': 'close-heredoc',
};

const OPENER_OF: Partial<Record<TokenKind, TokenKind>> = {
  '}': '{',
  ']': '[',
  ')': '(',
  'close-quote': 'open-quote',
  'close-heredoc': 'open-heredoc',
  'template-end': 'interpolation',
};

export class TokenCursor {
  readonly file: string;
  readonly errors: SyntaxFault[] = [];
  /** Set after an error has put the cursor somewhere odd; mutes the errors that follow from it. */
  recovering = false;
  /** Given from outside, so that templates and expressions can hold each other. */
  readonly parseExpression: (cursor: TokenCursor) => Expression;
  readonly #tokens: readonly Token[];
  readonly #endOfFile: Token;
  #next = 0;
  /** What `peek` has found at this place, for as long as line ends count as they do now. */
  #peeked: { readonly token: Token; readonly next: number } | undefined;
  /** Whether line ends count at this place; innermost last. */
  readonly #newlines: boolean[] = [true];
  #depth = 0;
  /** Height of the tree that is being built, at most. */
  #height = 0;

  constructor(
    file: string,
    tokens: readonly Token[],
    parseExpression: (cursor: TokenCursor) => Expression,
  ) {
    const endOfFile = tokens.at(-1);
    if (endOfFile === undefined) throw new Error('a token list ends in end-of-file');
    this.file = file;
    this.#tokens = tokens;
    this.#endOfFile = endOfFile;
    this.parseExpression = parseExpression;
  }

  peek(): Token {
    this.#peeked ??= this.#find();
    return this.#peeked.token;
  }

  read(): Token {
    const { token, next } = this.#peeked ?? this.#find();
    this.#peeked = undefined;
    this.#next = next;
    return token;
  }

  nextIs(kind: TokenKind): boolean {
    return this.peek().kind === kind;
  }

  /** Whether the next token is this word. */
  nextIsWord(word: string): boolean {
    const token = this.peek();
    return token.kind === 'identifier' && token.text === word;
  }

  /** Range of the last token read, comments and skipped line ends included. */
  previousRange(): SourceRange {
    const previous = this.#tokens[Math.max(0, this.#next - 1)];
    return (previous ?? this.#endOfFile).range;
  }

  #find(): { readonly token: Token; readonly next: number } {
    const withNewlines = this.#newlines.at(-1) === true;
    for (let next = this.#next; next < this.#tokens.length; next += 1) {
      const token = this.#tokens[next];
      if (token === undefined) break;
      if (token.kind === 'comment') {
        // A line comment holds the line end that closes it.
        if (!withNewlines || !token.text.endsWith('\n')) continue;
        return { token: { ...token, kind: 'newline' }, next: next + 1 };
      }
      if (token.kind === 'newline' && !withNewlines) continue;
      return { token, next: next + 1 };
    }
    return { token: this.#endOfFile, next: this.#tokens.length };
  }

  /** Runs a parser with line ends counting or not. */
  withNewlines<T>(count: boolean, parse: () => T): T {
    this.#peeked = undefined;
    this.#newlines.push(count);
    const result = parse();
    this.#newlines.pop();
    this.#peeked = undefined;
    return result;
  }

  /**
   * Runs a parser one level deeper.
   *
   * @throws NestingTooDeep at `opener` when that is a level too many.
   */
  nested<T>(opener: SourceRange, parse: () => T): T {
    this.#depth += 1;
    if (this.#depth > MAX_NESTING) throw new NestingTooDeep(opener);
    // The level counts for the tree inside it only, not for its siblings one after the other.
    const result = this.beside(() => {
      const inner = parse();
      this.grow(opener);
      return inner;
    });
    this.#depth -= 1;
    return result;
  }

  /** Runs the parser of a tree that will stand beside the present one, not above it. */
  beside<T>(parse: () => T): T {
    const outer = this.#height;
    this.#height = 0;
    const result = parse();
    this.#height = Math.max(outer, this.#height);
    return result;
  }

  /**
   * Counts a node put above all of the present tree.
   *
   * @throws NestingTooDeep at `range` when that makes the tree too high.
   */
  grow(range: SourceRange): void {
    this.#height += 1;
    if (this.#height > MAX_HEIGHT) throw new NestingTooDeep(range);
  }

  error(summary: string, detail: string, range: SourceRange): void {
    this.errors.push({ summary, detail, range });
  }

  /** The same, unless an earlier error explains this one. */
  errorUnlessRecovering(summary: string, detail: string, range: SourceRange): void {
    if (!this.recovering) this.error(summary, detail, range);
  }

  /** Runs a parser and tells whether it reported an error. */
  attempt<T>(parse: () => T): { readonly result: T; readonly failed: boolean } {
    const before = this.errors.length;
    const result = parse();
    return { result, failed: this.errors.length > before };
  }

  /** An expression; `broken` when it failed in a way that leaves the cursor in an odd place. */
  expression(): { readonly result: Expression; readonly broken: boolean } {
    const { result, failed } = this.attempt(() => this.parseExpression(this));
    return { result, broken: failed && this.recovering };
  }

  /** Skips to behind the closer of the present bracket; returns that closer or end-of-file. */
  recover(closer: TokenKind): Token {
    const opener = OPENER_OF[closer];
    this.recovering = true;
    let nested = 0;
    for (;;) {
      const token = this.read();
      if (token.kind === 'end-of-file') return token;
      if (token.kind === closer) {
        if (nested === 0) return token;
        nested -= 1;
      } else if (token.kind === opener) nested += 1;
      else if (closer === 'template-end' && token.kind === 'directive') nested += 1;
    }
  }

  /** Skips to behind the next bracket of this kind and what it encloses. */
  recoverOver(opener: '(' | '{' | '['): void {
    for (;;) {
      const token = this.read();
      if (token.kind === opener || token.kind === 'end-of-file') break;
    }
    this.recover(CLOSER_OF[opener] ?? 'end-of-file');
  }

  /** Skips to the start of the next line that is not inside a bracket or string. */
  recoverAfterBodyItem(): void {
    this.recovering = true;
    const open: TokenKind[] = [];
    for (;;) {
      const { kind } = this.read();
      if (kind === 'end-of-file' || (kind === 'newline' && open.length === 0)) return;
      if (CLOSER_OF[kind] !== undefined || kind === 'interpolation') open.push(kind);
      else if (kind === 'directive') open.push('interpolation');
      else if (OPENER_OF[kind] !== undefined) popThrough(open, OPENER_OF[kind]);
    }
  }

  emptyRangeAfter(range: SourceRange): SourceRange {
    return rangeAt(this.file, range.end);
  }
}

function popThrough(open: TokenKind[], opener: TokenKind | undefined): void {
  const at = opener === undefined ? -1 : open.lastIndexOf(opener);
  open.length = Math.max(0, at);
}
