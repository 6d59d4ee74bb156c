/** `condition ? a : b`, and `%{if}` in templates. */
import { joinRanges, type SourceRange } from '../../diagnostics/source-range.ts';
import { convert } from '../convert.ts';
import type { Expression } from '../syntax/ast.ts';
import { describeMismatch } from './describe-mismatch.ts';
import { type Evaluator, invalid, type Scope } from './evaluator.ts';
import { BOOL, type Type } from './type.ts';
import { typeOf } from './type-of.ts';
import { unify } from './unify.ts';
import { UNKNOWN, type Value } from './value.ts';

export interface Branch {
  readonly range: SourceRange;
  readonly evaluate: () => Value;
}

export interface Conditional {
  readonly condition: Expression;
  readonly whenTrue: Branch;
  readonly whenFalse: Branch;
}

/**
 * Evaluates both branches, since their types decide the type of the result; errors of the branch
 * not taken are dropped.
 */
export function evaluateConditional(
  evaluator: Evaluator,
  { condition, whenTrue, whenFalse }: Conditional,
  scope: Scope,
): Value {
  const yes = evaluator.capture(whenTrue.evaluate);
  const no = evaluator.capture(whenFalse.evaluate);
  const type = commonType(yes.value, no.value);
  if (type === undefined) {
    const mismatch = describeMismatch(typeOf(yes.value), typeOf(no.value), evaluator.hidesValues);
    evaluator.report(
      joinRanges(whenTrue.range, whenFalse.range),
      invalid(
        'Inconsistent conditional result types',
        `The true and false result expressions must have consistent types. ${mismatch}.`,
      ),
    );
    return UNKNOWN;
  }
  const isTrue = evaluateCondition(evaluator, condition, scope);
  if (isTrue === undefined) return { type: 'unknown', of: type };
  evaluator.pass(isTrue ? yes.diagnostics : no.diagnostics);
  const converted = convert(isTrue ? yes.value : no.value, type);
  if (converted.ok) return converted.value;
  evaluator.report(
    isTrue ? whenTrue.range : whenFalse.range,
    invalid(
      'Inconsistent conditional result types',
      `The ${isTrue} result value has the wrong type: ${converted.reason}.`,
    ),
  );
  return { type: 'unknown', of: type };
}

/** A `null` as written takes the other's type; what is not known at all leaves both as they are. */
function commonType(left: Value, right: Value): Type | undefined {
  const leftType = typeOf(left);
  const rightType = typeOf(right);
  if (left.type === 'null' && leftType.kind === 'dynamic') return rightType;
  if (right.type === 'null' && rightType.kind === 'dynamic') return leftType;
  if (leftType.kind === 'dynamic' || rightType.kind === 'dynamic') return { kind: 'dynamic' };
  return unify([leftType, rightType]);
}

function evaluateCondition(
  evaluator: Evaluator,
  condition: Expression,
  scope: Scope,
): boolean | undefined {
  const { value, failed } = evaluator.attempt(condition, scope);
  if (failed || value.type === 'unknown') return undefined;
  if (value.type === 'null') {
    evaluator.report(
      condition.range,
      invalid(
        'Null condition',
        'The condition value is null. Conditions must either be true or false.',
      ),
    );
    return undefined;
  }
  const converted = convert(value, BOOL);
  if (converted.ok) return converted.value.type === 'bool' ? converted.value.value : undefined;
  evaluator.report(
    condition.range,
    invalid('Incorrect condition type', 'The condition expression must be of type bool.'),
  );
  return undefined;
}
