/** A table fitted into the width: columns shrink, and cells that are longer wrap. */
import { cellWidth } from '../cell-width.ts';
import { type InlineLook, inlineLines } from './inline-spans.ts';
import type { Token } from './parser.ts';
import { plainText, type Span, type StyledRow, span, wrapSpans } from './span.ts';

type Cell = readonly Span[];

export type TableCells = readonly (readonly Cell[])[];

/** Rows of cells, the head first. A cell is one line. */
export function tableCells(tokens: readonly Token[], look: InlineLook): TableCells {
  const rows: Cell[][] = [];
  for (const token of tokens) {
    if (token.type === 'tr_open') rows.push([]);
    if (token.type !== 'inline') continue;
    rows.at(-1)?.push(inlineLines(token, look, rows.length === 1 ? ['strong'] : []).flat());
  }
  return rows;
}

const SEPARATOR = ' | ';
const MIN_COLUMN = 3;
/** A wide character may come in a later row. */
const MIN_CELLS = 2;

/**
 * @param rows - The head first; a table always has one.
 * @param columns - Cells of a row. Where not even narrow columns fit, every cell is a row.
 * @param begun - Widths of a table whose head is shown already; none: every cell is a row.
 */
export function tableRows(
  rows: TableCells,
  columns: number,
  begun?: readonly number[],
): readonly StyledRow[] {
  const [head = [], ...body] = rows;
  if (begun?.length === 0)
    return body.flatMap((row) => [{ spans: [] }, ...stacked([row], columns)]);
  if (begun !== undefined) return body.flatMap((row) => rowLines(row, begun));
  const widths = tableWidths(rows, columns);
  if (widths.length === 0) return stacked(rows, columns);
  const rule = span(widths.map((width) => '-'.repeat(width)).join('-+-'), 'dim');
  return [
    ...rowLines(head, widths),
    { spans: [rule] },
    ...body.flatMap((row) => rowLines(row, widths)),
  ];
}

/** Cells of every column; none where the table does not fit. */
export function tableWidths(rows: TableCells, columns: number): readonly number[] {
  const wanted = columnWidths(rows);
  return narrow(wanted, columns - SEPARATOR.length * (wanted.length - 1));
}

function columnWidths(rows: TableCells): readonly number[] {
  const count = Math.max(...rows.map((row) => row.length));
  return Array.from({ length: count }, (_, column) =>
    Math.max(MIN_CELLS, ...rows.map((row) => cellWidth(plainText(row[column] ?? [])))),
  );
}

/** Widths within a sum: the widest give first. */
function narrow(wanted: readonly number[], total: number): readonly number[] {
  const sum = (limit: number): number =>
    wanted.reduce((all, width) => all + Math.min(width, limit), 0);
  let limit = Math.max(...wanted);
  while (sum(limit) > total && limit > MIN_COLUMN) limit -= 1;
  if (sum(limit) > total) return [];
  return wanted.map((width) => Math.min(width, limit));
}

function rowLines(row: readonly Cell[], widths: readonly number[]): readonly StyledRow[] {
  const cells = widths.map((width, column) => wrapSpans(row[column] ?? [], width));
  const height = Math.max(...cells.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) => ({
    spans: trimEnd(cells.flatMap((lines, column) => cellLine(lines[line] ?? [], column, widths))),
  }));
}

function cellLine(line: Cell, column: number, widths: readonly number[]): readonly Span[] {
  const gap = (widths[column] ?? 0) - cellWidth(plainText(line));
  const separator = column === 0 ? [] : [span(SEPARATOR, 'dim')];
  return [...separator, ...line, ...(gap > 0 ? [span(' '.repeat(gap))] : [])];
}

/** Text that runs from right to left must have nothing behind it. */
function trimEnd(spans: readonly Span[]): readonly Span[] {
  return spans.at(-1)?.text.trim() === '' ? spans.slice(0, -1) : spans;
}

/** Too narrow for a table: a cell below the other, an empty row between rows. */
function stacked(rows: TableCells, columns: number): readonly StyledRow[] {
  return rows.flatMap((row, index) => [
    ...(index > 0 ? [{ spans: [] }] : []),
    ...row.flatMap((cell) => wrapSpans(cell, columns)).map((spans) => ({ spans })),
  ]);
}
