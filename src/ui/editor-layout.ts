/** Where the text being written and its cursor stand on screen. */
import { cellWidth, graphemes } from './cell-width.ts';
import { type EditorState, moveTo } from './line-editor.ts';

/** Stands in front of the first row; the others are indented as far. */
export const PROMPT_MARK = '> ';

/** One row on screen: the slice `[start, end)` of the text, without its line break. */
export interface EditorRow {
  readonly start: number;
  readonly end: number;
}

export interface EditorLayout {
  /** At least one. */
  readonly rows: readonly EditorRow[];
  readonly cursorRow: number;
  /** Cells before the cursor in its row. */
  readonly cursorColumn: number;
}

/**
 * Cuts the text into rows. The last cell of a row is kept free, so that the cursor can stand behind
 * the text of a full row.
 *
 * @param columns - Cells of a row; at least 2.
 */
export function layoutEditor(state: EditorState, columns: number): EditorLayout {
  const rows = editorRows(state.text, Math.max(2, columns) - 1);
  const cursorRow = rows.findLastIndex((row) => row.start <= state.cursor);
  const start = rows[cursorRow]?.start ?? 0;
  return { rows, cursorRow, cursorColumn: shownWidth(state.text.slice(start, state.cursor)) };
}

/** A row of the text as it is shown: tabs, which stay in the text, have a fixed width. */
export function shownRow(text: string): string {
  return text.replaceAll('\t', '    ');
}

function shownWidth(text: string): number {
  return cellWidth(shownRow(text));
}

function editorRows(text: string, limit: number): readonly EditorRow[] {
  const rows: EditorRow[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    cutInto(rows, line, start, limit);
    start += line.length + 1;
  }
  return rows;
}

function cutInto(rows: EditorRow[], line: string, offset: number, limit: number): void {
  let start = offset;
  let end = offset;
  let width = 0;
  for (const unit of graphemes(line)) {
    const unitWidth = shownWidth(unit);
    if (width + unitWidth > limit && end > start) {
      rows.push({ start, end });
      start = end;
      width = 0;
    }
    end += unit.length;
    width += unitWidth;
  }
  rows.push({ start, end });
}

/**
 * Moves the cursor a row up or down, keeping its column where the row is long enough.
 *
 * @returns `undefined` at the first or last row: the key then goes through the history.
 */
export function moveVertically(
  state: EditorState,
  columns: number,
  direction: -1 | 1,
): EditorState | undefined {
  const { rows, cursorRow, cursorColumn } = layoutEditor(state, columns);
  const target = rows[cursorRow + direction];
  if (target === undefined) return undefined;
  let index = target.start;
  let width = 0;
  for (const unit of graphemes(state.text.slice(target.start, target.end))) {
    width += shownWidth(unit);
    if (width > cursorColumn) break;
    index += unit.length;
  }
  return moveTo(state, index);
}
