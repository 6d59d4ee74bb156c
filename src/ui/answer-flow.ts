/**
 * The answer on its way from the stream into the scrollback: finished blocks of its Markdown leave,
 * the block being written stays in the live region. The work for a delta does not depend on what
 * came before that block.
 */
import { terminalSafe } from '../format/terminal-safe.ts';
import { expandTabs } from './cell-width.ts';
import type { OpenAnswer } from './chat-state.ts';
import type { MarkdownLook } from './markdown/block-rows.ts';
import { mayBecomeItem } from './markdown/containers.ts';
import { type Cut, cutBlock, isFence } from './markdown/cut-block.ts';
import { isClosedFence } from './markdown/fence-rows.ts';
import { type OpenBlock, type OpenText, openBlocks } from './markdown/open-text.ts';
import { cutSpans, type Ink, paintSpans, type StyledRow } from './markdown/span.ts';
import { unfinishedSequenceStart } from './partial-sequence.ts';

export interface AnswerLook extends MarkdownLook, Ink {}

export interface Settled {
  /** Finished, for the scrollback; safe for the terminal. */
  readonly lines: readonly string[];
  /** What stays. */
  readonly open: OpenAnswer;
  /** The block being written, as rows of the live region. */
  readonly rows: readonly string[];
}

export const NO_ANSWER: OpenAnswer = { text: '', hasOutput: false };

/** Text parsed at once: some of what Markdown allows takes the square of its length. */
const MAX_PARSED = 4_096;

/** A code line is kept whole, so that it can be copied; one that never ends is cut here. */
const MAX_CODE_LINE = 16_384;

/**
 * Separates what is finished from what is still being written.
 *
 * @param columns - Cells of a row.
 * @param maxRows - Rows the live region has for it, at least 1; what does not fit is finished.
 */
export function settleAnswer(
  answer: OpenAnswer,
  columns: number,
  maxRows: number,
  look: AnswerLook,
): Settled {
  const held = unfinishedSequenceStart(answer.text);
  const flow = new Flow(answer, columns, look);
  flow.take(cleanText(answer.text.slice(0, held)), maxRows);
  const open = { ...flow.open, text: flow.open.text + answer.text.slice(held) };
  return { lines: flow.lines, open, rows: flow.liveRows(maxRows) };
}

/** All of it, when the answer is over. */
export function finishAnswer(
  answer: OpenAnswer,
  columns: number,
  look: AnswerLook,
): readonly string[] {
  const flow = new Flow(answer, columns, look);
  flow.take(cleanText(answer.text), Number.POSITIVE_INFINITY);
  flow.finish();
  return flow.lines;
}

function cleanText(raw: string): string {
  return terminalSafe(raw).split('\n').map(expandTabs).join('\n');
}

/** Owns what has left and what is open. */
class Flow {
  readonly lines: string[] = [];
  open: OpenText;
  readonly #columns: number;
  readonly #look: AnswerLook;
  #parsed: { readonly open: OpenText; readonly blocks: readonly OpenBlock[] } | undefined;

  constructor(answer: OpenAnswer, columns: number, look: AnswerLook) {
    this.open = { ...answer, text: '' };
    this.#columns = columns;
    this.#look = look;
  }

  take(text: string, maxRows: number): void {
    for (let from = 0; from < text.length; ) {
      const to = pieceEnd(text, from);
      this.open = withoutEmptyLines(this.open, text.slice(from, to));
      from = to;
      this.#settle(from < text.length ? 1 : maxRows);
    }
  }

  /** What is open, as rows; the last ones where it is longer. */
  liveRows(maxRows: number): readonly string[] {
    return this.#blocks()
      .flatMap(({ rows }) => rows)
      .flatMap((row) => (row.isCode === true ? cutSpans(row.spans, this.#columns) : [row.spans]))
      .slice(-maxRows)
      .map((spans) => paintSpans(spans, this.#look));
  }

  finish(): void {
    for (const block of this.#blocks()) this.#leave(block.rows, block.hasGap);
    this.open = NO_ANSWER;
  }

  #settle(maxRows: number): void {
    this.#leaveFinished();
    // Each cut takes something away; a limit all the same, since this runs for every frame.
    for (let cuts = 0; cuts < MAX_PARSED && this.#cut(maxRows); cuts += 1);
  }

  #leaveFinished(): void {
    const blocks = this.#blocks();
    const lines = this.open.text.split('\n');
    const count = finishedCount(blocks, lines);
    if (count === 0) return;
    for (const block of blocks.slice(0, count)) this.#leave(block.rows, block.hasGap);
    const next = blocks[count]?.start ?? blocks.at(-1)?.end;
    this.open = { text: lines.slice(next).join('\n'), hasOutput: true };
  }

  /** Whether something of the open block has left because it is too long. */
  #cut(maxRows: number): boolean {
    const [block] = this.#blocks();
    if (block === undefined) return false;
    const isLong = this.open.text.length > MAX_PARSED;
    if (block.rows.length <= maxRows && !isLong) return false;
    // More leaves than must: each leaving repaints the live region.
    const rows = isLong ? 1 : Math.floor(maxRows / 2);
    const room = { columns: this.#columns, rows, mustCut: isLong };
    const cut = cutBlock(this.open, block, room, this.#look) ?? this.#leaveWhole(block);
    if (cut === undefined) return false;
    this.#leave(cut.rows, block.hasGap);
    this.open = cut.open;
    return true;
  }

  /** A line of code without end; marks without a word. */
  #leaveWhole(block: OpenBlock): Cut | undefined {
    const { text, ...open } = this.open;
    if (text.length <= (isFence(block) ? MAX_CODE_LINE : MAX_PARSED)) return undefined;
    const rest = text.split('\n').slice(block.end).join('\n');
    const begun = rest === '' ? open.begun : undefined;
    return { rows: block.rows, open: { ...open, text: rest, begun } };
  }

  #blocks(): readonly OpenBlock[] {
    if (this.#parsed?.open !== this.open) {
      const blocks = openBlocks(this.open, this.#columns, this.#look);
      this.#parsed = { open: this.open, blocks };
    }
    return this.#parsed.blocks;
  }

  #leave(rows: readonly StyledRow[], hasGap: boolean): void {
    // A list may have left already, to the last of its rows.
    if (rows.length === 0) return;
    if (hasGap && this.open.hasOutput) this.lines.push('');
    for (const { spans } of rows) this.lines.push(paintSpans(spans, this.#look));
    this.open = { ...this.open, hasOutput: true };
  }
}

/** Empty lines before a block are none of it. */
function withoutEmptyLines(open: OpenText, more: string): OpenText {
  const text = open.text + more;
  return { ...open, text: open.begun === undefined ? text.replace(/^([ \t]*\n)+/, '') : text };
}

/** Pieces end with a line where they can, so that a block is not cut without need. */
function pieceEnd(text: string, from: number): number {
  if (text.length - from <= MAX_PARSED) return text.length;
  const line = text.lastIndexOf('\n', from + MAX_PARSED - 1) + 1;
  return line > from ? line : from + MAX_PARSED;
}

function finishedCount(blocks: readonly OpenBlock[], lines: readonly string[]): number {
  const last = blocks.at(-1);
  if (last === undefined || isFinished(last, lines)) return blocks.length;
  const previous = blocks.at(-2);
  // The first characters of a line may look like another block: `*` of `**bold**`, `2` of `2.`
  const isAfterGap = lines[last.start - 1]?.trim() === '' && !mayBecomeItem(lines.at(-1) ?? '');
  const isNew = last.start === lines.length - 1 && !isAfterGap;
  const isOpen = isNew && previous !== undefined && !isFinished(previous, lines);
  return blocks.length - (isOpen ? 2 : 1);
}

/** Whether what may still come can not belong to the last block. */
function isFinished({ block, end }: OpenBlock, lines: readonly string[]): boolean {
  const isLineOver = end < lines.length;
  const [token] = block.tokens;
  switch (token?.type) {
    case 'fence':
      return isLineOver && isClosedFence(token);
    case 'heading_open':
    case 'hr':
      return isLineOver;
    case 'paragraph_open':
    case 'table_open':
    case 'blockquote_open':
      return end < lines.length - 1 && lines[end]?.trim() === '';
    default:
      return false;
  }
}
