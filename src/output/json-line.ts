import type { JsonValue } from '../protocol/json.ts';

/**
 * DEL, C1, bidi controls and line separators, which `JSON.stringify` leaves as they are. JSON may
 * be read on a terminal; inside a string an escape means the same.
 */
const UNESCAPED = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** One JSON document on one line, with its newline. */
export function jsonLine(value: JsonValue): string {
  return `${jsonText(value)}\n`;
}

/** @param indent - Blanks a level; without it all stands on one line. */
export function jsonText(value: JsonValue, indent?: number): string {
  return JSON.stringify(value, undefined, indent).replace(UNESCAPED, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
