/** One string, number or bool: converted or not, then held to its rule. */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { AttributeRule } from './block-rules.ts';
import { convert, decimalToNumber, isInteger } from './convert.ts';
import type { Decimal } from './evaluate/decimal.ts';
import type { Value } from './evaluate/value.ts';
import { type FaultPlace, invalidEnum, notInteger, outOfRange, wrongType } from './faults.ts';
import type { ScalarValue } from './shape.ts';

type Known = Exclude<ScalarValue, { type: 'null' } | { type: 'unknown' }>;
type Scalar = string | number | boolean;
type Result = { readonly value: Scalar } | { readonly fault: Diagnostic };

/** Decodes a value that is known and not null. */
export function decodeScalar(
  value: Known,
  rule: AttributeRule,
  conversion: 'strict' | 'hcl',
  place: FaultPlace,
): Result {
  // A number beyond what a double holds is refused before a conversion could hide that.
  if (value.type === 'number' && decimalToNumber(value.value) === undefined) {
    return { fault: outOfRange(place, BEYOND_DOUBLE) };
  }
  const isNative = value.type === rule.type;
  const converted = isNative || conversion === 'strict' ? value : convertTo(value, rule.type);
  if (converted?.type !== rule.type) {
    const found = value.type === 'string' ? describeText(rule.type, conversion) : FOUND[value.type];
    return { fault: wrongType(place, expectedText(rule), found) };
  }
  switch (converted.type) {
    case 'number':
      return decodeNumber(converted.value, rule, place);
    case 'string':
      return decodeText(converted.value, rule, place);
    case 'bool':
      return { value: converted.value };
  }
}

const FOUND = { bool: 'a bool', number: 'a number', string: 'a string' } as const;

function describeText(expected: string, conversion: 'strict' | 'hcl'): string {
  const isReadable = conversion === 'hcl' && (expected === 'number' || expected === 'bool');
  return isReadable ? 'a string that can not be read as one' : FOUND.string;
}

/** HCL's own conversion, for the types that have one. */
function convertTo(value: Known, type: AttributeRule['type']): Known | undefined {
  if (type !== 'string' && type !== 'number' && type !== 'bool') return undefined;
  const converted = convert(value, { kind: type });
  return converted.ok && isKnown(converted.value) ? converted.value : undefined;
}

function isKnown(value: Value): value is Known {
  return value.type === 'string' || value.type === 'number' || value.type === 'bool';
}

/** What every number must be; a whole number beyond it would silently change. */
export const BEYOND_DOUBLE = 'a finite number, and no whole number beyond ±9007199254740991';

function decodeNumber(decimal: Decimal, rule: AttributeRule, place: FaultPlace): Result {
  const value = decimalToNumber(decimal);
  if (value === undefined) return { fault: outOfRange(place, BEYOND_DOUBLE) };
  if (rule.integer === true && !isInteger(decimal)) return { fault: notInteger(place) };
  const { minimum = -Infinity, maximum = Infinity, above = -Infinity } = rule;
  const isInside = value >= minimum && value <= maximum && value > above;
  return isInside ? { value } : { fault: outOfRange(place, allowedRange(rule)) };
}

function decodeText(value: string, rule: AttributeRule, place: FaultPlace): Result {
  if (rule.values !== undefined && !rule.values.includes(value)) {
    return { fault: invalidEnum(place, value, rule.values) };
  }
  if (rule.nonEmpty === true && value === '') {
    return { fault: outOfRange(place, 'a string that is not empty') };
  }
  return { value };
}

/** The range of a number in words; also for the docs. */
export function allowedRange(rule: AttributeRule): string {
  const noun = rule.integer === true ? 'a whole number' : 'a number';
  const { minimum, maximum, above } = rule;
  if (above !== undefined) return `${noun} above ${above}`;
  if (minimum !== undefined && maximum !== undefined)
    return `${noun} from ${minimum} to ${maximum}`;
  return minimum === undefined ? noun : `${noun} of at least ${minimum}`;
}

const EXPECTED: Readonly<Record<AttributeRule['type'], string>> = {
  string: 'a string',
  number: 'a number',
  bool: 'a bool (true or false)',
  list_string: 'a list of strings',
  list_number: 'a list of numbers',
  map_string: 'an object of strings',
  object: 'an object',
  json_object: 'an object',
  unspecified: 'a value',
};

/** What a rule asks for, such as `a list of strings`. */
export function expectedText(rule: AttributeRule): string {
  return EXPECTED[rule.type];
}
