import type { JsonValue } from '../protocol/json.ts';

/** @returns `undefined` for what is no JSON. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue; // what JSON.parse gives is JSON
  } catch {
    return undefined;
  }
}
