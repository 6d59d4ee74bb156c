import type { JsonObject } from '../protocol/json.ts';

/** Whether a part of a record is an object: what was parsed as JSON is JSON, so its objects are. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
