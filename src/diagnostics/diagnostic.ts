import type { DiagnosticCode } from './code.ts';
import type { SourceRange } from './source-range.ts';

/** How bad it is: an error makes a file invalid, a warning never does. */
export type Severity = 'error' | 'warning';

/** One thing to tell a user about a file or a command line. */
export interface Diagnostic {
  readonly severity: Severity;
  readonly code: DiagnosticCode;
  /** One line without a full stop; never holds a value from the file's secret places. */
  readonly summary: string;
  /** Whole sentences: what was found, what was expected, what to do. May be empty. */
  readonly detail: string;
  /** Where; absent where no line exists. */
  readonly range?: SourceRange | undefined;
  /** The enclosing top-level block header, such as `provider "anthropic"`. */
  readonly context?: string | undefined;
}

/** What a boundary function could do, and what is wrong. */
export interface Decoded<T> {
  /** Present unless an error diagnostic prevents it. */
  readonly value: T | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** The parts of a diagnostic that its author writes. */
export type DiagnosticInput = Omit<Diagnostic, 'severity'>;

export function errorDiagnostic(input: DiagnosticInput): Diagnostic {
  return { severity: 'error', ...input };
}

export function warningDiagnostic(input: DiagnosticInput): Diagnostic {
  return { severity: 'warning', ...input };
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === 'error');
}

/** Order of every report: file, line (0 where there is none), id, column; ties keep their order. */
export function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  return (
    compareText(a.range?.file ?? '', b.range?.file ?? '') ||
    (a.range?.start.line ?? 0) - (b.range?.start.line ?? 0) ||
    compareText(a.code, b.code) ||
    (a.range?.start.byte ?? 0) - (b.range?.start.byte ?? 0)
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
