/** The few text styles of the chat: sixteen colours, readable on light and dark backgrounds. */

export type Style =
  | 'dim'
  | 'prompt'
  | 'warning'
  | 'error'
  | 'strong'
  | 'emphasis'
  | 'strike'
  | 'code'
  | 'link'
  | CodeStyle;

/** Parts of highlighted code. */
export type CodeStyle = 'keyword' | 'string' | 'number' | 'comment' | 'name';

/** Adds a style to text that is otherwise unchanged. */
export type Palette = (style: Style, text: string) => string;

const CODES: Readonly<Record<Style, readonly [on: string, off: string]>> = {
  dim: ['\u001b[2m', '\u001b[22m'],
  prompt: ['\u001b[36m', '\u001b[39m'],
  warning: ['\u001b[33m', '\u001b[39m'],
  error: ['\u001b[31m', '\u001b[39m'],
  strong: ['\u001b[1m', '\u001b[22m'],
  emphasis: ['\u001b[3m', '\u001b[23m'],
  strike: ['\u001b[9m', '\u001b[29m'],
  code: ['\u001b[36m', '\u001b[39m'],
  link: ['\u001b[4m', '\u001b[24m'],
  keyword: ['\u001b[35m', '\u001b[39m'],
  string: ['\u001b[32m', '\u001b[39m'],
  number: ['\u001b[33m', '\u001b[39m'],
  comment: ['\u001b[2m', '\u001b[22m'],
  name: ['\u001b[34m', '\u001b[39m'],
};

/** A palette that styles, or one that leaves every text as it is. */
export function createPalette(hasColor: boolean): Palette {
  if (!hasColor) return (_style, text) => text;
  return (style, text) => {
    const [on, off] = CODES[style];
    return text === '' ? '' : `${on}${text}${off}`;
  };
}
