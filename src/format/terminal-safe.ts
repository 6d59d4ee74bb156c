/**
 * Text from a model, vendor, plugin or file, made harmless for a terminal: control sequences and
 * invisible reordering marks are removed, everything a person can read stays.
 */

const ESC = '\u001b';

/** `ESC [` or its one-character form, parameters, intermediates, final byte. */
const CSI = `(?:${ESC}\\[|\u009b)[0-?]*[ -/]*[@-~]`;

/**
 * OSC, DCS, SOS, PM and APC strings up to BEL or ST. A string that is not closed on its line is no
 * sequence: only its introducer goes (by `CONTROL`), so that it swallows nothing of the text.
 */
const STRING =
  `(?:${ESC}[\\]PX^_]|[\u0090\u0098\u009d\u009e\u009f])` +
  `[^\\n\u0007\u0018\u001a${ESC}\u0090-\u009f]*(?:\u0007|\u009c|${ESC}\\\\)`;

/** Choice of a character set and its kin: `ESC`, intermediates, final byte. */
const INTERMEDIATE = `${ESC}[ -/]+[0-~]`;

/** C0 but newline and tab, DEL, C1; what is left of a broken sequence. */
const CONTROL = '[\u0000-\u0008\u000b-\u001f\u007f-\u009f]';

/** Marks that reorder text on screen, so that it reads as something other than what it is. */
const BIDI = '[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]';

const UNSAFE = new RegExp([CSI, STRING, INTERMEDIATE, CONTROL, BIDI].join('|'), 'gu');

/**
 * Removes C0 (newline and tab stay), DEL, C1, CSI, OSC, DCS and other control strings, and bidi
 * controls. A sequence that is not complete loses only its control characters.
 */
export function terminalSafe(text: string): string {
  return text.replace(UNSAFE, '');
}

/** The same for text that has one line, such as a name in a table: it begins no line of its own. */
export function terminalLine(text: string): string {
  return terminalSafe(text).replace(/\s*[\n\t\u2028\u2029]\s*/g, ' ');
}
