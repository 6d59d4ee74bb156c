/** The part of an answer that is not in the scrollback yet, parsed where it goes on. */
import { blockRows, fenceLines, linesOfCode, type MarkdownLook } from './block-rows.ts';
import { type MarkdownBlock, parseMarkdown } from './parser.ts';
import { type StyledRow, span } from './span.ts';
import { tableCells, tableRows } from './table-rows.ts';

/** What of the block that the text begins with is in the scrollback already. */
export type Begun =
  /** Words of a paragraph. */
  | { readonly type: 'paragraph' }
  /** Parts of a list or a quote; what is left is one of its own. */
  | { readonly type: 'parts'; readonly hasGap: boolean }
  /** The fence and some lines; `context` is the last of them, for the highlighting. */
  | { readonly type: 'fence'; readonly opening: string; readonly context: string }
  /** The head and some rows, with the widths of its columns. */
  | { readonly type: 'table'; readonly head: string; readonly widths: readonly number[] };

/** Answer text that is not in the scrollback yet; harmless, but for the end that is incomplete. */
export interface OpenText {
  readonly text: string;
  readonly begun?: Begun | undefined;
  /** Blanks before the lines of the list item that the text goes on. */
  readonly indent: number;
  /** Something of the answer is in the scrollback. */
  readonly hasOutput: boolean;
}

export interface OpenBlock {
  readonly block: MarkdownBlock;
  /** Its lines in `OpenText.text`: the first one, and the one behind the last. */
  readonly start: number;
  readonly end: number;
  readonly rows: readonly StyledRow[];
  /** An empty row stands before it, unless it is the first. */
  readonly hasGap: boolean;
}

/** Parses the text and lays its blocks out. */
export function openBlocks(
  open: OpenText,
  columns: number,
  look: MarkdownLook,
): readonly OpenBlock[] {
  if (open.text.trim() === '') return [];
  const head = headOf(open.begun);
  const headLines = head.split('\n').length - 1;
  const { text, inner } = dedent(open.text, open.indent);
  const blocks = parseMarkdown(head + text, open.begun?.type === 'paragraph');
  return blocks.map((block, index) => {
    const start = Math.max(0, block.start - headLines);
    const indent = start < inner ? open.indent : 0;
    const begun = index === 0 ? open.begun : undefined;
    const rows = rowsOf(block, begun, Math.max(1, columns - indent), look);
    const hasGap = begun === undefined || (begun.type === 'parts' && begun.hasGap);
    return { block, start, end: block.end - headLines, rows: indented(rows, indent), hasGap };
  });
}

function headOf(begun: Begun | undefined): string {
  if (begun?.type === 'fence') return `${begun.opening}\n`;
  return begun?.type === 'table' ? begun.head : '';
}

/**
 * Takes the blanks of a list item off its lines.
 *
 * @returns `inner` is the line behind the item.
 */
function dedent(text: string, indent: number): { readonly text: string; readonly inner: number } {
  if (indent === 0) return { text, inner: 0 };
  const lines = text.split('\n');
  const blank = ' '.repeat(indent);
  const outside = lines.findIndex((line) => line.trim() !== '' && !line.startsWith(blank));
  const inner = outside < 0 ? lines.length : outside;
  const dedented = lines.map((line, index) => (index < inner ? line.slice(indent) : line));
  return { text: dedented.join('\n'), inner };
}

function indented(rows: readonly StyledRow[], indent: number): readonly StyledRow[] {
  if (indent === 0) return rows;
  return rows.map((row) => ({ ...row, spans: [span(' '.repeat(indent)), ...row.spans] }));
}

function rowsOf(
  block: MarkdownBlock,
  begun: Begun | undefined,
  columns: number,
  look: MarkdownLook,
): readonly StyledRow[] {
  const [token] = block.tokens;
  if (token?.type === 'fence') return fenceRows(block, begun, look);
  if (begun?.type === 'table' && token?.type === 'table_open') {
    return tableRows(tableCells(block.tokens, look), columns, begun.widths);
  }
  const rows = blockRows(block.tokens, columns, look);
  const isEmptied = begun?.type === 'paragraph' && rows.every(({ spans }) => spans.length === 0);
  return isEmptied ? [] : rows;
}

/** A fence that is begun has shown its first line; one that is not closed has no last one yet. */
function fenceRows(
  block: MarkdownBlock,
  begun: Begun | undefined,
  look: MarkdownLook,
): readonly StyledRow[] {
  const [token] = block.tokens;
  if (token === undefined) return [];
  const context = begun?.type === 'fence' ? begun.context : '';
  const { opening, closing } = fenceLines(token);
  const code = linesOfCode(context + token.content, token.info, look);
  return [
    ...(begun?.type === 'fence' ? [] : [opening]),
    ...code.slice(lineCount(context)),
    ...(isClosedFence(block) ? [closing] : []),
  ];
}

/** Whether the closing line of a fence is there. */
export function isClosedFence({ tokens, start, end }: MarkdownBlock): boolean {
  return end - start === lineCount(tokens[0]?.content ?? '') + 2;
}

/** Lines of text that ends with a newline, or with its last line. */
function lineCount(text: string): number {
  return text === '' ? 0 : text.replace(/\n$/, '').split('\n').length;
}
