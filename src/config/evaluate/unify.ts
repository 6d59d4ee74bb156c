/** The type that two branches of a conditional have in common, by HCL's rules. */
import { DYNAMIC, type Type } from './type.ts';

/**
 * Whether values of one type can become another. Where that depends on the value, such as a number
 * in a string, the answer is yes.
 */
export function canConvert(from: Type, to: Type): boolean {
  if (from.kind === 'dynamic') return true;
  switch (to.kind) {
    case 'dynamic':
      return true;
    case 'string':
      return from.kind === 'number' || from.kind === 'bool' || from.kind === 'string';
    case 'number':
    case 'bool':
      return from.kind === 'string' || from.kind === to.kind;
    case 'tuple':
      return from.kind === 'tuple' && everyItem(from.items, to.items);
    case 'object':
      return canBecomeObject(from, to.attributes);
    case 'list':
      if (from.kind === 'list') return canConvert(from.element, to.element);
      return from.kind === 'tuple' && canBecomeElements(from.items, to);
    case 'map':
      if (from.kind === 'map') return canConvert(from.element, to.element);
      return from.kind === 'object' && canBecomeElements([...from.attributes.values()], to);
  }
}

type Collection = Extract<Type, { kind: 'list' | 'map' }>;

function canBecomeElements(parts: readonly Type[], to: Collection): boolean {
  const common = commonElement(parts, to);
  return common !== undefined && parts.every((part) => canConvert(part, common));
}

/** Where any element type will do, the one that the parts have in common. */
export function commonElement(
  parts: readonly Type[],
  { kind, element }: Collection,
): Type | undefined {
  if (element.kind !== 'dynamic' || parts.length === 0) return element;
  const common = unify(parts);
  // A list can not be of what is not known, a map can.
  const isOpen = common?.kind === 'dynamic' && parts.some((part) => part.kind !== 'dynamic');
  return isOpen && kind === 'list' ? undefined : common;
}

function everyItem(from: readonly Type[], to: readonly Type[]): boolean {
  return (
    from.length === to.length && from.every((item, index) => canConvert(item, to[index] ?? DYNAMIC))
  );
}

function canBecomeObject(from: Type, attributes: ReadonlyMap<string, Type>): boolean {
  if (from.kind === 'map') {
    return [...attributes.values()].every((attribute) => canConvert(from.element, attribute));
  }
  if (from.kind !== 'object') return false;
  return [...attributes].every(([name, attribute]) => {
    const own = from.attributes.get(name);
    return own !== undefined && canConvert(own, attribute);
  });
}

type TypeOf<Kind extends Type['kind']> = Extract<Type, { kind: Kind }>;

/** The type that all of these can become; `undefined` when there is none. */
export function unify(types: readonly Type[]): Type | undefined {
  const known = types.filter((type) => type.kind !== 'dynamic');
  const hasDynamic = known.length < types.length;
  const all = (...kinds: Type['kind'][]): boolean =>
    known.length > 0 && known.every(({ kind }) => kinds.includes(kind));
  const has = (kind: Type['kind']): boolean => known.some((type) => type.kind === kind);

  if (all('map') || all('list') || all('object') || all('tuple')) {
    return hasDynamic ? DYNAMIC : unifyAlike(known);
  }
  if (all('map', 'object')) return unifyStructures(known, 'map') ?? preferred(types);
  if (all('list', 'tuple')) return unifyStructures(known, 'list') ?? preferred(types);
  if (has('object') && has('tuple')) return undefined;
  return preferred(types);
}

function unifyAlike(types: readonly Type[]): Type | undefined {
  const objects = types.filter((type) => type.kind === 'object');
  if (objects.length > 0) return unifyObjects(objects);
  const tuples = types.filter((type) => type.kind === 'tuple');
  if (tuples.length > 0) return unifyTuples(tuples);
  const kind = types[0]?.kind === 'map' ? 'map' : 'list';
  return toCollection(types, kind);
}

/** Objects of the same keys unify key by key; others become a map. */
function unifyObjects(types: readonly TypeOf<'object'>[]): Type | undefined {
  const [first, ...others] = types.map((type) => type.attributes);
  if (first === undefined) return undefined;
  const sameKeys = others.every(
    (other) => other.size === first.size && [...other.keys()].every((name) => first.has(name)),
  );
  if (!sameKeys) return toCollection(types, 'map');
  const attributes = new Map<string, Type>();
  for (const name of first.keys()) {
    const unified = unify(types.map((type) => type.attributes.get(name) ?? DYNAMIC));
    if (unified === undefined) return undefined;
    attributes.set(name, unified);
  }
  const unified: Type = { kind: 'object', attributes };
  return types.every((type) => canConvert(type, unified)) ? unified : toCollection(types, 'map');
}

/** Tuples of the same length unify item by item; others become a list. */
function unifyTuples(types: readonly TypeOf<'tuple'>[]): Type | undefined {
  const length = types[0]?.items.length ?? 0;
  if (types.some((type) => type.items.length !== length)) return toCollection(types, 'list');
  const items: Type[] = [];
  for (let index = 0; index < length; index += 1) {
    const unified = unify(types.map((type) => type.items[index] ?? DYNAMIC));
    if (unified === undefined) return undefined;
    items.push(unified);
  }
  const unified: Type = { kind: 'tuple', items };
  return types.every((type) => canConvert(type, unified)) ? unified : toCollection(types, 'list');
}

function toCollection(types: readonly Type[], kind: 'list' | 'map'): Type | undefined {
  const element = unify(types.flatMap(elementTypes));
  if (element === undefined) return undefined;
  const unified: Type = { kind, element };
  return types.every((type) => canConvert(type, unified)) ? unified : undefined;
}

function elementTypes(type: Type): readonly Type[] {
  switch (type.kind) {
    case 'object':
      return [...type.attributes.values()];
    case 'tuple':
      return type.items;
    case 'list':
    case 'map':
      return [type.element];
    default:
      return [];
  }
}

/** Objects beside maps, or tuples beside lists: first among themselves, then with the others. */
function unifyStructures(types: readonly Type[], kind: 'list' | 'map'): Type | undefined {
  const structures = types.filter((type) => type.kind !== kind);
  const collections = types.filter((type) => type.kind === kind);
  const collection = toCollection(structures, kind);
  if (collection === undefined) return undefined;
  return toCollection([collection, ...collections], kind);
}

/** One of the types itself: a string before what can become one, all before what is not known. */
function preferred(types: readonly Type[]): Type | undefined {
  const rank = ({ kind }: Type): number => (kind === 'string' ? 0 : kind === 'dynamic' ? 2 : 1);
  const ordered = [...types].sort((left, right) => rank(left) - rank(right));
  return ordered.find((wanted) => types.every((type) => canConvert(type, wanted)));
}
