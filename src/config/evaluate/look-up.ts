/** `collection[key]` and `object.name`. */
import { convert, primitiveText } from '../convert.ts';
import { compare, type Decimal, isInteger, toDouble, ZERO } from './decimal.ts';
import { NUMBER, typeName } from './type.ts';
import { typeOf } from './type-of.ts';
import { UNKNOWN, type Value } from './value.ts';

/** A value, or why there is none, in HCL's words. */
export type LookUp =
  | { readonly value: Value }
  | { readonly summary: string; readonly detail: string };

export function lookUpKey(collection: Value, key: Value): LookUp {
  if (collection.type === 'null') {
    return {
      summary: 'Attempt to index null value',
      detail: 'This value is null, so it does not have any indices.',
    };
  }
  if (key.type === 'null') return invalidIndex("Can't use a null value as an indexing key.");
  const type = typeOf(collection);
  if (type.kind === 'dynamic' || typeOf(key).kind === 'dynamic') return { value: UNKNOWN };
  switch (type.kind) {
    case 'tuple':
    case 'list':
      return lookUpItem(collection, key);
    case 'map':
    case 'object':
      return lookUpEntry(collection, key);
    default:
      return invalidIndex('This value does not have any indices.');
  }
}

function invalidIndex(detail: string): LookUp {
  return { summary: 'Invalid index', detail };
}

function noElement(reason: string): LookUp {
  return invalidIndex(
    `The given key does not identify an element in this collection value${reason}.`,
  );
}

/** What is looked up in something unknown is unknown. */
function unknownPart(collection: Value): LookUp {
  const type = typeOf(collection);
  const of = type.kind === 'list' || type.kind === 'map' ? type.element : undefined;
  return { value: { type: 'unknown', of } };
}

function lookUpItem(collection: Value, key: Value): LookUp {
  const converted = convert(key, NUMBER);
  if (!converted.ok) return noElement(`: ${converted.reason}`);
  const index = converted.value;
  if (collection.type !== 'tuple' || index.type !== 'number') return unknownPart(collection);
  const { items } = collection;
  const fault = indexFault(index.value, items.length);
  const value = fault === undefined ? items[toDouble(index.value)] : undefined;
  return value === undefined ? noElement(fault ?? '') : { value };
}

function indexFault(index: Decimal, length: number): string | undefined {
  if (!isInteger(index)) {
    return ': indexing a sequence requires a whole number, but the given index has a fractional part';
  }
  if (compare(index, ZERO) < 0) {
    return ': a negative number is not a valid index for a sequence';
  }
  if (length === 0) return ': the collection has no elements';
  if (toDouble(index) < length) return undefined;
  return ': the given index is greater than or equal to the length of the collection';
}

function lookUpEntry(collection: Value, key: Value): LookUp {
  const isNumber = typeOf(key).kind === 'number';
  if (key.type === 'tuple' || key.type === 'object') return noElement(': string required');
  const name = primitiveText(key);
  if (collection.type !== 'object' || name === undefined) return unknownPart(collection);
  const value = collection.entries.get(name.normalize('NFC')) ?? collection.entries.get(name);
  if (value !== undefined) return { value };
  if (isNumber && collection.elementType === undefined) {
    return invalidIndex(
      'The given key does not identify an element in this collection value. An object only supports looking up attributes by name, not by numeric index.',
    );
  }
  return noElement('');
}

export function lookUpName(target: Value, name: string): LookUp {
  if (target.type === 'null') {
    return {
      summary: 'Attempt to get attribute from null value',
      detail: 'This value is null, so it does not have any attributes.',
    };
  }
  const type = typeOf(target);
  const unsupported = (detail: string): LookUp => ({ summary: 'Unsupported attribute', detail });
  switch (type.kind) {
    case 'dynamic':
      return { value: UNKNOWN };
    case 'map':
    case 'object':
      return lookUpAttribute(target, name);
    case 'list':
      return unsupported(listHint(type.element, name));
    case 'tuple':
      return unsupported('This value does not have any attributes.');
    default:
      return unsupported(`Can't access attributes on a primitive-typed value (${typeName(type)}).`);
  }
}

function lookUpAttribute(target: Value, name: string): LookUp {
  const type = typeOf(target);
  const isMap = type.kind === 'map';
  if (target.type !== 'object') {
    if (type.kind !== 'object') return unknownPart(target);
    const of = type.attributes.get(name);
    if (of !== undefined) return { value: { type: 'unknown', of } };
  } else {
    const value = target.entries.get(name);
    if (value !== undefined) return { value };
  }
  const quoted = JSON.stringify(name);
  return isMap
    ? {
        summary: 'Missing map element',
        detail: `This map does not have an element with the key ${quoted}.`,
      }
    : {
        summary: 'Unsupported attribute',
        detail: `This object does not have an attribute named ${quoted}.`,
      };
}

function listHint(element: ReturnType<typeof typeOf>, name: string): string {
  if (element.kind !== 'object') return 'This value does not have any attributes.';
  return element.attributes.has(name)
    ? `Can't access attributes on a list of objects. Did you mean to access attribute ${JSON.stringify(name)} for a specific element of the list, or across all elements of the list?`
    : "Can't access attributes on a list of objects. Did you mean to access an attribute for a specific element of the list, or across all elements of the list?";
}
