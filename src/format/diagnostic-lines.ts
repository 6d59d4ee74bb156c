/** A diagnostic as lines for people; the layout needs no colour to be complete. */
import stringWidth from 'string-width';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { SourceText } from '../diagnostics/source-text.ts';
import { excerptOf } from './excerpt.ts';
import { terminalSafe } from './terminal-safe.ts';

/** What a stretch of text is, for whoever adds colour. */
export type TextRole = 'error' | 'warning' | 'summary' | 'code' | 'marker';

export interface DiagnosticStyle {
  /** Cells to wrap at; default 80. */
  readonly width?: number | undefined;
  /** Adds colour; must not add visible characters. Default: none. */
  readonly paint?: ((role: TextRole, text: string) => string) | undefined;
}

const DEFAULT_WIDTH = 80;
const INDENT = '  ';
const LINE_NUMBER_WIDTH = 4;

/**
 * Lays one diagnostic out: severity, summary and id; place; the source line with a caret below the
 * fault; what to do. All text is made safe for a terminal.
 *
 * @param source - The text the range points into; without it only the place is named.
 */
export function diagnosticLines(
  diagnostic: Diagnostic,
  source: SourceText | undefined,
  style: DiagnosticStyle = {},
): readonly string[] {
  const width = style.width ?? DEFAULT_WIDTH;
  const lines = [headLine(diagnostic, width, style)];
  const place = placeLines(diagnostic, source, style);
  const detail = wrapDetail(terminalSafe(diagnostic.detail), width - INDENT.length);
  if (place.length + detail.length > 0) lines.push('');
  return [...lines, ...place, ...detail.map((line) => INDENT + line)];
}

/** `Error: Summary` with the id at the right edge. */
function headLine(diagnostic: Diagnostic, width: number, style: DiagnosticStyle): string {
  const label = diagnostic.severity === 'error' ? 'Error:' : 'Warning:';
  const summary = terminalSafe(diagnostic.summary);
  const used = cellWidth(`${label} ${summary}${diagnostic.code}`);
  const gap = ' '.repeat(Math.max(2, width - used));
  const head = paint(style, diagnostic.severity, label);
  return `${head} ${paint(style, 'summary', summary)}${gap}${paint(style, 'code', diagnostic.code)}`;
}

function placeLines(
  diagnostic: Diagnostic,
  source: SourceText | undefined,
  style: DiagnosticStyle,
): readonly string[] {
  const { range, context } = diagnostic;
  if (range === undefined) return [];
  const within = context === undefined ? '' : `, in ${context}`;
  const place = terminalSafe(`${INDENT}on ${range.file} line ${range.start.line}${within}`);
  if (source === undefined) return [`${place}.`];
  const excerpt = excerptOf(source, range);
  const prefix = `${String(excerpt.startLine).padStart(LINE_NUMBER_WIDTH)}: `;
  const [before, marked, after] = [excerpt.before, excerpt.marked, excerpt.after].map(terminalSafe);
  const caret = ' '.repeat(prefix.length) + under(before ?? '', ' ') + carets(marked ?? '');
  return [`${place}:`, `${prefix}${before}${marked}${after}`, paint(style, 'marker', caret)];
}

function carets(marked: string): string {
  return under(marked.trimEnd(), '^') || '^';
}

/** One mark a cell below the text; a tab stays a tab, so that both lines jump alike. */
function under(text: string, mark: string): string {
  return text
    .split('\t')
    .map((part) => mark.repeat(cellWidth(part)))
    .join('\t');
}

/** Cells on a terminal; measuring plain ASCII in full would take most of a long report's time. */
function cellWidth(text: string): number {
  return PLAIN.test(text) ? text.length : stringWidth(text);
}

const PLAIN = /^[ -~]*$/;

/** Wraps at blanks; a line that begins with a blank is laid out by its author and stays. */
function wrapDetail(detail: string, width: number): readonly string[] {
  if (detail === '') return [];
  return detail.split('\n').flatMap((line) => (/^\s/.test(line) ? [line] : wrapLine(line, width)));
}

function wrapLine(line: string, width: number): readonly string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    const longer = current === '' ? word : `${current} ${word}`;
    if (current !== '' && cellWidth(longer) > width) {
      lines.push(current);
      current = word;
    } else {
      current = longer;
    }
  }
  lines.push(current);
  return lines;
}

function paint(style: DiagnosticStyle, role: TextRole, text: string): string {
  return style.paint?.(role, text) ?? text;
}
