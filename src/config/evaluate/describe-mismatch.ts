import { compareCodePoints } from './compare-code-points.ts';
import { type Type, typeName, typesEqual } from './type.ts';

/**
 * Why two branches of a conditional have no type in common, in HCL's words and without a full stop.
 *
 * @param hidesNames - Keys of objects may hold secrets; then only the kinds are told.
 */
export function describeMismatch(whenTrue: Type, whenFalse: Type, hidesNames: boolean): string {
  const found = hidesNames ? undefined : describeParts(whenTrue, whenFalse);
  if (found !== undefined) return found;
  const trueName = typeName(whenTrue);
  const falseName = typeName(whenFalse);
  return trueName === falseName
    ? "At least one deeply-nested attribute or element is not compatible across both the 'true' and the 'false' value"
    : `The 'true' value is ${trueName}, but the 'false' value is ${falseName}`;
}

function describeParts(whenTrue: Type, whenFalse: Type): string | undefined {
  if (whenTrue.kind === 'object' && whenFalse.kind === 'object') {
    return describeAttributes(whenTrue.attributes, whenFalse.attributes);
  }
  if (whenTrue.kind === 'tuple' && whenFalse.kind === 'tuple') {
    return describeItems(whenTrue.items, whenFalse.items);
  }
  const isList = whenTrue.kind === 'list' && whenFalse.kind === 'list';
  const isMap = whenTrue.kind === 'map' && whenFalse.kind === 'map';
  if (!isList && !isMap) return undefined;
  const elements = whenTrue.element.kind;
  const isStructure = elements === 'object' || elements === 'tuple';
  if (!isStructure || whenFalse.element.kind !== elements) return undefined;
  const inner = describeMismatch(whenTrue.element, whenFalse.element, false);
  return `Mismatched ${whenTrue.kind} element types: ${inner}`;
}

type Attributes = ReadonlyMap<string, Type>;

function describeAttributes(whenTrue: Attributes, whenFalse: Attributes): string | undefined {
  const sorted = (attributes: Attributes) => [...attributes.keys()].sort(compareCodePoints);
  for (const name of sorted(whenTrue)) {
    const type = whenTrue.get(name);
    const other = whenFalse.get(name);
    const quoted = JSON.stringify(name);
    if (other === undefined || type === undefined) {
      return `The 'true' value includes object attribute ${quoted}, which is absent in the 'false' value`;
    }
    if (!typesEqual(type, other)) {
      const inner = describeMismatch(type, other, false);
      return `Type mismatch for object attribute ${quoted}: ${inner}`;
    }
  }
  const absent = sorted(whenFalse).find((name) => !whenTrue.has(name));
  return absent === undefined
    ? undefined
    : `The 'false' value includes object attribute ${JSON.stringify(absent)}, which is absent in the 'true' value`;
}

function describeItems(whenTrue: readonly Type[], whenFalse: readonly Type[]): string | undefined {
  if (whenTrue.length !== whenFalse.length) {
    return `The 'true' tuple has length ${whenTrue.length}, but the 'false' tuple has length ${whenFalse.length}`;
  }
  for (const [index, type] of whenTrue.entries()) {
    const other = whenFalse[index];
    if (other === undefined || typesEqual(type, other)) continue;
    return `Type mismatch for tuple element ${index}: ${describeMismatch(type, other, false)}`;
  }
  return undefined;
}
