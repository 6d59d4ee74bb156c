/** The outcome of `agent validate`, for people and as one JSON document. */
import { compareDiagnostics, type Diagnostic, type Severity } from '../diagnostics/diagnostic.ts';
import type { Position } from '../diagnostics/source-range.ts';
import type { SourceTexts } from '../diagnostics/source-text.ts';
import { type DiagnosticStyle, diagnosticLines } from '../format/diagnostic-lines.ts';
import { excerptOf, widenEmptyRange } from '../format/excerpt.ts';
import { terminalSafe } from '../format/terminal-safe.ts';

export interface ValidateReport {
  readonly diagnostics: readonly Diagnostic[];
  /** The texts behind the ranges, secret places marked. */
  readonly sources: SourceTexts;
  /** Warnings make the result invalid; their severity stays. */
  readonly warningsAsErrors: boolean;
  /** What was not checked, in whole sentences; text form only. */
  readonly notes: readonly string[];
}

/** `format_version` of the JSON form; minor numbers add fields. */
const FORMAT_VERSION = '1.0';

export function isValid(report: ValidateReport): boolean {
  const { errors, warnings } = countSeverities(report);
  return errors === 0 && (warnings === 0 || !report.warningsAsErrors);
}

/** Diagnostics in the order of every report. */
export function sortedDiagnostics({ diagnostics }: ValidateReport): readonly Diagnostic[] {
  return [...diagnostics].sort(compareDiagnostics);
}

/** The text form, with a final newline. */
export function validateText(report: ValidateReport, style: DiagnosticStyle = {}): string {
  const blocks = sortedDiagnostics(report).map((diagnostic) =>
    diagnosticLines(diagnostic, sourceOf(diagnostic, report.sources), style).join('\n'),
  );
  const notes = report.notes.map((note) => `Note: ${terminalSafe(note)}`);
  return [...blocks, ...notes, closingLine(report)].map((block) => `${block}\n`).join('\n');
}

function closingLine(report: ValidateReport): string {
  const { errors, warnings } = countSeverities(report);
  const warningText = warnings === 0 ? '' : counted(warnings, 'warning');
  if (errors > 0) {
    return `${[counted(errors, 'error'), warningText].filter((text) => text !== '').join(', ')}.`;
  }
  if (!isValid(report))
    return `The configuration is not accepted: ${warningText}, counted as errors.`;
  const success = 'Success! The configuration is valid.';
  return warnings === 0 ? success : `${success} ${warningText}.`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** The JSON form: one document, two-space indent, a final newline. */
export function validateJson(report: ValidateReport): string {
  const { errors, warnings } = countSeverities(report);
  const document = {
    format_version: FORMAT_VERSION,
    valid: isValid(report),
    error_count: errors,
    warning_count: warnings,
    diagnostics: sortedDiagnostics(report).map((diagnostic) =>
      diagnosticJson(diagnostic, report.sources),
    ),
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

/** `undefined` members are left out by `JSON.stringify`. */
function diagnosticJson(diagnostic: Diagnostic, sources: SourceTexts): object {
  const { severity, code, summary, detail } = diagnostic;
  const range = diagnostic.range && widenEmptyRange(diagnostic.range);
  return {
    severity,
    code,
    summary,
    detail,
    range: range && {
      filename: range.file,
      start: positionJson(range.start),
      end: positionJson(range.end),
    },
    snippet: snippetJson(diagnostic, sources),
  };
}

function positionJson({ line, column, byte }: Position): object {
  return { line, column, byte };
}

function snippetJson(diagnostic: Diagnostic, sources: SourceTexts): object | undefined {
  const source = sourceOf(diagnostic, sources);
  if (diagnostic.range === undefined || source === undefined) return undefined;
  const excerpt = excerptOf(source, diagnostic.range);
  return {
    context: diagnostic.context ?? null,
    code: excerpt.code,
    start_line: excerpt.startLine,
    highlight_start_offset: excerpt.highlightStart,
    highlight_end_offset: excerpt.highlightEnd,
    values: [],
  };
}

function sourceOf({ range }: Diagnostic, sources: SourceTexts) {
  return range && sources.get(range.file);
}

function countSeverities({ diagnostics }: ValidateReport) {
  const count = (severity: Severity): number =>
    diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
  return { errors: count('error'), warnings: count('warning') };
}
