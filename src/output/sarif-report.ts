/** Diagnostics as SARIF 2.1.0, for code-scanning services. */
import type { DiagnosticCode } from '../diagnostics/code.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { EXPLANATIONS } from '../diagnostics/explanations.ts';
import type { SourceRange } from '../diagnostics/source-range.ts';
import type { SourceTexts } from '../diagnostics/source-text.ts';
import { excerptOf, widenEmptyRange } from '../format/excerpt.ts';
import { sortedDiagnostics, type ValidateReport } from './validate-report.ts';

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';

/** @param version - Of this program. Ends in a newline. */
export function sarifReport(report: ValidateReport, version: string): string {
  const diagnostics = sortedDiagnostics(report);
  const codes = [...new Set(diagnostics.map(({ code }) => code))].sort();
  const log = {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'agent', semanticVersion: version, rules: codes.map(ruleOf) } },
        // Columns of SARIF count UTF-16 code units, not what a person sees as characters.
        columnKind: 'utf16CodeUnits',
        results: diagnostics.map((diagnostic) => resultOf(diagnostic, codes, report.sources)),
      },
    ],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

function ruleOf(code: DiagnosticCode): object {
  const { meaning, remedy } = EXPLANATIONS[code];
  return { id: code, shortDescription: { text: meaning }, help: { text: remedy } };
}

function resultOf(
  diagnostic: Diagnostic,
  codes: readonly DiagnosticCode[],
  sources: SourceTexts,
): object {
  const { code, severity, summary, detail, range } = diagnostic;
  return {
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level: severity,
    message: { text: detail === '' ? `${summary}.` : `${summary}. ${detail}` },
    locations: range === undefined ? [] : [locationOf(range, sources)],
  };
}

function locationOf(range: SourceRange, sources: SourceTexts): object {
  const source = sources.get(range.file);
  return {
    physicalLocation: {
      artifactLocation: { uri: uriOf(range.file) },
      region:
        source === undefined
          ? { startLine: range.start.line }
          : { ...regionOf(range, source.bytes), snippet: { text: excerptOf(source, range).code } },
    },
  };
}

function regionOf(range: SourceRange, bytes: Uint8Array): object {
  const { start, end } = widenEmptyRange(range);
  return {
    startLine: start.line,
    startColumn: utf16Column(bytes, start.byte),
    endLine: end.line,
    endColumn: utf16Column(bytes, Math.min(end.byte, bytes.length)),
    byteOffset: start.byte,
    byteLength: Math.max(0, Math.min(end.byte, bytes.length) - start.byte),
  };
}

const LF = 0x0a;

/** 1-based; a byte-order mark is dropped by the decoder. */
function utf16Column(bytes: Uint8Array, byte: number): number {
  const lineStart = byte === 0 ? 0 : bytes.lastIndexOf(LF, byte - 1) + 1;
  return (
    new TextDecoder('utf-8', { ignoreBOM: lineStart > 0 }).decode(bytes.subarray(lineStart, byte))
      .length + 1
  );
}

/** A relative path stays relative, with what a URI can not hold escaped. */
function uriOf(file: string): string {
  const path = file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
  return path.startsWith('/') ? `file://${path}` : path;
}
