/** The few text styles of the chat: sixteen colours, readable on light and dark backgrounds. */

export type Style = 'dim' | 'prompt' | 'warning' | 'error' | 'strong';

/** Adds a style to text that is otherwise unchanged. */
export type Palette = (style: Style, text: string) => string;

const CODES: Readonly<Record<Style, readonly [on: string, off: string]>> = {
  dim: ['\u001b[2m', '\u001b[22m'],
  prompt: ['\u001b[36m', '\u001b[39m'],
  warning: ['\u001b[33m', '\u001b[39m'],
  error: ['\u001b[31m', '\u001b[39m'],
  strong: ['\u001b[1m', '\u001b[22m'],
};

/** A palette that styles, or one that leaves every text as it is. */
export function createPalette(hasColor: boolean): Palette {
  if (!hasColor) return (_style, text) => text;
  return (style, text) => {
    const [on, off] = CODES[style];
    return text === '' ? '' : `${on}${text}${off}`;
  };
}
