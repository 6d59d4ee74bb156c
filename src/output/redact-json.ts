import type { JsonObject, JsonValue } from '../protocol/json.ts';
import type { Redact } from '../protocol/redact.ts';

/** Texts and names anywhere below, before they are written: an escape inside would hide a secret. */
export function redactJson(value: JsonValue, redact: Redact): JsonValue {
  if (typeof value === 'string') return redact(value);
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map((item) => redactJson(item, redact));
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([name, item]) => [redact(name), redactJson(item, redact)]),
  );
}

/** `Array.isArray` does not narrow a readonly array. */
function isList(value: readonly JsonValue[] | JsonObject): value is readonly JsonValue[] {
  return Array.isArray(value);
}
