/**
 * A writer of DER, the byte form of ASN.1 (ITU-T X.690), as far as a certificate needs it. Each
 * function returns one whole element: tag, length, content.
 */

const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectIdentifier: 0x06,
  utf8String: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/** Elements in order. */
export function sequence(...elements: readonly Uint8Array[]): Uint8Array {
  return element(TAG.sequence, concat(elements));
}

/** A set; with one element, the only case here, its order needs no care. */
export function setOfOne(item: Uint8Array): Uint8Array {
  return element(TAG.set, item);
}

/** A constructed element under a context tag, such as `[3] EXPLICIT`. */
export function explicit(tag: number, inner: Uint8Array): Uint8Array {
  return element(0xa0 | tag, inner);
}

/** Plain bytes under a context tag, such as `[2] IMPLICIT IA5String`. */
export function implicit(tag: number, content: Uint8Array): Uint8Array {
  return element(0x80 | tag, content);
}

/** A non-negative integer, most significant byte first. */
export function unsignedInteger(bytes: Uint8Array): Uint8Array {
  const start = bytes.findIndex((byte) => byte !== 0);
  const significant = start < 0 ? Uint8Array.of(0) : bytes.subarray(start);
  // A set top bit would make it negative.
  const isHigh = ((significant[0] ?? 0) & 0x80) !== 0;
  return element(TAG.integer, isHigh ? concat([Uint8Array.of(0), significant]) : significant);
}

export function boolean(value: boolean): Uint8Array {
  return element(TAG.boolean, Uint8Array.of(value ? 0xff : 0));
}

export function octetString(content: Uint8Array): Uint8Array {
  return element(TAG.octetString, content);
}

/** A bit string; `unusedBits` of the last byte do not count. */
export function bitString(content: Uint8Array, unusedBits = 0): Uint8Array {
  return element(TAG.bitString, concat([Uint8Array.of(unusedBits), content]));
}

export function utf8String(text: string): Uint8Array {
  return element(TAG.utf8String, Buffer.from(text, 'utf8'));
}

/** An object identifier in dotted form, such as `2.5.4.3`. */
export function objectIdentifier(dotted: string): Uint8Array {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const content = [first * 40 + second, ...rest].flatMap(base128);
  return element(TAG.objectIdentifier, Uint8Array.from(content));
}

/** A time to the second: two-digit years until 2049, four digits after (RFC 5280 §4.1.2.5). */
export function time(timeMs: number): Uint8Array {
  const digits = new Date(timeMs).toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  return new Date(timeMs).getUTCFullYear() < 2050
    ? element(TAG.utcTime, Buffer.from(digits.slice(2), 'latin1'))
    : element(TAG.generalizedTime, Buffer.from(digits, 'latin1'));
}

function element(tag: number, content: Uint8Array): Uint8Array {
  return concat([Uint8Array.of(tag, ...lengthOf(content.length)), content]);
}

function lengthOf(length: number): readonly number[] {
  if (length < 0x80) return [length];
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return [0x80 | bytes.length, ...bytes];
}

function base128(value: number): readonly number[] {
  const digits = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) {
    digits.unshift((rest % 128) | 0x80);
  }
  return digits;
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(parts);
}
