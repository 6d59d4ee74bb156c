import type { ReactNode } from 'react';
import { terminalSafe } from '../../format/terminal-safe.ts';
import { expandTabs } from '../cell-width.ts';
import type { Palette } from '../palette.ts';
import { unfinishedSequenceStart } from '../partial-sequence.ts';
import { THINKING_MARK } from '../transcript.ts';
import { wrapLine } from '../wrap.ts';
import { Lines } from './lines.tsx';

/** The last rows of reasoning. */
export function Thinking({ rows }: { readonly rows: readonly string[] }): ReactNode {
  return <Lines rows={rows} />;
}

/**
 * Lays out the end of a reasoning text.
 *
 * @param text - Raw; a long one may be given without its beginning.
 * @param maxRows - The last rows are kept.
 */
export function thinkingRows(
  text: string,
  columns: number,
  maxRows: number,
  palette: Palette,
): readonly string[] {
  if (maxRows <= 0) return [];
  const shown = terminalSafe(text.slice(0, unfinishedSequenceStart(text))).trimEnd();
  if (shown === '') return [];
  const rows: string[] = [];
  // From the end: what stands further up is not laid out at all.
  for (const line of shown.split('\n').reverse()) {
    const wrapped = wrapLine(expandTabs(line), columns - THINKING_MARK.length);
    rows.unshift(...wrapped.map((row) => palette('dim', THINKING_MARK + row.text)));
    if (rows.length >= maxRows) break;
  }
  return rows.slice(-maxRows);
}
