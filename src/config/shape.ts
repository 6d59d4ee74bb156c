/**
 * Takes a value apart: literals item by item, so that each fault is told at its own place, all else
 * by evaluating it whole.
 */
import type { SourceRange } from '../diagnostics/source-range.ts';
import { decimalText } from './convert.ts';
import {
  type DecodeContext,
  evaluateTarget,
  type NamedTarget,
  placeOf,
  type Target,
} from './decode-context.ts';
import type { Value } from './evaluate/value.ts';
import { staticText } from './expression-parts.ts';
import { duplicateKey, faultAt } from './faults.ts';
import { joinPath } from './names.ts';
import { valueRange } from './places.ts';
import { MASK } from './secret.ts';
import type { Expression, ObjectItem } from './syntax/ast.ts';
import { childrenOf } from './syntax/walk.ts';

export type ScalarValue = Exclude<Value, { type: 'tuple' } | { type: 'object' }>;

export type Shape =
  | { readonly type: 'list'; readonly items: readonly Target[] }
  | { readonly type: 'object'; readonly entries: ReadonlyMap<string, NamedTarget> }
  | { readonly type: 'scalar'; readonly value: ScalarValue };

/** @returns `undefined` when evaluation failed; its errors are reported. */
export function shapeOf(target: Target, context: DecodeContext): Shape | undefined {
  if (target.source.type === 'value') {
    return shapeOfValue(target.source.value, target, target.source.hidesKeys);
  }
  const { expression } = target.source;
  if (expression.type === 'tuple') return listOf(expression.items, target);
  if (expression.type === 'object') return objectOf(expression.items, target, context);
  const value = evaluateTarget(expression, target, context);
  return value && shapeOfValue(value, target, readsVariable(expression));
}

function listOf(expressions: readonly Expression[], target: Target): Shape {
  const items = expressions.map((expression, index) => ({
    source: { type: 'expression', expression } as const,
    path: `${target.path}[${index}]`,
    range: expression.range,
  }));
  return { type: 'list', items };
}

function objectOf(
  items: readonly ObjectItem[],
  target: Target,
  context: DecodeContext,
): Shape | undefined {
  const entries = new Map<string, NamedTarget>();
  let isComplete = true;
  for (const item of items) {
    if (context.refused.has(item.value) && staticText(item.key) === undefined) continue;
    const name = keyOf(item.key, target, context);
    if (name === undefined) {
      isComplete = false;
      continue;
    }
    const entry = entryOf(item, name, target);
    const first = entries.get(name);
    if (first === undefined) entries.set(name, entry);
    else context.report(duplicateOf(entry, first.nameRange, context));
  }
  return isComplete || entries.size > 0 ? { type: 'object', entries } : undefined;
}

function entryOf({ key, value }: ObjectItem, name: string, target: Target): NamedTarget {
  const shownName = readsVariable(key) ? MASK : name;
  return {
    source: { type: 'expression', expression: value },
    path: joinPath(target.path, shownName),
    range: valueRange(key.range, value),
    shownName,
    nameRange: key.range,
  };
}

function duplicateOf(entry: NamedTarget, first: SourceRange, context: DecodeContext) {
  const place = { range: entry.nameRange, path: entry.path, context: context.context };
  return duplicateKey(place, entry.shownName, first.start.line);
}

function keyOf(key: Expression, target: Target, context: DecodeContext): string | undefined {
  const text = staticText(key);
  if (text !== undefined) return text;
  const value = evaluateTarget(key, target, context);
  if (value === undefined || value.type === 'unknown') return undefined;
  const name = keyText(value);
  if (name === undefined) {
    const place = { ...placeOf(target, context), range: key.range };
    context.report(
      faultAt(place, {
        code: 'invalid-expression',
        summary: 'Incorrect key type',
        detail: 'The key of an object must be a string, a number or a bool.',
      }),
    );
  }
  return name;
}

function keyText(value: Value): string | undefined {
  switch (value.type) {
    case 'string':
      return value.value;
    case 'bool':
      return String(value.value);
    case 'number':
      return decimalText(value.value);
    default:
      return undefined;
  }
}

function shapeOfValue(value: Value, target: Target, hidesKeys: boolean): Shape {
  if (value.type === 'tuple') {
    const items = value.items.map((item, index) => ({
      source: { type: 'value', value: item, hidesKeys } as const,
      path: `${target.path}[${index}]`,
      range: target.range,
    }));
    return { type: 'list', items };
  }
  if (value.type !== 'object') return { type: 'scalar', value };
  const entries = [...value.entries].map(([name, item]): [string, NamedTarget] => {
    const shownName = hidesKeys ? MASK : name;
    const source = { type: 'value', value: item, hidesKeys } as const;
    const path = joinPath(target.path, shownName);
    return [name, { source, path, range: target.range, shownName, nameRange: target.range }];
  });
  return { type: 'object', entries: new Map(entries) };
}

function readsVariable(expression: Expression): boolean {
  return expression.type === 'call' || childrenOf(expression).some(readsVariable);
}
