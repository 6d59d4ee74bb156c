/** Syntax errors as diagnostics: ids, hints, and only those that mean something. */
import type { DiagnosticCode } from '../diagnostics/code.ts';
import { type Diagnostic, errorDiagnostic } from '../diagnostics/diagnostic.ts';
import type { SourceRange } from '../diagnostics/source-range.ts';
import { MAX_HEIGHT, MAX_NESTING, type SyntaxFault } from './syntax/token-cursor.ts';
import { hintFor } from './syntax-hint.ts';

const MULTI_LINE_STRING = 'Invalid multi-line string';

const CODES = new Map<string, DiagnosticCode>([
  ['Invalid single-argument block definition', 'single-line-block'],
  ['Attribute redefined', 'duplicate-attribute'],
  ['Invalid argument name', 'quoted-argument-name'],
]);

/** Details that quote what may be part of a secret text, and what to say instead. */
const REPLACED_DETAILS = new Map<string, string>([
  [
    'Invalid template control keyword',
    'Expected one of the words "if", "for", "else", "endif" and "endfor" after %{. To write the characters %{ themselves, double the percent sign.',
  ],
]);

/**
 * Makes diagnostics of syntax errors: in the order of the text, at most one a line, and none behind
 * a string that is not closed on its line, since all that follows is misread.
 *
 * @param text - The file's text without its byte-order mark, for hints.
 */
export function syntaxDiagnostics(
  faults: readonly SyntaxFault[],
  text: string,
): readonly Diagnostic[] {
  const lines = text.split('\n');
  const diagnostics: Diagnostic[] = [];
  for (const fault of onePerLine(faults)) {
    diagnostics.push(toDiagnostic(fault, lines));
    if (fault.summary === MULTI_LINE_STRING) break;
  }
  return diagnostics;
}

/** The first told of each line, by line. */
function onePerLine(faults: readonly SyntaxFault[]): readonly SyntaxFault[] {
  const byLine = new Map<number, SyntaxFault>();
  for (const fault of faults) {
    const { line } = fault.range.start;
    if (!byLine.has(line)) byLine.set(line, fault);
  }
  return [...byLine].sort(([left], [right]) => left - right).map(([, fault]) => fault);
}

function toDiagnostic(fault: SyntaxFault, lines: readonly string[]): Diagnostic {
  const { summary, range } = fault;
  const detail = REPLACED_DETAILS.get(summary) ?? fault.detail;
  const hint = hintFor(fault, lines);
  return errorDiagnostic({
    code: CODES.get(summary) ?? 'syntax-error',
    summary,
    detail: hint === undefined ? detail : `${detail}\n${hint}`,
    range,
  });
}

export function nestingDiagnostic(range: SourceRange): Diagnostic {
  return errorDiagnostic({
    code: 'nesting-too-deep',
    summary: 'Nesting too deep',
    detail: `Blocks, brackets and templates may lie within each other at most ${MAX_NESTING} levels deep, and at most ${MAX_HEIGHT} operators or steps may follow each other. This is one too many.`,
    range,
  });
}
