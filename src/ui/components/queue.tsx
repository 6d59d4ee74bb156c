import type { ReactNode } from 'react';
import { terminalSafe } from '../../format/terminal-safe.ts';
import { expandTabs, truncate } from '../cell-width.ts';
import type { Palette } from '../palette.ts';
import { Lines } from './lines.tsx';

/** Messages that wait for the answer to end. */
export function Queue({ rows }: { readonly rows: readonly string[] }): ReactNode {
  return <Lines rows={rows} />;
}

/** A row a message; the last ones, and how many more there are. */
export function queueRows(
  queue: readonly string[],
  columns: number,
  maxRows: number,
  palette: Palette,
): readonly string[] {
  if (maxRows <= 0) return [];
  const hidden = Math.max(0, queue.length - maxRows);
  return queue.slice(hidden).map((message, index) => {
    const line = expandTabs(terminalSafe(message).replaceAll('\n', ' '));
    const more = index === 0 && hidden > 0 ? ` (and ${hidden} before it)` : '';
    return palette('dim', truncate(`Queued${more}: ${line}`, columns));
  });
}
