/** What is behind some syntax errors whose own words do not say it. */
import type { SyntaxFault } from './syntax/token-cursor.ts';

interface Hint {
  readonly summaries: readonly string[];
  /** Matched against the line from the place of the error on. */
  readonly pattern: RegExp;
  readonly hint: (match: RegExpExecArray, fault: SyntaxFault, lines: readonly string[]) => string;
}

const REQUIRED = 'Argument or block definition required';

const HINTS: readonly Hint[] = [
  {
    summaries: ['Invalid expression'],
    pattern: /^<<-?([\p{L}_][\p{L}\p{N}_-]*)[ \t]+\r?$/u,
    hint: ([, marker]) =>
      `There is a blank behind the heredoc marker ${marker}. Remove it: the line must end directly after the marker.`,
  },
  {
    summaries: ['Invalid expression', REQUIRED, 'Missing newline after argument'],
    pattern: /^\/\*/,
    hint: () => 'The comment that starts here with /* is never closed. Add */ at its end.',
  },
  {
    summaries: ['Invalid character'],
    pattern: /^[\u201E\u00AB\u00BB]/,
    hint: () => 'This is a typographic quote. Use plain double quotes (").',
  },
  {
    summaries: ['Invalid character'],
    pattern: /^[\u00A0\u2000-\u200B\u202F\u3000\uFEFF]/,
    hint: () =>
      'This is a blank of a special kind, or an invisible character. Use an ordinary space.',
  },
  {
    summaries: ['Invalid character'],
    pattern: /^\r/,
    hint: () => 'This is a carriage return alone. Lines must end in LF or CRLF.',
  },
  {
    summaries: [REQUIRED],
    pattern: /^([\p{L}_][\p{L}\p{N}_-]*)[ \t]*:/u,
    hint: ([, name]) => `Write ${name} = … with an equals sign, not a colon.`,
  },
  {
    summaries: ['Invalid block definition'],
    pattern: /^(?:\d|\[)/,
    hint: () => 'If this is meant as the value of an argument, put an equals sign before it.',
  },
  {
    summaries: ['Missing newline after argument'],
    pattern: /^[\p{L}/.@:-]/u,
    hint: () => 'If this belongs to a text, put the whole text in double quotes.',
  },
  {
    summaries: ['Invalid single-argument block definition'],
    pattern: /^(?!,)/,
    hint: () =>
      'Write each argument on a line of its own, and the closing brace on the line after.',
  },
  {
    summaries: ['Unterminated template string'],
    pattern: /^$/,
    hint: (_match, { range }, lines) => {
      const last = lines[range.start.line - 1]?.trim() ?? '';
      return /^[\p{L}_][\p{L}\p{N}_-]*$/u.test(last)
        ? `If ${last} is meant to end the heredoc, add a line end after it.`
        : 'A heredoc ends with its marker alone on a line.';
    },
  },
];

/** A sentence on what to do, where the words of the error do not tell; never quotes a text. */
export function hintFor(fault: SyntaxFault, lines: readonly string[]): string | undefined {
  const { line, column } = fault.range.start;
  // Columns count grapheme clusters; where they differ from characters a hint may be missed.
  const rest = (lines[line - 1] ?? '').slice(column - 1);
  for (const { summaries, pattern, hint } of HINTS) {
    const match = summaries.includes(fault.summary) ? pattern.exec(rest) : null;
    if (match !== null) return hint(match, fault, lines);
  }
  return undefined;
}
