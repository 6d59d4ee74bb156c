/**
 * The answer on its way from the stream into the scrollback: finished lines leave, the line being
 * written stays in the live region. The work for a delta does not depend on what came before it.
 */
import { terminalSafe } from '../format/terminal-safe.ts';
import { expandTabs } from './cell-width.ts';
import type { OpenAnswer } from './chat-state.ts';
import { unfinishedSequenceStart } from './partial-sequence.ts';
import { cutLine, wrapLine } from './wrap.ts';

export interface Settled {
  /** Finished, for the scrollback; safe for the terminal. */
  readonly lines: readonly string[];
  /** What stays. */
  readonly open: OpenAnswer;
  /** The line being written, as rows of the live region. */
  readonly rows: readonly string[];
}

export const NO_ANSWER: OpenAnswer = { text: '', fence: undefined, isContinued: false };

/** A code line is kept whole, so that it can be copied; one that never ends is cut here. */
const MAX_CODE_LINE = 16_384;

/**
 * Separates what is finished from what is still being written.
 *
 * @param columns - Cells of a row.
 * @param maxRows - Rows the live region has for it, at least 1; what does not fit is finished.
 */
export function settleAnswer(open: OpenAnswer, columns: number, maxRows: number): Settled {
  const end = open.text.lastIndexOf('\n') + 1;
  const finished = finishLines({ ...open, text: open.text.slice(0, end) }, columns);
  const rest = open.text.slice(end);
  const settle = finished.fence === undefined ? settleProse : settleCode;
  const settled = settle(rest, columns, maxRows);
  const isContinued = settled.lines.length > 0 || (end === 0 && open.isContinued);
  return {
    lines: [...finished.lines, ...settled.lines],
    open: { text: settled.rest, fence: finished.fence, isContinued },
    rows: settled.rows,
  };
}

/** All of it, when the answer is over. */
export function finishAnswer(open: OpenAnswer, columns: number): readonly string[] {
  const text = open.text === '' || open.text.endsWith('\n') ? open.text : `${open.text}\n`;
  return finishLines({ ...open, text }, columns).lines;
}

interface Finished {
  readonly lines: readonly string[];
  readonly fence: string | undefined;
}

/** @param open - Its text is empty or ends with a newline. */
function finishLines(open: OpenAnswer, columns: number): Finished {
  if (open.text === '') return { lines: [], fence: open.fence };
  const lines: string[] = [];
  let current = open.fence;
  for (const [index, raw] of open.text.slice(0, -1).split('\n').entries()) {
    const line = cleanLine(raw);
    const isBeginning = index > 0 || !open.isContinued;
    const next = isBeginning ? fenceAfter(line, current) : current;
    if (current !== undefined || next !== undefined) lines.push(line);
    else lines.push(...wrapLine(line, columns).map((row) => row.text));
    current = next;
  }
  return { lines, fence: current };
}

function cleanLine(raw: string): string {
  return expandTabs(terminalSafe(raw));
}

interface Rest {
  readonly lines: readonly string[];
  readonly rest: string;
  readonly rows: readonly string[];
}

function settleProse(raw: string, columns: number, maxRows: number): Rest {
  const held = unfinishedSequenceStart(raw);
  const line = cleanLine(raw.slice(0, held));
  const rows = wrapLine(line, columns);
  const texts = rows.map((row) => row.text);
  // More leaves than must: each leaving repaints the live region, and rows that left stay in place.
  const excess = rows.length > maxRows ? rows.length - Math.ceil(maxRows / 2) : 0;
  const end = rows[excess - 1]?.end;
  if (end === undefined) return { lines: [], rest: raw, rows: line === '' ? [] : texts };
  return {
    lines: texts.slice(0, excess),
    rest: line.slice(end) + raw.slice(held),
    rows: texts.slice(excess),
  };
}

function settleCode(raw: string, columns: number, maxRows: number): Rest {
  const held = unfinishedSequenceStart(raw);
  const line = cleanLine(raw.slice(0, held));
  if (line.length > MAX_CODE_LINE) return { lines: [line], rest: raw.slice(held), rows: [] };
  const shown = line === '' ? [] : cutLine(line, columns).slice(-maxRows);
  return { lines: [], rest: raw, rows: shown.map((row) => row.text) };
}

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;

/** The code block in force behind a line: fences open, and as many of the same signs close. */
function fenceAfter(line: string, fence: string | undefined): string | undefined {
  const match = FENCE.exec(line);
  if (match === null) return fence;
  const [, marker = '', rest = ''] = match;
  if (fence === undefined) {
    // A back tick behind back ticks is code within a line, not a fence.
    return marker.startsWith('`') && rest.includes('`') ? undefined : marker;
  }
  const closes = marker.startsWith(fence) && rest.trim() === '';
  return closes ? undefined : fence;
}
