/** Text with styles, laid out in rows: what Markdown becomes before a terminal sees it. */
import { terminalSafe } from '../../format/terminal-safe.ts';
import { expandTabs } from '../cell-width.ts';
import type { Palette, Style } from '../palette.ts';
import { cutLine, type Row, wrapLine } from '../wrap.ts';

export interface Span {
  readonly text: string;
  readonly styles: readonly Style[];
  /** Where it leads, for terminals with links. */
  readonly href?: string | undefined;
}

/** One line of the terminal, or a line of code that may be longer than the window. */
export interface StyledRow {
  readonly spans: readonly Span[];
  /** Kept whole when it is finished, so that it can be copied. */
  readonly isCode?: boolean | undefined;
}

export interface Ink {
  readonly palette: Palette;
  /** The terminal knows links (OSC 8). */
  readonly hasLinks: boolean;
}

export function span(text: string, ...styles: readonly Style[]): Span {
  return { text, styles };
}

export function plainText(spans: readonly Span[]): string {
  return spans.map(({ text }) => text).join('');
}

/** Breaks styled text as `wrapLine` breaks plain text. */
export function wrapSpans(spans: readonly Span[], columns: number): readonly (readonly Span[])[] {
  const text = plainText(spans);
  return sliceRows(spans, text, wrapLine(text, columns));
}

/** Cuts styled text at the width wherever that falls. */
export function cutSpans(spans: readonly Span[], columns: number): readonly (readonly Span[])[] {
  const text = plainText(spans);
  return sliceRows(spans, text, cutLine(text, columns));
}

function sliceRows(
  spans: readonly Span[],
  text: string,
  rows: readonly Row[],
): readonly (readonly Span[])[] {
  let from = 0;
  return rows.map((row) => {
    // Blanks that a break swallowed belong to no row.
    while (text[from] === ' ' && !row.text.startsWith(' ')) from += 1;
    const slice = sliceSpans(spans, from, from + row.text.length);
    from = row.end;
    return slice;
  });
}

function sliceSpans(spans: readonly Span[], from: number, to: number): readonly Span[] {
  const slice: Span[] = [];
  let at = 0;
  for (const part of spans) {
    const text = part.text.slice(Math.max(0, from - at), Math.max(0, to - at));
    if (text !== '') slice.push({ ...part, text });
    at += part.text.length;
  }
  return slice;
}

/** One line of harmless text: an entity may have become a control character or a line end. */
export function cleanText(text: string): string {
  return expandTabs(terminalSafe(text)).replaceAll('\n', ' ');
}

export function paintSpans(spans: readonly Span[], { palette, hasLinks }: Ink): string {
  return spans
    .map(({ text, styles, href }) => {
      const painted = styles.reduce((inner, style) => palette(style, inner), text);
      return href === undefined || !hasLinks ? painted : link(painted, href);
    })
    .join('');
}

/** OSC 8. The address has passed `linkTarget`. */
function link(text: string, href: string): string {
  return `\u001b]8;;${href}\u001b\\${text}\u001b]8;;\u001b\\`;
}

const LINKED = /^(https?|mailto):/i;

/** Printable ASCII only, which is what a link may hold; others are encoded by the parser. */
const PRINTABLE = /^[!-~]*$/;

/** An address a terminal may be handed; `undefined` for any other. */
export function linkTarget(href: string): string | undefined {
  return LINKED.test(href) && PRINTABLE.test(href) ? href : undefined;
}
