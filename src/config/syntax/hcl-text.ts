/** One file's text, ready for scanning. */
export interface HclText {
  /** Name as a user should read it in a diagnostic. */
  readonly file: string;
  /** The text without its byte-order mark. */
  readonly text: string;
  /** UTF-8 bytes in front of `text`: 3 with a byte-order mark, else 0. */
  readonly skippedBytes: number;
}

const BYTE_ORDER_MARK = '\uFEFF';

/** Splits a leading byte-order mark off a decoded text. */
export function hclText(file: string, decoded: string): HclText {
  return decoded.startsWith(BYTE_ORDER_MARK)
    ? { file, text: decoded.slice(1), skippedBytes: 3 }
    : { file, text: decoded, skippedBytes: 0 };
}

/** The text with its byte-order mark. A second mark, which is an error, would else become one. */
export function wholeText({ text, skippedBytes }: HclText): string {
  return skippedBytes === 0 ? text : BYTE_ORDER_MARK + text;
}
