import type { SourceRange } from '../../diagnostics/source-range.ts';

/** `file:line,column-column`, or `file:line,column-line,column` over several lines. */
export function formatRange({ file, start, end }: SourceRange): string {
  const to = start.line === end.line ? `${end.column}` : `${end.line},${end.column}`;
  return `${file}:${start.line},${start.column}-${to}`;
}
