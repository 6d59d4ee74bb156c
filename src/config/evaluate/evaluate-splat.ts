/** `target[*]` and `target.*`. */
import type { Expression } from '../syntax/ast.ts';
import { type Evaluator, invalid, type Scope } from './evaluator.ts';
import { typeOf } from './type-of.ts';
import { UNKNOWN, type Value } from './value.ts';

type SplatExpression = Extract<Expression, { type: 'splat' }>;

/** A single value counts as a tuple of one, `null` as an empty one. */
export function evaluateSplat(
  evaluator: Evaluator,
  { target, each }: SplatExpression,
  scope: Scope,
): Value {
  const source = evaluator.attempt(target, scope);
  if (source.failed) return UNKNOWN;
  const { value } = source;
  const { kind } = typeOf(value);
  const isSequence = kind === 'tuple' || kind === 'list';
  if (value.type === 'null') return splatOfNull(evaluator, target, isSequence);
  if (kind === 'dynamic') return UNKNOWN;
  let isSound = true;
  const evaluateEach = (splatItem: Value): Value => {
    const item = evaluator.attempt(each, { ...scope, splatItem });
    isSound &&= !item.failed;
    return item.value;
  };
  const items = (value.type === 'tuple' ? value.items : isSequence ? [] : [value]).map(
    evaluateEach,
  );
  if (!isSound) return { type: 'unknown', of: { kind: 'tuple', items: items.map(typeOf) } };
  if (value.type === 'unknown') return UNKNOWN;
  if (value.type !== 'tuple' || value.elementType === undefined) return { type: 'tuple', items };
  const first = items[0] ?? evaluateEach({ type: 'unknown', of: value.elementType });
  return { type: 'tuple', items, elementType: typeOf(first) };
}

function splatOfNull(evaluator: Evaluator, target: Expression, isSequence: boolean): Value {
  if (!isSequence) return { type: 'tuple', items: [] };
  const detail = 'Splat expressions (with the * symbol) cannot be applied to null sequences.';
  evaluator.report(target.range, invalid('Splat of null value', detail));
  return UNKNOWN;
}
