/** Splits text as people see characters; plain text without loading Unicode's rules. */

// Making a segmenter takes tens of milliseconds, so only text that needs one pays for it.
let segmenter: Intl.Segmenter | undefined;

/** Without carriage returns, which join with a line feed. */
const PLAIN = /^[\t\n\x20-\x7e]*$/;

/** The grapheme clusters of a text, in order. */
export function graphemesOf(text: string): readonly string[] {
  if (PLAIN.test(text)) return text.split('');
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
