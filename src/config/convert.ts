/** HCL's conversions between its types, and from its decimal numbers to JavaScript's. */
import { type Decimal, isInBounds, isInteger, parseDecimal, toDouble } from './evaluate/decimal.ts';
import { mapValues, STRING, type Type, typeName, typesEqual } from './evaluate/type.ts';
import { typeOf } from './evaluate/type-of.ts';
import { canConvert, commonElement } from './evaluate/unify.ts';
import { boolValue, numberValue, stringValue, type Value } from './evaluate/value.ts';

export type Conversion =
  | { readonly ok: true; readonly value: Value }
  /** In HCL's words, such as `a number is required`; never quotes the value. */
  | { readonly ok: false; readonly reason: string };

/**
 * Converts by HCL's rules: numbers and booleans from and to their text, tuples to lists, objects to
 * maps, part by part. What is unknown or null stays so, but gets the type.
 */
export function convert(value: Value, to: Type): Conversion {
  const from = typeOf(value);
  if (typesEqual(from, to)) return { ok: true, value };
  if (!canConvert(from, to)) return failure(`${typeName(to)} required`);
  const isOpen = value.type === 'unknown' || value.type === 'null';
  if (isOpen && to.kind !== 'dynamic') return { ok: true, value: { type: value.type, of: to } };
  switch (to.kind) {
    case 'dynamic':
      return { ok: true, value };
    case 'string':
    case 'number':
    case 'bool':
      return convertPrimitive(value, to.kind);
    case 'tuple':
    case 'list':
      return value.type === 'tuple' ? convertItems(value.items, to) : failure('list required');
    case 'object':
    case 'map':
      return value.type === 'object' ? convertEntries(value.entries, to) : failure('map required');
  }
}

/** As text: a number in decimal notation without exponent. `undefined` for all but primitives. */
export function primitiveText(value: Value): string | undefined {
  const { type } = value;
  if (type !== 'string' && type !== 'number' && type !== 'bool') return undefined;
  const converted = convert(value, STRING);
  return converted.ok && converted.value.type === 'string' ? converted.value.value : undefined;
}

/**
 * Decimal notation without exponent: `1000` for 1e3. Of a quotient that does not end, the digits of
 * the nearest double.
 */
export function decimalText(value: Decimal): string {
  const shown = value.isRounded === true ? parseDecimal(String(toDouble(value))) : value;
  const { coefficient, exponent } = shown ?? value;
  const sign = coefficient < 0n ? '-' : '';
  const digits = (coefficient < 0n ? -coefficient : coefficient).toString();
  if (exponent >= 0) return sign + digits + '0'.repeat(exponent);
  const padded = digits.padStart(1 - exponent, '0');
  return `${sign}${padded.slice(0, exponent)}.${padded.slice(exponent)}`;
}

/**
 * The nearest double.
 *
 * @returns `undefined` when there is none to be trusted: an infinite result, or an integer beyond
 *   2^53 − 1, which a double can not tell from its neighbours.
 */
export function decimalToNumber(value: Decimal): number | undefined {
  const double = toDouble(value);
  if (!Number.isFinite(double)) return undefined;
  return isInteger(value) && !Number.isSafeInteger(double) ? undefined : double + 0;
}

export { isInteger } from './evaluate/decimal.ts';

function failure(reason: string): Conversion {
  return { ok: false, reason };
}

function convertPrimitive(value: Value, to: 'string' | 'number' | 'bool'): Conversion {
  if (value.type === 'number' && to === 'string') return text(decimalText(value.value));
  if (value.type === 'bool' && to === 'string') return text(String(value.value));
  if (value.type !== 'string') return failure(`${to} required`);
  return to === 'number' ? textToNumber(value.value) : textToBool(value.value);
}

function text(value: string): Conversion {
  return { ok: true, value: stringValue(value) };
}

function textToNumber(value: string): Conversion {
  const decimal = parseDecimal(value);
  if (decimal === undefined) return failure('a number is required');
  if (!isInBounds(decimal)) return failure('the number is too large or too small');
  return { ok: true, value: numberValue(decimal) };
}

function textToBool(value: string): Conversion {
  if (value === 'true' || value === '1') return { ok: true, value: boolValue(true) };
  if (value === 'false' || value === '0') return { ok: true, value: boolValue(false) };
  const lower = value.toLowerCase();
  const isMiswritten = lower === 'true' || lower === 'false';
  const hint = isMiswritten ? `; to convert from string, use lowercase "${lower}"` : '';
  return failure(`a bool is required${hint}`);
}

function convertItems(
  items: readonly Value[],
  to: Extract<Type, { kind: 'tuple' } | { kind: 'list' | 'map' }>,
): Conversion {
  const converted: Value[] = [];
  const element = to.kind === 'tuple' ? undefined : commonElement(items.map(typeOf), to);
  for (const [index, item] of items.entries()) {
    const wanted = to.kind === 'tuple' ? to.items[index] : element;
    const result = wanted === undefined ? failure('tuple required') : convert(item, wanted);
    if (!result.ok) return result;
    converted.push(result.value);
  }
  return { ok: true, value: { type: 'tuple', items: converted, elementType: element } };
}

function convertEntries(
  entries: ReadonlyMap<string, Value>,
  to: Extract<Type, { kind: 'object' } | { kind: 'list' | 'map' }>,
): Conversion {
  const types = [...entries.values()].map(typeOf);
  const element = to.kind === 'object' ? undefined : commonElement(types, to);
  const wanted =
    to.kind === 'object' ? to.attributes : mapValues(entries, () => element ?? to.element);
  const converted = new Map<string, Value>();
  for (const [name, type] of wanted) {
    const entry = entries.get(name);
    if (entry === undefined) return failure('the map has no element for a required attribute');
    const result = convert(entry, type);
    if (!result.ok) return result;
    converted.set(name, result.value);
  }
  return { ok: true, value: { type: 'object', entries: converted, elementType: element } };
}
