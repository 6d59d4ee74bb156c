/** A block of Markdown as rows of a terminal. */
import type { Style } from '../palette.ts';
import type { Begun } from './begun.ts';
import { type FenceLook, fenceRows } from './fence-rows.ts';
import { type InlineLook, inlineLines } from './inline-spans.ts';
import type { Token } from './parser.ts';
import { cleanText, type Span, type StyledRow, span, wrapSpans } from './span.ts';
import { tableCells, tableRows } from './table-rows.ts';

export interface MarkdownLook extends InlineLook, FenceLook {}

/** A block with what is in it. */
interface Node {
  readonly token: Token;
  readonly children: readonly Node[];
}

/** Cells text keeps beside a quote's or a list's marks; with fewer the marks are left out. */
const MIN_TEXT_COLUMNS = 6;
const MAX_RULE_COLUMNS = 40;

/**
 * @param columns - Cells of a row; only lines of code may be longer.
 * @param begun - What of the block is shown already, and so not among the rows.
 */
export function blockRows(
  tokens: readonly Token[],
  columns: number,
  look: MarkdownLook,
  begun?: Begun,
): readonly StyledRow[] {
  return flowRows(treeOf(tokens), { columns, look, hasGaps: true, begun });
}

function treeOf(tokens: readonly Token[]): readonly Node[] {
  const root: Node[] = [];
  const open: { readonly token: Token; readonly children: Node[] }[] = [];
  for (const token of tokens) {
    if (token.nesting < 0) {
      open.pop();
      continue;
    }
    const node = { token, children: [] };
    (open.at(-1)?.children ?? root).push(node);
    if (token.nesting > 0) open.push(node);
  }
  return root;
}

interface Place {
  readonly columns: number;
  readonly look: MarkdownLook;
  /** An empty row stands between blocks. */
  readonly hasGaps: boolean;
  /** What of the first block is shown already, without what stands around it. */
  readonly begun: Begun | undefined;
}

function flowRows(nodes: readonly Node[], place: Place): readonly StyledRow[] {
  return nodes.flatMap((node, index) => [
    ...(index > 0 && place.hasGaps ? [{ spans: [] }] : []),
    ...nodeRows(node, index > 0 ? { ...place, begun: undefined } : place),
  ]);
}

/** In the order they were written; closing tokens are of no use for what is laid out by cells. */
function tokensOf({ token, children }: Node): readonly Token[] {
  return [token, ...children.flatMap(tokensOf)];
}

function nodeRows(node: Node, place: Place): readonly StyledRow[] {
  const { token, children } = node;
  switch (token.type) {
    case 'paragraph_open':
      return withoutShown(
        children.flatMap((child) => textRows(child.token, place)),
        place,
      );
    case 'heading_open':
      return children.flatMap((child) => headingRows(token, child.token, place));
    case 'bullet_list_open':
    case 'ordered_list_open':
      return listRows(node, place);
    case 'blockquote_open':
      return besideMark(span('> ', 'dim'), span('> ', 'dim'), place, (inner) =>
        flowRows(children, { ...inner, hasGaps: true, begun: inside(place.begun) }),
      );
    case 'fence':
      return fenceRows(token, contextOf(place.begun), place.look);
    case 'hr':
      return [{ spans: [span('-'.repeat(Math.min(MAX_RULE_COLUMNS, place.columns)), 'dim')] }];
    case 'table_open':
      return tableRows(
        tableCells(tokensOf(node), place.look),
        place.columns,
        widthsOf(place.begun),
      );
    default:
      return [{ spans: [span(cleanText(token.content))] }];
  }
}

function textRows(
  token: Token,
  { columns, look }: Place,
  styles: readonly Style[] = [],
): readonly StyledRow[] {
  return inlineLines(token, look, styles)
    .flatMap((line) => wrapSpans(line, columns))
    .map((spans) => ({ spans }));
}

function headingRows(heading: Token, text: Token, place: Place): readonly StyledRow[] {
  if (place.look.hasColor) return withoutShown(textRows(text, place, ['strong']), place);
  const mark = `${heading.markup} `;
  const blank = span(' '.repeat(mark.length));
  const isShown = place.begun?.part.type === 'words';
  return besideMark(isShown ? blank : span(mark), blank, place, (inner) =>
    withoutShown(textRows(text, inner), inner),
  );
}

/** The words that are left may be none yet. */
function withoutShown(rows: readonly StyledRow[], { begun }: Place): readonly StyledRow[] {
  return begun?.part.type === 'words' && rows[0]?.spans.length === 0 ? rows.slice(1) : rows;
}

function contextOf(begun: Begun | undefined): string | undefined {
  return begun?.part.type === 'fence' ? begun.part.context : undefined;
}

function widthsOf(begun: Begun | undefined): readonly number[] | undefined {
  return begun?.part.type === 'table' ? begun.part.widths : undefined;
}

function listRows({ token, children }: Node, place: Place): readonly StyledRow[] {
  const isOrdered = token.type === 'ordered_list_open';
  const first = place.begun?.numbers[0] ?? Number(token.attrGet('start') ?? 1);
  const hasGaps = children.some((item) => item.children.some(isLoose));
  const { markup } = children[0]?.token ?? { markup: '' };
  return children.flatMap((item, index) => {
    const text = isOrdered ? `${first + index}${markup} ` : '- ';
    const begun = index === 0 ? place.begun : undefined;
    const blank = span(' '.repeat(text.length));
    const isShown = begun !== undefined && begun.marks.length > 0;
    const rows = besideMark(isShown ? blank : span(text), blank, { ...place, begun }, (inner) =>
      flowRows(item.children, { ...inner, hasGaps, begun: inside(begun, isOrdered) }),
    );
    return index > 0 && hasGaps ? [{ spans: [] }, ...rows] : rows;
  });
}

/** What is shown, seen from inside of an item or a quote. */
function inside(begun: Begun | undefined, isOrdered = false): Begun | undefined {
  if (begun === undefined) return undefined;
  const numbers = isOrdered ? begun.numbers.slice(1) : begun.numbers;
  return { ...begun, marks: begun.marks.slice(1), numbers };
}

/** The parser hides the paragraphs of a list that was written without empty lines. */
function isLoose({ token }: Node): boolean {
  return token.type === 'paragraph_open' && !token.hidden;
}

/** Rows with a mark before the first, and another before the others. */
function besideMark(
  first: Span,
  other: Span,
  place: Place,
  rowsOf: (inner: Place) => readonly StyledRow[],
): readonly StyledRow[] {
  const columns = columnsBeside(place.columns, first.text.length);
  if (columns === place.columns) return rowsOf(place);
  const rows = rowsOf({ ...place, columns });
  // An item without text still is one.
  if (rows.length === 0) return first.text.trim() === '' ? [] : [{ spans: [first] }];
  return rows.map((row, index) => {
    const mark = index === 0 ? first : other;
    return row.spans.length === 0 && mark.text.trim() === '' ? row : withMark(mark, row);
  });
}

/** Columns of text beside a mark: all of them, where too few would be left for both. */
export function columnsBeside(columns: number, mark: number): number {
  return columns - mark < MIN_TEXT_COLUMNS ? columns : columns - mark;
}

function withMark(mark: Span, row: StyledRow): StyledRow {
  return { ...row, spans: [mark, ...row.spans] };
}
