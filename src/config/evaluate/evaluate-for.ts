/** `for` expressions, and `%{for}` in templates. */
import { convert, primitiveText } from '../convert.ts';
import type { Expression } from '../syntax/ast.ts';
import { compareCodePoints } from './compare-code-points.ts';
import { parseDecimal, ZERO } from './decimal.ts';
import { type Evaluator, type Fault, invalid, type Scope } from './evaluator.ts';
import { BOOL, typeName } from './type.ts';
import { typeOf } from './type-of.ts';
import { NULL, numberValue, stringValue, UNKNOWN, type Value } from './value.ts';

type ForExpression = Extract<Expression, { type: 'for' }>;

export interface Iteration {
  readonly keyName?: string | undefined;
  readonly valueName: string;
  readonly collection: Expression;
}

export function evaluateFor(evaluator: Evaluator, expression: ForExpression, scope: Scope): Value {
  const scopes = iterationScopes(evaluator, expression, scope);
  if (scopes === undefined || !checkCondition(evaluator, expression, scope)) return UNKNOWN;
  const included = includedScopes(evaluator, expression, scopes);
  const values = included.scopes.map((inner) => ({
    key: expression.key && keyOf(evaluator, expression.key, inner),
    value: () => evaluator.evaluate(expression.value, inner),
  }));
  if (expression.form === 'tuple') {
    const items = values.map(({ value }) => value());
    return included.isKnown ? { type: 'tuple', items } : UNKNOWN;
  }
  return collectObject(evaluator, expression, values, included.isKnown);
}

/**
 * One scope an element, in HCL's order: objects by key.
 *
 * @returns `undefined` when the collection is unknown or can not be iterated.
 */
export function iterationScopes(
  evaluator: Evaluator,
  { keyName, valueName, collection }: Iteration,
  scope: Scope,
): readonly Scope[] | undefined {
  const { value, failed } = evaluator.attempt(collection, scope);
  const elements = elementsOf(value);
  if (elements === undefined) {
    const fault = notIterable(value);
    if (fault !== undefined && !failed) evaluator.report(collection.range, fault);
    return undefined;
  }
  return Array.from(elements, ([key, element]) => {
    const named = keyName === undefined ? scope : bind(scope, keyName, keyValue(key));
    return bind(named, valueName, element);
  });
}

function bind(scope: Scope, name: string, value: Value): Scope {
  return { variables: { name, value, outer: scope.variables } };
}

function keyValue(key: string | number): Value {
  if (typeof key === 'string') return stringValue(key);
  return numberValue(parseDecimal(String(key)) ?? ZERO);
}

function elementsOf(value: Value): Iterable<readonly [string | number, Value]> | undefined {
  if (value.type === 'tuple') return value.items.entries();
  if (value.type !== 'object') return undefined;
  return [...value.entries].sort(([left], [right]) => compareCodePoints(left, right));
}

function notIterable(value: Value): Fault | undefined {
  if (value.type === 'null') {
    return invalid(
      'Iteration over null value',
      "A null value cannot be used as the collection in a 'for' expression.",
    );
  }
  const type = typeOf(value);
  const isPrimitive = type.kind === 'string' || type.kind === 'number' || type.kind === 'bool';
  if (!isPrimitive) return undefined;
  return invalid(
    'Iteration over non-iterable value',
    `A value of type ${typeName(type)} cannot be used as the collection in a 'for' expression.`,
  );
}

/** Tries the condition once with nothing known, so that a plain mistake is told only once. */
function checkCondition(evaluator: Evaluator, expression: ForExpression, scope: Scope): boolean {
  const { condition, keyName, valueName } = expression;
  if (condition === undefined) return true;
  const named = keyName === undefined ? scope : bind(scope, keyName, UNKNOWN);
  const { value, failed } = evaluator.attempt(condition, bind(named, valueName, UNKNOWN));
  if (failed) return false;
  const fault = conditionFault(value);
  if (fault === undefined) return true;
  const summary = value.type === 'null' ? 'Condition is null' : fault.summary;
  evaluator.report(condition.range, { ...fault, summary });
  return false;
}

function conditionFault(value: Value): Fault | undefined {
  const summary = "Invalid 'for' condition";
  if (value.type === 'null') {
    return invalid(summary, "The value of the 'if' clause must not be null.");
  }
  const converted = convert(value, BOOL);
  if (converted.ok) return undefined;
  return invalid(summary, `The 'if' clause value is invalid: ${converted.reason}.`);
}

interface Included {
  readonly scopes: readonly Scope[];
  /** Whether the condition is known for every element. */
  readonly isKnown: boolean;
}

function includedScopes(
  evaluator: Evaluator,
  { condition }: ForExpression,
  scopes: readonly Scope[],
): Included {
  if (condition === undefined) return { scopes, isKnown: true };
  let isKnown = true;
  const included = scopes.filter((scope) => {
    const { value, failed } = evaluator.attempt(condition, scope);
    const converted = convert(value, BOOL);
    if (!failed && value.type !== 'null' && converted.ok && converted.value.type === 'bool') {
      return converted.value.value;
    }
    const fault = conditionFault(value);
    if (fault !== undefined && !failed && isKnown) evaluator.report(condition.range, fault);
    isKnown = false;
    return false;
  });
  return { scopes: included, isKnown };
}

/** @returns `undefined` when the key is unknown or in error. */
function keyOf(evaluator: Evaluator, key: Expression, scope: Scope): string | undefined {
  const { value, failed } = evaluator.attempt(key, scope);
  if (value.type === 'unknown' || failed) return undefined;
  const text = primitiveText(value);
  if (text !== undefined) return text;
  const detail =
    value.type === 'null'
      ? "Key expression in 'for' expression must not produce a null value."
      : 'The key expression produced an invalid result: string required.';
  evaluator.report(key.range, invalid('Invalid object key', detail));
  return undefined;
}

interface KeyedValue {
  readonly key: string | undefined;
  readonly value: () => Value;
}

function collectObject(
  evaluator: Evaluator,
  expression: ForExpression,
  values: readonly KeyedValue[],
  conditionsKnown: boolean,
): Value {
  const groups = new Map<string, Value[]>();
  let isKnown = conditionsKnown;
  for (const { key, value } of values) {
    if (key === undefined) {
      isKnown = false;
      continue;
    }
    const group = groups.get(key);
    const item = value();
    if (group === undefined) groups.set(key, [item]);
    else {
      group.push(item);
      if (!expression.grouping) reportDuplicate(evaluator, expression, key);
    }
  }
  if (!isKnown) return UNKNOWN;
  const entries = new Map<string, Value>();
  for (const [key, items] of groups) {
    entries.set(key, expression.grouping ? { type: 'tuple', items } : (items[0] ?? NULL));
  }
  return { type: 'object', entries };
}

function reportDuplicate(evaluator: Evaluator, expression: ForExpression, key: string): void {
  const shown = evaluator.hidesValues ? 'same key' : `key ${JSON.stringify(key)}`;
  const detail = `Two different items produced the ${shown} in this 'for' expression. If duplicates are expected, use the ellipsis (...) after the value expression to enable grouping by key.`;
  const range = expression.key?.range ?? expression.range;
  evaluator.report(range, invalid('Duplicate object key', detail));
}
