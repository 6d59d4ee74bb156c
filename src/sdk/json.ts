import type { JsonObject, JsonValue } from '../protocol/json.ts';

/** One step into a JSON value: a member's name or an element's index. */
export type JsonStep = string | number;

/** Parses JSON text; `undefined` when it is not JSON (such as a proxy's HTML page). */
export function parseJson(text: string): JsonValue | undefined {
  try {
    // JSON.parse returns nothing but JSON values.
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/**
 * Walks into foreign JSON, leniently: a missing member, a wrong type on the way or an inherited
 * name such as `constructor` all read as `undefined`.
 */
export function valueAt(
  value: JsonValue | undefined,
  ...path: readonly JsonStep[]
): JsonValue | undefined {
  let current = value;
  for (const step of path) current = member(current, step);
  return current;
}

/** The text at a path; any other type is `undefined`. */
export function stringAt(
  value: JsonValue | undefined,
  ...path: readonly JsonStep[]
): string | undefined {
  const found = valueAt(value, ...path);
  return typeof found === 'string' ? found : undefined;
}

/** The number at a path; any other type is `undefined`. */
export function numberAt(
  value: JsonValue | undefined,
  ...path: readonly JsonStep[]
): number | undefined {
  const found = valueAt(value, ...path);
  return typeof found === 'number' ? found : undefined;
}

/** A counter at a path: an integer from 0 that is exact in a double. Anything else is no news. */
export function countAt(
  value: JsonValue | undefined,
  ...path: readonly JsonStep[]
): number | undefined {
  const found = numberAt(value, ...path);
  return found !== undefined && Number.isSafeInteger(found) && found >= 0 ? found : undefined;
}

/** The boolean at a path; any other type is `undefined`. */
export function booleanAt(
  value: JsonValue | undefined,
  ...path: readonly JsonStep[]
): boolean | undefined {
  const found = valueAt(value, ...path);
  return typeof found === 'boolean' ? found : undefined;
}

/** The object at a path; any other type is `undefined`. */
export function objectAt(
  value: JsonValue | undefined,
  ...path: readonly JsonStep[]
): JsonObject | undefined {
  const found = valueAt(value, ...path);
  return isJsonObject(found) ? found : undefined;
}

/** The elements at a path; empty when there is no array. */
export function arrayAt(
  value: JsonValue | undefined,
  ...path: readonly JsonStep[]
): readonly JsonValue[] {
  const found = valueAt(value, ...path);
  return isJsonArray(found) ? found : [];
}

/** Whether a value is a JSON object, not an array and not null. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !isJsonArray(value);
}

/** `Array.isArray` that keeps the element type of a readonly array. */
export function isJsonArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function member(value: JsonValue | undefined, step: JsonStep): JsonValue | undefined {
  if (typeof step === 'number') return isJsonArray(value) ? value.at(step) : undefined;
  return isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}
