/** A template as a flat row of pieces, as written; `template.ts` makes a tree of them. */
import { joinRanges, type SourceRange } from '../../diagnostics/source-range.ts';
import { didYouMean } from '../../diagnostics/suggest.ts';
import type { Expression } from './ast.ts';
import { trimBlanksEnd, trimBlanksStart } from './blanks.ts';
import { quote } from './quote.ts';
import { stringText } from './string-text.ts';
import type { Token, TokenKind } from './token.ts';
import type { TokenCursor } from './token-cursor.ts';

export interface TextPiece {
  readonly type: 'text';
  text: string;
  range: SourceRange;
}

export type TemplatePiece =
  | TextPiece
  | {
      readonly type: 'interpolation';
      readonly expression: Expression;
      readonly range: SourceRange;
    }
  | { readonly type: 'if'; readonly condition: Expression; readonly range: SourceRange }
  | {
      readonly type: 'for';
      readonly keyName: string | undefined;
      readonly valueName: string;
      readonly collection: Expression;
      readonly range: SourceRange;
    }
  | { readonly type: 'else' | 'endif' | 'endfor'; readonly range: SourceRange };

export interface TemplatePieces {
  readonly pieces: readonly TemplatePiece[];
  /** Of the closing mark, where an unbalanced directive is reported. */
  readonly endRange: SourceRange;
}

const KEYWORDS = ['if', 'for', 'else', 'endif', 'endfor'] as const;

/** Reads up to and with the closing mark. */
export function readTemplatePieces(cursor: TokenCursor, closer: TokenKind): TemplatePieces {
  return new PieceReader(cursor, closer).read();
}

class PieceReader {
  readonly #cursor: TokenCursor;
  readonly #closer: TokenKind;
  readonly #firstRange: SourceRange;
  readonly #pieces: TemplatePiece[] = [];
  /** The piece before was closed by `~}`: the text that follows loses its leading blanks. */
  #trimNext = false;

  constructor(cursor: TokenCursor, closer: TokenKind) {
    this.#cursor = cursor;
    this.#closer = closer;
    this.#firstRange = cursor.peek().range;
  }

  read(): TemplatePieces {
    let previous: TokenKind | undefined;
    for (;;) {
      const token = this.#cursor.read();
      if (token.kind === this.#closer) return this.#end(token.range);
      const trim = this.#trimNext;
      this.#trimNext = false;
      if (token.kind === 'quoted-text' || token.kind === 'heredoc-text') {
        this.#readText(token, trim);
      } else if (token.kind === 'interpolation' || token.kind === 'directive') {
        if (previous === 'quoted-text' || previous === 'heredoc-text') this.#trimBefore(token);
        this.#cursor.nested(token.range, () =>
          this.#cursor.withNewlines(false, () => this.#readSequence(token)),
        );
      } else return this.#endUnclosed(token);
      previous = token.kind;
    }
  }

  #end(endRange: SourceRange): TemplatePieces {
    if (this.#pieces.length === 0) {
      const range = this.#cursor.emptyRangeAfter(this.#firstRange);
      this.#pieces.push({ type: 'text', text: '', range });
    }
    return { pieces: this.#pieces, endRange };
  }

  #endUnclosed(token: Token): TemplatePieces {
    this.#cursor.errorUnlessRecovering(
      'Unterminated template string',
      'No closing marker was found for the string.',
      token.range,
    );
    return this.#end(this.#cursor.recover(this.#closer).range);
  }

  #readText(token: Token, trim: boolean): void {
    const text = stringText(token, (error) => this.#cursor.errors.push(error));
    this.#pieces.push({
      type: 'text',
      text: trim ? trimBlanksStart(text) : text,
      range: token.range,
    });
  }

  /** `${~` and `%{~` take the blanks off the text directly before them. */
  #trimBefore(opener: Token): void {
    const before = this.#pieces.at(-1);
    if (opener.text.endsWith('~') && before?.type === 'text') {
      before.text = trimBlanksEnd(before.text);
    }
  }

  #readSequence(opener: Token): void {
    if (opener.kind === 'interpolation') this.#readInterpolation(opener);
    else this.#readDirective(opener);
  }

  #readInterpolation(opener: Token): void {
    const expression = this.#cursor.parseExpression(this.#cursor);
    const close = this.#cursor.peek();
    if (close.kind === 'template-end') this.#readSequenceEnd();
    else {
      this.#reportUnclosedInterpolation(close);
      this.#cursor.recover('template-end');
    }
    const range = joinRanges(opener.range, close.range);
    this.#pieces.push({ type: 'interpolation', expression, range });
  }

  #readSequenceEnd(): void {
    this.#trimNext = this.#cursor.read().text.startsWith('~');
  }

  #reportUnclosedInterpolation(found: Token): void {
    const { kind } = found;
    const isQuote = kind === 'close-quote' || kind === 'open-quote';
    if (kind === 'end-of-file' || (isQuote && this.#closer === 'close-quote')) {
      const where = kind === 'end-of-file' ? 'file' : 'quoted template';
      this.#cursor.errorUnlessRecovering(
        'Unclosed template interpolation sequence',
        `There is no closing brace for this interpolation sequence before the end of the ${where}. This might be caused by incorrect nesting inside the given expression.`,
        this.#firstRange,
      );
      return;
    }
    const detail =
      kind === ':'
        ? 'Template interpolation doesn\'t expect a colon at this location. Did you intend this to be a literal sequence to be processed as part of another language? If so, you can escape it by starting with "$${" instead of just "${".'
        : 'Expected a closing brace to end the interpolation expression, but found extra characters.\n\nThis can happen when you include interpolation syntax for another language, such as shell scripting, but forget to escape the interpolation start token. If this is an embedded sequence for another language, escape it by starting with "$${" instead of just "${".';
    this.#cursor.errorUnlessRecovering(
      'Extra characters after interpolation expression',
      detail,
      found.range,
    );
  }

  #readDirective(opener: Token): void {
    const name = this.#readKeyword();
    if (name === undefined) return;
    if (name === 'for') {
      if (!this.#readForDirective(opener)) return;
    } else if (name === 'if') {
      const condition = this.#cursor.parseExpression(this.#cursor);
      this.#pieces.push({ type: 'if', condition, range: this.#rangeFrom(opener) });
    } else this.#pieces.push({ type: name, range: this.#rangeFrom(opener) });
    const close = this.#cursor.peek();
    if (close.kind === 'template-end') this.#readSequenceEnd();
    else {
      const detail = 'Expected a closing brace to end the sequence, but found extra characters.';
      this.#fail(`Extra characters in ${name} marker`, detail, close);
    }
  }

  #readKeyword(): (typeof KEYWORDS)[number] | undefined {
    const keyword = this.#cursor.peek();
    if (keyword.kind !== 'identifier') {
      this.#fail(
        'Invalid template directive',
        'A template directive keyword ("if", "for", etc) is expected at the beginning of a %{ sequence.',
        keyword,
      );
      return undefined;
    }
    this.#cursor.read();
    const name = KEYWORDS.find((known) => known === keyword.text);
    if (name !== undefined) return name;
    const given = quote(keyword.text);
    this.#fail(
      'Invalid template control keyword',
      `${given} is not a valid template control keyword.${didYouMean(keyword.text, KEYWORDS)}`,
      keyword,
    );
    return undefined;
  }

  #rangeFrom(opener: Token): SourceRange {
    return joinRanges(opener.range, this.#cursor.peek().range);
  }

  #readForDirective(opener: Token): boolean {
    const cursor = this.#cursor;
    const fail = (detail: string): false => {
      this.#fail("Invalid 'for' directive", detail, cursor.peek());
      return false;
    };
    if (!cursor.nextIs('identifier')) {
      return fail("For directive requires variable name after 'for'.");
    }
    const first = cursor.read().text;
    let second: string | undefined;
    if (cursor.nextIs(',')) {
      cursor.read();
      if (!cursor.nextIs('identifier')) {
        return fail('For directive requires value variable name after comma.');
      }
      second = cursor.read().text;
    }
    if (!cursor.nextIsWord('in')) return fail("For directive requires 'in' keyword after names.");
    cursor.read();
    const collection = cursor.parseExpression(cursor);
    this.#pieces.push({
      type: 'for',
      keyName: second === undefined ? undefined : first,
      valueName: second ?? first,
      collection,
      range: this.#rangeFrom(opener),
    });
    return true;
  }

  #fail(summary: string, detail: string, at: Token): void {
    this.#cursor.errorUnlessRecovering(summary, detail, at.range);
    this.#cursor.recover('template-end');
  }
}
