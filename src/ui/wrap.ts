/** Lines of prose, broken between words to fit a width, never inside a grapheme. */
import { cellWidth, graphemes } from './cell-width.ts';

export interface Row {
  readonly text: string;
  /** Index in the wrapped line behind this row and the blanks that the break swallowed. */
  readonly end: number;
}

interface Piece {
  readonly text: string;
  readonly width: number;
  readonly isBlank: boolean;
}

const PIECES = / +|[^ ]+/g;

/** Text this narrow or wide glyphs need at least; a window can be smaller. */
const MIN_COLUMNS = 2;

/**
 * Breaks one line at blanks and beside wide characters; a longer word is cut.
 *
 * Greedy, so that rows but the last never change when text is added at the end.
 *
 * @param line - No tabs, line ends or control sequences.
 * @param columns - Cells of a row; at least 2.
 * @returns At least one row; blanks at a break belong to no row.
 */
export function wrapLine(line: string, columns: number): readonly Row[] {
  const limit = Math.max(MIN_COLUMNS, columns);
  if (cellWidth(line) <= limit) return [{ text: line, end: line.length }];
  const rows = new RowBuilder(limit);
  for (const piece of pieces(line)) rows.place(piece);
  return rows.finish();
}

function* pieces(line: string): Iterable<Piece> {
  for (const [text] of line.matchAll(PIECES)) {
    const width = cellWidth(text);
    if (text.startsWith(' ')) yield { text, width, isBlank: true };
    else if (width === text.length) yield { text, width, isBlank: false };
    else yield* splitWide(text);
  }
}

/** Wide characters (CJK, emoji) may stand apart; runs of narrow ones stay together. */
function* splitWide(word: string): Iterable<Piece> {
  let run = '';
  let runWidth = 0;
  for (const unit of graphemes(word)) {
    const width = cellWidth(unit);
    if (width < 2) {
      run += unit;
      runWidth += width;
      continue;
    }
    if (run !== '') yield { text: run, width: runWidth, isBlank: false };
    run = '';
    runWidth = 0;
    yield { text: unit, width, isBlank: false };
  }
  if (run !== '') yield { text: run, width: runWidth, isBlank: false };
}

/** Owns the row being filled. */
class RowBuilder {
  readonly #limit: number;
  readonly #rows: Row[] = [];
  #text = '';
  #width = 0;
  #consumed = 0;
  /** A break has just swallowed blanks: more of them would only indent the next row. */
  #isAfterBreak = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  place(piece: Piece): void {
    if (piece.isBlank && (this.#isAfterBreak || this.#width + piece.width > this.#limit)) {
      this.#consumed += piece.text.length;
      if (!this.#isAfterBreak) this.#break();
      return;
    }
    if (this.#width > 0 && this.#width + piece.width > this.#limit) this.#break();
    if (piece.width <= this.#limit) this.#add(piece.text, piece.width);
    else this.#cut(piece.text);
  }

  finish(): readonly Row[] {
    if (this.#text !== '' || this.#rows.length === 0) this.#break();
    return this.#rows;
  }

  #add(text: string, width: number): void {
    this.#text += text;
    this.#width += width;
    this.#consumed += text.length;
    this.#isAfterBreak = false;
  }

  #cut(word: string): void {
    for (const unit of graphemes(word)) {
      const width = cellWidth(unit);
      if (this.#width > 0 && this.#width + width > this.#limit) this.#break();
      this.#add(unit, width);
    }
  }

  #break(): void {
    this.#rows.push({ text: this.#text.trimEnd(), end: this.#consumed });
    this.#text = '';
    this.#width = 0;
    this.#isAfterBreak = true;
  }
}

/** Cuts a line at the width wherever that falls, as a terminal does; for code. */
export function cutLine(line: string, columns: number): readonly Row[] {
  const limit = Math.max(MIN_COLUMNS, columns);
  if (cellWidth(line) <= limit) return [{ text: line, end: line.length }];
  const rows: Row[] = [];
  let text = '';
  let width = 0;
  let end = 0;
  for (const unit of graphemes(line)) {
    const unitWidth = cellWidth(unit);
    if (width + unitWidth > limit && text !== '') {
      rows.push({ text, end });
      text = '';
      width = 0;
    }
    text += unit;
    width += unitWidth;
    end += unit.length;
  }
  rows.push({ text, end });
  return rows;
}
