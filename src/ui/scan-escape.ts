/** Finds where a sequence that begins with ESC ends. */

export type EscapeScan =
  /** More characters are needed to tell. */
  | { readonly type: 'incomplete' }
  /** The ESC is a key of its own. */
  | { readonly type: 'alone' }
  /** A character with Alt held. */
  | { readonly type: 'alt'; readonly length: number; readonly character: string }
  /** CSI or SS3, from its ESC to its final byte. */
  | {
      readonly type: 'sequence';
      readonly length: number;
      readonly text: string;
      readonly hasAlt: boolean;
    }
  /** Something a terminal said that nobody here needs. */
  | { readonly type: 'ignored'; readonly length: number };

const ESC = '\u001b';

/** No sequence of a keyboard is longer; what goes on is not one. */
const MAX_CSI_LENGTH = 128;

/** Replies as long as this are not asked for here. */
const MAX_STRING_LENGTH = 65_536;

/** Introducers of OSC, DCS, SOS, PM and APC strings, as the character behind ESC. */
const STRING_INTRODUCERS = ']PX^_';

/**
 * Looks at the beginning of a text.
 *
 * @param text - Starts with ESC.
 */
export function scanEscape(text: string): EscapeScan {
  const next = text[1];
  if (next === undefined) return { type: 'incomplete' };
  if (next === ESC) return scanDoubleEscape(text);
  if (next === '[') return scanCsi(text);
  if (next === 'O') return scanSs3(text);
  if (STRING_INTRODUCERS.includes(next)) return scanString(text);
  return alt(text);
}

/** Some terminals put a second ESC in front of a sequence for Alt; else the first one was a key. */
function scanDoubleEscape(text: string): EscapeScan {
  const next = text[2];
  if (next === undefined) return { type: 'incomplete' };
  if (next !== '[' && next !== 'O') return { type: 'alone' };
  const found = scanEscape(text.slice(1));
  if (found.type === 'sequence') return { ...found, length: found.length + 1, hasAlt: true };
  return found.type === 'incomplete' ? found : { type: 'alone' };
}

function alt(text: string): EscapeScan {
  const character = String.fromCodePoint(text.codePointAt(1) ?? 0);
  return { type: 'alt', length: 1 + character.length, character };
}

const CSI_END = /[^0-?]/g;

function scanCsi(text: string): EscapeScan {
  // The Linux console sends ESC [ [ A to ESC [ [ E for F1 to F5.
  if (text[2] === '[') {
    return text.length < 4 ? { type: 'incomplete' } : { type: 'ignored', length: 4 };
  }
  CSI_END.lastIndex = 2;
  let end = CSI_END.exec(text)?.index ?? text.length;
  while (isBetween(text, end, ' ', '/')) end += 1;
  if (end >= MAX_CSI_LENGTH) return { type: 'ignored', length: MAX_CSI_LENGTH };
  if (end >= text.length) return { type: 'incomplete' };
  if (!isBetween(text, end, '@', '~')) return { type: 'ignored', length: end };
  // A mouse report of the oldest kind carries three more characters.
  if (text[end] === 'M' && end === 2) {
    return text.length < 6 ? { type: 'incomplete' } : { type: 'ignored', length: 6 };
  }
  return { type: 'sequence', length: end + 1, text: text.slice(0, end + 1), hasAlt: false };
}

function scanSs3(text: string): EscapeScan {
  if (text.length < 3) return { type: 'incomplete' };
  if (!isBetween(text, 2, '@', '~')) return alt(text);
  return { type: 'sequence', length: 3, text: text.slice(0, 3), hasAlt: false };
}

/** Up to BEL or ST. Another control character says that it was Alt with a key, and typing went on. */
function scanString(text: string): EscapeScan {
  let end = 2;
  while (end < text.length && end < MAX_STRING_LENGTH && !endsString(text.charCodeAt(end)))
    end += 1;
  if (end >= MAX_STRING_LENGTH) return { type: 'ignored', length: MAX_STRING_LENGTH };
  if (end >= text.length) return { type: 'incomplete' };
  const ending = text[end];
  if (ending === '\u0007' || ending === '\u009c') return { type: 'ignored', length: end + 1 };
  if (ending !== ESC) return alt(text);
  if (end + 1 >= text.length) return { type: 'incomplete' };
  return text[end + 1] === '\\' ? { type: 'ignored', length: end + 2 } : alt(text);
}

function endsString(code: number): boolean {
  return code < 0x20 || code === 0x9c;
}

function isBetween(text: string, at: number, low: string, high: string): boolean {
  const character = text[at];
  return character !== undefined && character >= low && character <= high;
}
