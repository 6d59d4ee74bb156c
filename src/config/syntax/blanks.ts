/** White space as HCL knows it inside strings: Unicode's `White_Space`. */
const BLANK = '[\\t-\\r \\u0085\\u00A0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000]+';
const LEADING = new RegExp(`^${BLANK}`);

export function leadingBlanks(text: string): string {
  return LEADING.exec(text)?.[0] ?? '';
}

export function trimBlanksStart(text: string): string {
  return text.slice(leadingBlanks(text).length);
}

/** Walks back by hand: a pattern bound to the end would try every blank of a long text. */
export function trimBlanksEnd(text: string): string {
  let end = text.length;
  while (end > 0 && LEADING.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
