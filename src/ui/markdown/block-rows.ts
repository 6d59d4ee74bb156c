/** A block of Markdown as rows of a terminal. */
import type { Style } from '../palette.ts';
import { type InlineLook, inlineLines } from './inline-spans.ts';
import type { Token } from './parser.ts';
import { cleanText, type Span, type StyledRow, span, wrapSpans } from './span.ts';
import { tableCells, tableRows } from './table-rows.ts';

export interface MarkdownLook extends InlineLook {
  /** Lines of code with their styles; `undefined` for a language it does not know. */
  readonly highlight?: Highlight | undefined;
}

/** @param language - As the fence names it. */
export type Highlight = (
  code: string,
  language: string,
) => readonly (readonly Span[])[] | undefined;

/** A block with what is in it. */
interface Node {
  readonly token: Token;
  readonly children: readonly Node[];
}

/** Cells text keeps beside a quote's or a list's marks; with fewer the marks are left out. */
const MIN_TEXT_COLUMNS = 6;
const MAX_RULE_COLUMNS = 40;

/** @param columns - Cells of a row; only lines of code may be longer. */
export function blockRows(
  tokens: readonly Token[],
  columns: number,
  look: MarkdownLook,
): readonly StyledRow[] {
  return flowRows(treeOf(tokens), { columns, look, hasGaps: true });
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
}

function flowRows(nodes: readonly Node[], place: Place): readonly StyledRow[] {
  return nodes.flatMap((node, index) => [
    ...(index > 0 && place.hasGaps ? [{ spans: [] }] : []),
    ...nodeRows(node, place),
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
      return children.flatMap((child) => textRows(child.token, place));
    case 'heading_open':
      return children.flatMap((child) => headingRows(token, child.token, place));
    case 'bullet_list_open':
    case 'ordered_list_open':
      return listRows(node, place);
    case 'blockquote_open':
      return besideMark(span('> ', 'dim'), span('> ', 'dim'), place, (inner) =>
        flowRows(children, { ...inner, hasGaps: true }),
      );
    case 'fence':
      return codeRows(token, place.look);
    case 'hr':
      return [{ spans: [span('-'.repeat(Math.min(MAX_RULE_COLUMNS, place.columns)), 'dim')] }];
    case 'table_open':
      return tableRows(tableCells(tokensOf(node), place.look), place.columns);
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
  if (place.look.hasColor) return textRows(text, place, ['strong']);
  const mark = span(`${heading.markup} `);
  return besideMark(mark, span(' '.repeat(mark.text.length)), place, (inner) =>
    textRows(text, inner),
  );
}

function listRows({ token, children }: Node, place: Place): readonly StyledRow[] {
  const first =
    token.type === 'ordered_list_open' ? Number(token.attrGet('start') ?? 1) : undefined;
  const hasGaps = children.some((item) => item.children.some(isLoose));
  const { markup } = children[0]?.token ?? { markup: '' };
  return children.flatMap((item, index) => {
    const text = first === undefined ? '- ' : `${first + index}${markup} `;
    const rows = besideMark(span(text), span(' '.repeat(text.length)), place, (inner) =>
      flowRows(item.children, { ...inner, hasGaps }),
    );
    return index > 0 && hasGaps ? [{ spans: [] }, ...rows] : rows;
  });
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
  const columns = place.columns - first.text.length;
  if (columns < MIN_TEXT_COLUMNS) return rowsOf(place);
  const rows = rowsOf({ ...place, columns });
  // An item without text still is one.
  if (rows.length === 0) return [{ spans: [first] }];
  return rows.map((row, index) => {
    const mark = index === 0 ? first : other;
    return row.spans.length === 0 && mark.text.trim() === '' ? row : withMark(mark, row);
  });
}

function withMark(mark: Span, row: StyledRow): StyledRow {
  return { ...row, spans: [mark, ...row.spans] };
}

/** The fence and its code, a row a line. */
function codeRows(token: Token, look: MarkdownLook): readonly StyledRow[] {
  const { opening, closing } = fenceLines(token);
  return [opening, ...linesOfCode(token.content, token.info, look), closing];
}

export function fenceLines(token: Token): Readonly<Record<'opening' | 'closing', StyledRow>> {
  const opening = span(`${token.markup}${cleanText(token.info.trim())}`, 'dim');
  const closing = span(token.markup, 'dim');
  return {
    opening: { spans: [opening], isCode: true },
    closing: { spans: [closing], isCode: true },
  };
}

/** @param code - Ends with a newline unless it is empty. */
export function linesOfCode(
  code: string,
  language: string,
  look: MarkdownLook,
): readonly StyledRow[] {
  if (code === '') return [];
  const lines = code.replace(/\n$/, '').split('\n').map(cleanText);
  const highlighted = look.hasColor
    ? look.highlight?.(lines.join('\n'), language.trim())
    : undefined;
  return lines.map((line, index) => ({
    spans: highlighted?.[index] ?? [span(line)],
    isCode: true,
  }));
}
