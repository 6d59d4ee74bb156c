/** `==` as HCL means it: without conversion, part by part. */
import { compare } from './decimal.ts';
import { type Type, typesEqual } from './type.ts';
import { typeOf } from './type-of.ts';
import type { Value } from './value.ts';

/** @returns `undefined` when that depends on a part that is not known. */
export function valuesEqual(left: Value, right: Value): boolean | undefined {
  if (left.type === 'unknown' || right.type === 'unknown') return unknownEqual(left, right);
  if (left.type === 'null' || right.type === 'null') return left.type === right.type;
  const leftType = typeOf(left);
  const rightType = typeOf(right);
  const isOpen = holdsUnknown(left) || holdsUnknown(right);
  if (isOpen && mayConform(leftType, rightType)) return undefined;
  if (!typesEqual(leftType, rightType)) return false;
  if (left.type === 'number' && right.type === 'number') {
    return compare(left.value, right.value) === 0;
  }
  if (left.type === 'tuple' && right.type === 'tuple') return itemsEqual(left.items, right.items);
  if (left.type === 'object' && right.type === 'object') {
    return entriesEqual(left.entries, right.entries);
  }
  return 'value' in left && 'value' in right && left.value === right.value;
}

/** An unknown may turn out null, which equals null of any type; else only its type can decide. */
function unknownEqual(left: Value, right: Value): false | undefined {
  if (left.type === 'null' || right.type === 'null') return undefined;
  if (left.type === 'unknown' && right.type === 'unknown') return undefined;
  return mayConform(typeOf(left), typeOf(right)) ? undefined : false;
}

/** Whether the types are equal, or may become so where one of them is not known. */
function mayConform(left: Type, right: Type): boolean {
  if (left.kind === 'dynamic' || right.kind === 'dynamic') return true;
  if (left.kind === 'tuple' && right.kind === 'tuple') {
    return (
      left.items.length === right.items.length &&
      left.items.every((item, index) => mayConform(item, right.items[index] ?? item))
    );
  }
  if (left.kind === 'object' && right.kind === 'object') {
    return (
      left.attributes.size === right.attributes.size &&
      [...left.attributes].every(([name, type]) => {
        const other = right.attributes.get(name);
        return other !== undefined && mayConform(type, other);
      })
    );
  }
  return typesEqual(left, right);
}

function holdsUnknown(value: Value): boolean {
  if (value.type === 'tuple') return value.items.some(holdsUnknown);
  if (value.type === 'object') return [...value.entries.values()].some(holdsUnknown);
  return value.type === 'unknown' && value.of === undefined;
}

function itemsEqual(left: readonly Value[], right: readonly Value[]): boolean | undefined {
  if (left.length !== right.length) return false;
  return allEqual(left.map((item, index) => [item, right[index]]));
}

function entriesEqual(
  left: ReadonlyMap<string, Value>,
  right: ReadonlyMap<string, Value>,
): boolean | undefined {
  if (left.size !== right.size) return false;
  return allEqual([...left].map(([key, value]) => [value, right.get(key)]));
}

function allEqual(pairs: readonly (readonly [Value, Value | undefined])[]): boolean | undefined {
  let isKnown = true;
  for (const [left, right] of pairs) {
    const equal = right === undefined ? false : valuesEqual(left, right);
    if (equal === false) return false;
    if (equal === undefined) isKnown = false;
  }
  return isKnown ? true : undefined;
}
