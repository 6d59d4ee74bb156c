/** Quoted strings and heredocs → templates with their directives folded into trees. */
import { joinRanges, type SourceRange } from '../../diagnostics/source-range.ts';
import type { Expression, TemplatePart } from './ast.ts';
import { removeIndentation } from './flush-heredoc.ts';
import { formatRange } from './format-range.ts';
import { readTemplatePieces, type TemplatePiece } from './template-pieces.ts';
import type { TokenCursor } from './token-cursor.ts';

/** Parses a quoted string or heredoc; the cursor stands before its opening mark. */
export function parseTemplate(cursor: TokenCursor): Expression {
  const open = cursor.read();
  const form = open.kind === 'open-heredoc' ? 'heredoc' : 'quoted';
  const closer = form === 'heredoc' ? 'close-heredoc' : 'close-quote';
  const { pieces, endRange } = readTemplatePieces(cursor, closer);
  if (open.text.startsWith('<<-')) removeIndentation(pieces);
  const folder = new PieceFolder(cursor, joinTexts(pieces, form), endRange);
  const parts = folder.foldAll();
  return { type: 'template', form, parts, range: joinRanges(open.range, cursor.previousRange()) };
}

/** Joins neighbouring texts, and brings them to one kind of line end and to Unicode's NFC. */
function joinTexts(
  pieces: readonly TemplatePiece[],
  form: 'quoted' | 'heredoc',
): readonly TemplatePiece[] {
  const joined: TemplatePiece[] = [];
  let texts: string[] = [];
  let range: SourceRange | undefined;
  const flush = (): void => {
    if (range === undefined) return;
    const text = texts.join('');
    const lines = form === 'heredoc' ? text.replaceAll('\r\n', '\n') : text;
    joined.push({ type: 'text', text: lines.normalize('NFC'), range });
    texts = [];
    range = undefined;
  };
  for (const piece of pieces) {
    if (piece.type === 'text') {
      texts.push(piece.text);
      range = range === undefined ? piece.range : joinRanges(range, piece.range);
      continue;
    }
    flush();
    joined.push(piece);
  }
  flush();
  return joined;
}

type PieceOf<Type extends TemplatePiece['type']> = Extract<TemplatePiece, { type: Type }>;

const UNBALANCED = 'The control directives within this template are unbalanced.';

class PieceFolder {
  readonly #cursor: TokenCursor;
  readonly #pieces: readonly TemplatePiece[];
  readonly #endRange: SourceRange;
  #next = 0;

  constructor(cursor: TokenCursor, pieces: readonly TemplatePiece[], endRange: SourceRange) {
    this.#cursor = cursor;
    this.#pieces = pieces;
    this.#endRange = endRange;
  }

  foldAll(): readonly TemplatePart[] {
    const parts: TemplatePart[] = [];
    for (let piece = this.#read(); piece !== undefined; piece = this.#read()) {
      this.#foldInto(parts, piece);
    }
    return parts;
  }

  #read(): TemplatePiece | undefined {
    const piece = this.#pieces[this.#next];
    this.#next += 1;
    return piece;
  }

  #foldInto(parts: TemplatePart[], piece: TemplatePiece): void {
    if (piece.type === 'text' || piece.type === 'interpolation') parts.push(piece);
    else if (piece.type === 'if') {
      parts.push(this.#cursor.nested(piece.range, () => this.#foldIf(piece)));
    } else if (piece.type === 'for') {
      parts.push(this.#cursor.nested(piece.range, () => this.#foldFor(piece)));
    } else this.#cursor.error(`Unexpected ${piece.type} directive`, UNBALANCED, piece.range);
  }

  #foldIf(open: PieceOf<'if'>): TemplatePart {
    const branches = { whenTrue: [] as TemplatePart[], whenFalse: [] as TemplatePart[] };
    let current: 'whenTrue' | 'whenFalse' = 'whenTrue';
    const close = (range: SourceRange): TemplatePart => ({
      type: 'if',
      condition: open.condition,
      ...branches,
      range: joinRanges(open.range, range),
    });
    for (let piece = this.#read(); piece !== undefined; piece = this.#read()) {
      if (piece.type === 'endif') return close(piece.range);
      if (piece.type === 'else' && current === 'whenTrue') {
        current = 'whenFalse';
      } else if (piece.type === 'else' || piece.type === 'endfor') {
        const detail =
          piece.type === 'else'
            ? `Already in the else clause for the if started at ${formatRange(open.range)}.`
            : `Expecting an endif directive for the if started at ${formatRange(open.range)}.`;
        this.#cursor.error(`Unexpected ${piece.type} directive`, detail, piece.range);
        return close(piece.range);
      } else this.#foldInto(branches[current], piece);
    }
    this.#reportUnclosed('if', open.range);
    return close(this.#endRange);
  }

  #foldFor(open: PieceOf<'for'>): TemplatePart {
    const body: TemplatePart[] = [];
    const close = (range: SourceRange): TemplatePart => ({
      ...open,
      body,
      range: joinRanges(open.range, range),
    });
    for (let piece = this.#read(); piece !== undefined; piece = this.#read()) {
      if (piece.type === 'endfor') return close(piece.range);
      if (piece.type === 'else' || piece.type === 'endif') {
        const detail =
          piece.type === 'else'
            ? 'An else clause is not expected for a for directive.'
            : `Expecting an endfor directive corresponding to the for directive at ${formatRange(open.range)}.`;
        this.#cursor.error(`Unexpected ${piece.type} directive`, detail, piece.range);
        return close(piece.range);
      }
      this.#foldInto(body, piece);
    }
    this.#reportUnclosed('for', open.range);
    return close(this.#endRange);
  }

  #reportUnclosed(name: 'if' | 'for', openRange: SourceRange): void {
    this.#cursor.error(
      'Unexpected end of template',
      `The ${name} directive at ${formatRange(openRange)} is missing its corresponding end${name} directive.`,
      this.#endRange,
    );
  }
}
