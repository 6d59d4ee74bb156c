/** `{ key = value, … }`. */
import { primitiveText } from '../convert.ts';
import type { Expression } from '../syntax/ast.ts';
import { type Evaluator, invalid, type Scope } from './evaluator.ts';
import { UNKNOWN, type Value } from './value.ts';

type ObjectExpression = Extract<Expression, { type: 'object' }>;

export function evaluateObject(
  evaluator: Evaluator,
  { items }: ObjectExpression,
  scope: Scope,
): Value {
  const entries = new Map<string, Value>();
  let isKnown = true;
  for (const item of items) {
    const key = keyOf(evaluator, item.key, scope);
    const value = evaluator.evaluate(item.value, scope);
    if (key === undefined) isKnown = false;
    else if (entries.has(key)) reportDuplicate(evaluator, item.key, key);
    else entries.set(key, value);
  }
  return isKnown ? { type: 'object', entries } : UNKNOWN;
}

/** @returns `undefined` when the key is unknown or in error. */
function keyOf(evaluator: Evaluator, key: Expression, scope: Scope): string | undefined {
  if (isPath(key)) {
    evaluator.report(
      key.range,
      invalid(
        'Ambiguous attribute key',
        "If this expression is intended to be a reference, wrap it in parentheses. If it's instead intended as a literal name containing periods, wrap it in quotes to create a string literal.",
      ),
    );
    return undefined;
  }
  const { value, failed } = evaluator.attempt(key, scope);
  if (value.type === 'unknown' || failed) return undefined;
  const text = primitiveText(value);
  if (text !== undefined) return text;
  const fault =
    value.type === 'null'
      ? invalid('Null value as key', "Can't use a null value as a key.")
      : invalid('Incorrect key type', "Can't use this value as a key: string required.");
  evaluator.report(key.range, fault);
  return undefined;
}

/** `a.b` as a key may be meant as a name with a dot, or as a reference. */
function isPath(key: Expression): boolean {
  let root = key;
  while (root.type === 'attribute-access' || isConstantIndex(root)) root = root.target;
  return root !== key && root.type === 'variable';
}

function isConstantIndex(
  expression: Expression,
): expression is Extract<Expression, { type: 'index' }> {
  if (expression.type !== 'index') return false;
  const { key } = expression;
  if (key.type === 'number' || key.type === 'literal') return true;
  return key.type === 'template' && key.parts.length === 1 && key.parts[0]?.type === 'text';
}

function reportDuplicate(evaluator: Evaluator, key: Expression, name: string): void {
  const shown = evaluator.hidesValues ? 'This key' : `The key ${JSON.stringify(name)}`;
  evaluator.report(key.range, {
    code: 'duplicate-object-key',
    summary: 'Duplicate key in object',
    detail: `${shown} was already given in this object. Remove one of the two.`,
  });
}
