/** Text that wants to do something to the terminal, and how to tell that it did not. */

const ESC = '\u001b';

/** Cut inside its sequences; what may be seen of it is `abcdxef ok`. */
export const HOSTILE_PARTS: readonly string[] = [
  `a${ESC}`,
  `[2J${ESC}]52;c;`,
  `aGk=${ESC}`,
  `\\b${ESC}]8;;http://x${ESC}\\c${ESC}]8;;${ESC}\\`,
  `\u009b3Jd\rx\u202ee${ESC}P1$r`,
  `0m${ESC}\\f\u0007${ESC}[`,
  'H ok',
];

export const HOSTILE = HOSTILE_PARTS.join('');

export const HOSTILE_SHOWN = 'abcdxef ok';

// biome-ignore lint/suspicious/noControlCharactersInRegex: what the chat itself may write
const ALLOWED = /\u001b\[(?:\?(?:2026|25|2004)[hl]|\?u|>1u|<u|\d*[AGJK]|[\d;]*m)/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Control characters that are none of the chat's own; `2J` and `3J` are never its own. */
export function foreignControls(bytes: string): readonly string[] {
  const erased = [`${ESC}[2J`, `${ESC}[3J`].filter((sequence) => bytes.includes(sequence));
  return [...erased, ...(bytes.replace(ALLOWED, '').match(CONTROLS) ?? [])];
}
