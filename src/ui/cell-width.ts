/** How many terminal cells text takes, and its units as a reader sees them. */
import stringWidth from 'string-width';

const PRINTABLE_ASCII = /^[ -~]*$/;

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Cells of text without control sequences, tabs and line ends. */
export function cellWidth(text: string): number {
  return PRINTABLE_ASCII.test(text) ? text.length : stringWidth(text);
}

/** Grapheme clusters: what one key press should move over or delete. */
export function graphemes(text: string): readonly string[] {
  if (PRINTABLE_ASCII.test(text)) return text.split('');
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Index of the grapheme boundary before `index`; 0 at the start. */
export function previousBoundary(text: string, index: number): number {
  const line = text.lastIndexOf('\n', index - 1) + 1;
  // The newline itself is a unit of its own.
  if (line === index) return Math.max(0, index - 1);
  const last = graphemes(text.slice(line, index)).at(-1) ?? '';
  return index - last.length;
}

/** Index of the grapheme boundary after `index`; the length at the end. */
export function nextBoundary(text: string, index: number): number {
  if (index >= text.length) return text.length;
  if (text[index] === '\n') return index + 1;
  const end = text.indexOf('\n', index);
  const rest = text.slice(index, end === -1 ? undefined : end);
  if (PRINTABLE_ASCII.test(rest.slice(0, 2))) return index + 1;
  const [first] = segmenter.segment(rest);
  return index + (first?.segment.length ?? 1);
}

const TAB_STOP = 8;

/** Replaces tabs by blanks up to the next multiple of eight cells; one line of text. */
export function expandTabs(line: string): string {
  if (!line.includes('\t')) return line;
  let expanded = '';
  let column = 0;
  for (const [index, part] of line.split('\t').entries()) {
    if (index > 0) {
      const gap = TAB_STOP - (column % TAB_STOP);
      expanded += ' '.repeat(gap);
      column += gap;
    }
    expanded += part;
    column += cellWidth(part);
  }
  return expanded;
}

/** The longest beginning of a line that fits, cut between graphemes, `...` where it was cut. */
export function truncate(text: string, columns: number): string {
  if (cellWidth(text) <= columns) return text;
  const mark = '.'.repeat(Math.min(3, Math.max(0, columns)));
  let kept = '';
  let width = mark.length;
  for (const unit of graphemes(text)) {
    width += cellWidth(unit);
    if (width > columns) break;
    kept += unit;
  }
  return kept + mark;
}
