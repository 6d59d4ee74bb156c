import { DYNAMIC, mapValues, type Type } from './type.ts';
import type { Value } from './value.ts';

/** What conversions and comparisons take a value for. */
export function typeOf(value: Value): Type {
  switch (value.type) {
    case 'null':
    case 'unknown':
      return value.of ?? DYNAMIC;
    case 'string':
    case 'number':
    case 'bool':
      return { kind: value.type };
    case 'tuple':
      return value.elementType === undefined
        ? { kind: 'tuple', items: value.items.map(typeOf) }
        : { kind: 'list', element: value.elementType };
    case 'object':
      return value.elementType === undefined
        ? { kind: 'object', attributes: mapValues(value.entries, typeOf) }
        : { kind: 'map', element: value.elementType };
  }
}
