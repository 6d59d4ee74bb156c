// A JSON Schema as the vendor takes it. Its mechanism knows a part of the language and refuses the rest
// with a 400: bounds of numbers, texts and lists go into the description, where the model reads them;
// whoever asked checks the answer by the schema itself.
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
} from 'agent-hcl/sdk';
import { invalidRequest } from './errors.ts';

/** @throws ModelFailure - `invalid_request`: the text is no JSON object. */
export function vendorSchema(text: string): JsonObject {
  const schema = parseJson(text);
  if (!isJsonObject(schema)) throw invalidRequest('the response schema is not a JSON object');
  const { $schema: _, ...rules } = schema;
  return taken(rules);
}

/** Words whose value is a schema, a list of them, or schemas by names of the user's own. */
const ONE = new Set(['items', 'additionalProperties', 'not', 'if', 'then', 'else']);
const SEVERAL = new Set(['anyOf', 'allOf', 'prefixItems']);
const NAMED = new Set(['properties', '$defs', 'definitions']);

const BOUNDS = new Set([
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minLength', 'maxLength', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties'],
]);
const FORMATS = new Set([
  ...['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'uri', 'ipv4', 'ipv6', 'uuid'],
]);

/** Only where a schema stands: a property may well be called `minimum`, and an example is data. */
function taken(schema: JsonObject): JsonObject {
  const entries = Object.entries(schema);
  const told = entries.filter(([word, value]) => isOnlyTold(word, value));
  const kept = entries
    .filter(([word, value]) => !isOnlyTold(word, value))
    .map(([word, value]): [string, JsonValue] =>
      // One of several is not known; any of them is, and the answer is checked all the same.
      word === 'oneOf' ? ['anyOf', takenWithin('anyOf', value)] : [word, takenWithin(word, value)],
    );
  return { ...Object.fromEntries(kept), ...closing(schema), ...description(schema, told) };
}

function isOnlyTold(word: string, value: JsonValue): boolean {
  if (word === 'minItems') return value !== 0 && value !== 1;
  if (word === 'format') return typeof value !== 'string' || !FORMATS.has(value);
  return BOUNDS.has(word);
}

function takenWithin(word: string, value: JsonValue): JsonValue {
  if (ONE.has(word)) return isJsonObject(value) ? taken(value) : value;
  if (SEVERAL.has(word) && isJsonArray(value)) {
    return value.map((each) => (isJsonObject(each) ? taken(each) : each));
  }
  if (!NAMED.has(word) || !isJsonObject(value)) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([name, each]) => [name, isJsonObject(each) ? taken(each) : each]),
  );
}

/** Taken are only objects that say that nothing else may be in them. */
function closing(schema: JsonObject): JsonObject {
  const { type } = schema;
  const isObject = type === 'object' || (isJsonArray(type) && type.includes('object'));
  const isOpen = isObject && !Object.hasOwn(schema, 'additionalProperties');
  return isOpen ? { additionalProperties: false } : {};
}

function description(schema: JsonObject, told: readonly [string, JsonValue][]): JsonObject {
  if (told.length === 0) return {};
  const bounds = told.map(([word, value]) => `${word}: ${JSON.stringify(value)}`).join(', ');
  const { description: given } = schema;
  return { description: typeof given === 'string' ? `${given} (${bounds})` : bounds };
}
