/** Diagnostics as GitHub workflow commands, which become annotations of a pull request. */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { sortedDiagnostics, type ValidateReport } from './validate-report.ts';

/** One command a line; empty when there is nothing to tell. */
export function githubReport(report: ValidateReport): string {
  return sortedDiagnostics(report)
    .map((diagnostic) => `${workflowCommand(diagnostic)}\n`)
    .join('');
}

function workflowCommand(diagnostic: Diagnostic): string {
  const { severity, code, summary, detail } = diagnostic;
  const properties = [...placeProperties(diagnostic), ['title', `${summary} (${code})`] as const];
  const written = properties.map(([name, value]) => `${name}=${escapeProperty(value)}`);
  return `::${severity} ${written.join(',')}::${escapeData(detail === '' ? summary : detail)}`;
}

function placeProperties({ range }: Diagnostic): readonly (readonly [string, string])[] {
  if (range === undefined) return [];
  const { start, end } = range;
  const place = [
    ['file', range.file],
    ['line', String(start.line)],
    ['endLine', String(end.line)],
    ['col', String(start.column)],
  ] as const;
  // Columns are understood only within one line.
  const isOneLine = start.line === end.line && end.column > start.column;
  return isOneLine ? [...place, ['endColumn', String(end.column)]] : place;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
