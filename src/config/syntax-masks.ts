/**
 * What to hide in a text that does not parse. No schema is known then, so names decide: what follows
 * a name that promises a secret is hidden to the end of its line, and on to the end of a text that
 * begins there.
 */
import type { SourceRange } from '../diagnostics/source-range.ts';
import { SECRET_NAME } from './masks.ts';

const NAME = /[\p{ID_Start}_][\p{ID_Continue}-]*/gu;

/** Quoted texts, closed or not, and bare words. ASCII only: the text is read byte by byte. */
const HIDDEN = /"(?:\\.|[^"\\])*"?|'[^']*'?|`[^`]*`?|[^ \t\r"'`=:{}[\](),]+/g;

const SHOWN = /^(?:\d+(?:\.\d+)?|true|false|null|env)$/;

const HEREDOC = /<<-?([\p{ID_Start}_][\p{ID_Continue}-]*)[ \t]*\r?$/u;

interface Span {
  readonly from: number;
  readonly to: number;
}

/** The ranges to hide, by byte offset; line and column are not needed for masking and are 0. */
export function syntaxMaskRanges(file: string, bytes: Uint8Array): readonly SourceRange[] {
  // Latin-1 keeps one character a byte, so that offsets into the text are offsets into the file.
  const text = new TextDecoder('latin1').decode(bytes);
  return linesOf(text)
    .flatMap((line) => spansOfLine(text, line))
    .map((span) => rangeOf(file, span));
}

function linesOf(text: string): readonly Span[] {
  const lines: Span[] = [];
  for (let from = 0; from < text.length; ) {
    const newline = text.indexOf('\n', from);
    const to = newline === -1 ? text.length : newline;
    lines.push({ from, to });
    from = to + 1;
  }
  return lines;
}

function spansOfLine(text: string, { from, to }: Span): readonly Span[] {
  const line = text.slice(from, to);
  const name = [...line.matchAll(NAME)].find(([word]) => SECRET_NAME.test(word));
  if (name === undefined) return [];
  const start = name.index + name[0].length;
  const rest = line.slice(start);
  const hidden = [...rest.matchAll(HIDDEN)]
    .filter(([word]) => !SHOWN.test(word))
    .map(({ 0: word, index }) => ({
      from: from + start + index,
      to: from + start + index + word.length,
    }));
  return [...hidden, ...continuation(text, rest, to)];
}

/** The lines behind, when a heredoc or a text goes on there. */
function continuation(text: string, rest: string, end: number): readonly Span[] {
  const tag = HEREDOC.exec(rest)?.[1];
  if (tag !== undefined) {
    const close = new RegExp(`^[ \\t]*${tag}[ \\t]*\\r?$`, 'm').exec(text.slice(end + 1));
    return [{ from: end, to: close === null ? text.length : end + 1 + close.index }];
  }
  const quotes = rest.replaceAll(/\\./g, '').split('"').length - 1;
  if (quotes % 2 === 0) return [];
  const close = text.indexOf('"', end);
  return [{ from: end, to: close === -1 ? text.length : close + 1 }];
}

function rangeOf(file: string, { from, to }: Span): SourceRange {
  const at = (byte: number) => ({ line: 0, column: 0, byte });
  return { file, start: at(from), end: at(to) };
}
