/** Types of values, as far as HCL's conversions and comparisons look at them. */
export type Type =
  /** Of `null` as written, and of what is not known at all. */
  | { readonly kind: 'dynamic' }
  | { readonly kind: 'string' | 'number' | 'bool' }
  | { readonly kind: 'tuple'; readonly items: readonly Type[] }
  | { readonly kind: 'object'; readonly attributes: ReadonlyMap<string, Type> }
  | { readonly kind: 'list' | 'map'; readonly element: Type };

export const DYNAMIC: Type = { kind: 'dynamic' };
export const STRING: Type = { kind: 'string' };
export const NUMBER: Type = { kind: 'number' };
export const BOOL: Type = { kind: 'bool' };

export function mapValues<From, To>(
  map: ReadonlyMap<string, From>,
  change: (value: From) => To,
): Map<string, To> {
  return new Map([...map].map(([key, value]) => [key, change(value)]));
}

export function typesEqual(left: Type, right: Type): boolean {
  if (left.kind === 'tuple' && right.kind === 'tuple') {
    return (
      left.items.length === right.items.length &&
      left.items.every((item, index) => typesEqual(item, right.items[index] ?? DYNAMIC))
    );
  }
  if (left.kind === 'object' && right.kind === 'object') {
    return (
      left.attributes.size === right.attributes.size &&
      [...left.attributes].every(([name, type]) => {
        const other = right.attributes.get(name);
        return other !== undefined && typesEqual(type, other);
      })
    );
  }
  if ((left.kind === 'list' || left.kind === 'map') && left.kind === right.kind) {
    return typesEqual(left.element, right.element);
  }
  return left.kind === right.kind;
}

/** In HCL's words: `list of string`. */
export function typeName(type: Type): string {
  if (type.kind === 'list' || type.kind === 'map') {
    return `${type.kind} of ${type.element.kind === 'dynamic' ? 'any type' : typeName(type.element)}`;
  }
  return type.kind;
}
