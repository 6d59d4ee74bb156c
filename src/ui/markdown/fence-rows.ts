/** Code in a fence as rows: each line whole, so that it can be copied. */

import type { Token } from './parser.ts';
import { cleanText, type Span, type StyledRow, span } from './span.ts';

/** @param language - As the fence names it. */
export type Highlight = (
  code: string,
  language: string,
) => readonly (readonly Span[])[] | undefined;

export interface FenceLook {
  readonly hasColor: boolean;
  /** Lines of code with their styles; `undefined` for a language it does not know. */
  readonly highlight?: Highlight | undefined;
}

/**
 * A fence that is not closed has no last row yet.
 *
 * @param context - Code before it, of a fence whose first rows are shown already.
 */
export function fenceRows(
  token: Token,
  context: string | undefined,
  look: FenceLook,
): readonly StyledRow[] {
  const opening = span(`${token.markup}${cleanText(token.info.trim())}`, 'dim');
  const code = linesOfCode((context ?? '') + token.content, token.info, look);
  return [
    ...(context === undefined ? [{ spans: [opening], isCode: true }] : []),
    ...code.slice(lineCount(context ?? '')),
    ...(isClosedFence(token) ? [{ spans: [span(token.markup, 'dim')], isCode: true }] : []),
  ];
}

/** Whether the closing line of a fence is there. */
export function isClosedFence({ map, content }: Token): boolean {
  const [start, end] = map ?? [0, 0];
  return end - start === lineCount(content) + 2;
}

/** @param code - Ends with a newline unless it is empty. */
function linesOfCode(code: string, language: string, look: FenceLook): readonly StyledRow[] {
  if (code === '') return [];
  const lines = code.replace(/\n$/, '').split('\n').map(cleanText);
  const highlighted = look.hasColor
    ? look.highlight?.(lines.join('\n'), language.trim())
    : undefined;
  return lines.map((line, index) => ({
    spans: highlighted?.[index] ?? [span(line)],
    isCode: true,
  }));
}

/** Lines of text that ends with a newline, or with its last line. */
function lineCount(text: string): number {
  return text === '' ? 0 : text.replace(/\n$/, '').split('\n').length;
}
