/** The part of an answer that is not in the scrollback yet, parsed where it goes on. */
import { type Begun, headOf } from './begun.ts';
import { blockRows, type MarkdownLook } from './block-rows.ts';
import { type MarkdownBlock, parseMarkdown } from './parser.ts';
import type { StyledRow } from './span.ts';

/** Answer text that is not in the scrollback yet; harmless, but for the end that is incomplete. */
export interface OpenText {
  readonly text: string;
  /** What of the block that the text begins with is in the scrollback already. */
  readonly begun?: Begun | undefined;
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
  const blocks = parseMarkdown(head + open.text, open.begun?.part.type);
  return blocks.map((block, index) => {
    const begun = index === 0 ? open.begun : undefined;
    const rows = blockRows(block.tokens, Math.max(1, columns), look, begun);
    const hasGap = begun === undefined || (begun.part.type === 'none' && begun.part.hasGap);
    const start = Math.max(0, block.start - headLines);
    return { block, start, end: block.end - headLines, rows, hasGap };
  });
}
