/** Complete CSI and SS3 sequences of a keyboard → keys; everything else a terminal sends → nothing. */
import {
  type InputEvent,
  type KeyName,
  keyEvent,
  type Modifiers,
  NO_MODIFIERS,
} from './input-event.ts';

const BY_FINAL: Readonly<Record<string, KeyName>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  H: 'home',
  F: 'end',
};

const BY_NUMBER: Readonly<Record<number, KeyName>> = {
  1: 'home',
  2: 'insert',
  3: 'delete',
  4: 'end',
  5: 'page-up',
  6: 'page-down',
  7: 'home',
  8: 'end',
};

/** Code points of named keys in `CSI … u` and `CSI 27 ; … ~`; the keypad has ones of its own. */
const BY_CODE: Readonly<Record<number, KeyName>> = {
  8: 'backspace',
  9: 'tab',
  13: 'enter',
  27: 'escape',
  127: 'backspace',
  57414: 'enter',
  57417: 'left',
  57418: 'right',
  57419: 'up',
  57420: 'down',
  57421: 'page-up',
  57422: 'page-down',
  57423: 'home',
  57424: 'end',
  57425: 'insert',
  57426: 'delete',
};

/** First code point of the keypad's digits in the kitty protocol. */
const KEYPAD_ZERO = 57399;

const KEY_RELEASE = 3;

/** Super, hyper and meta: keys of the window system that mean nothing here. */
const FOREIGN_MODIFIER_BITS = 8 | 16 | 32;

/** Printable characters; surrogates and the private codes of functional keys are none. */
const CHARACTER = /^[^\p{C}\p{Zl}\p{Zp}]$/u;

/**
 * Decodes one complete sequence.
 *
 * @param sequence - From ESC to its final byte.
 * @param hasAlt - Another ESC stood in front of it.
 * @returns `undefined` for reports and keys nobody asked for.
 */
export function decodeSequence(sequence: string, hasAlt = false): InputEvent | undefined {
  const final = sequence.at(-1) ?? '';
  if (sequence.startsWith('\u001bO')) {
    return named(final === 'M' ? 'enter' : BY_FINAL[final], withAlt(NO_MODIFIERS, hasAlt));
  }
  const body = sequence.slice(2, -1);
  if (body.startsWith('?')) {
    return final === 'u' ? { type: 'kitty-supported' } : undefined;
  }
  if (!/^[\d;:]*$/.test(body)) return undefined;
  const fields = body.split(';').map((field) => field.split(':').map(Number));
  const bits = Math.max(0, (fields[1]?.[0] ?? 1) - 1);
  if (fields[1]?.[1] === KEY_RELEASE || (bits & FOREIGN_MODIFIER_BITS) !== 0) return undefined;
  const modifiers = withAlt(readModifiers(bits), hasAlt);
  return decodeFields(final, fields, modifiers);
}

function decodeFields(
  final: string,
  fields: readonly (readonly number[])[],
  modifiers: Modifiers,
): InputEvent | undefined {
  const first = fields[0]?.[0] ?? 0;
  switch (final) {
    case 'u':
      return fromCode(first, modifiers);
    case '~':
      // modifyOtherKeys of xterm: CSI 27 ; modifiers ; code ~
      if (first === 27) return fromCode(fields[2]?.[0] ?? 0, modifiers);
      return named(BY_NUMBER[first], modifiers);
    case 'Z':
      return keyEvent('tab', { ...modifiers, shift: true });
    default:
      return named(BY_FINAL[final], modifiers);
  }
}

function fromCode(code: number, modifiers: Modifiers): InputEvent | undefined {
  const name = BY_CODE[code];
  if (name !== undefined) return keyEvent(name, modifiers);
  const digit = code - KEYPAD_ZERO;
  if (digit >= 0 && digit <= 9) return { type: 'text', text: String(digit) };
  if (code > 0x10ffff) return undefined;
  const text = String.fromCodePoint(code);
  if (!CHARACTER.test(text)) return undefined;
  if (modifiers.ctrl || modifiers.alt) return keyEvent(text.toLowerCase(), modifiers);
  return { type: 'text', text: modifiers.shift ? text.toUpperCase() : text };
}

function named(name: KeyName | undefined, modifiers: Modifiers): InputEvent | undefined {
  return name === undefined ? undefined : keyEvent(name, modifiers);
}

/** Modifiers travel as one more than these bits: shift 1, alt 2, ctrl 4. */
function readModifiers(bits: number): Modifiers {
  return { shift: (bits & 1) !== 0, alt: (bits & 2) !== 0, ctrl: (bits & 4) !== 0 };
}

function withAlt(modifiers: Modifiers, hasAlt: boolean): Modifiers {
  return hasAlt ? { ...modifiers, alt: true } : modifiers;
}
