/** Expressions → values, in HCL's semantics with `env` as the only function. */
import type { Decoded } from '../../diagnostics/diagnostic.ts';
import type { Expression } from '../syntax/ast.ts';
import { Budget, EvaluationTooLarge } from './budget.ts';
import { type EnvAccess, envCallFault, envCallsIn, envForbidden } from './env-call.ts';
import { Evaluation } from './evaluation.ts';
import type { Fault } from './evaluator.ts';
import type { Value } from './value.ts';

export type { EnvAccess } from './env-call.ts';

/**
 * Evaluates an expression.
 *
 * Forms of `env` that are never allowed are errors wherever they stand, even in the branch of a
 * conditional that is not taken; a variable that is not set is one only where its value is needed.
 * No message quotes a value that came from the environment.
 *
 * @param budget - Share one among the expressions of a file, so that many can not hang together.
 * @returns The value, unless there are errors.
 */
export function evaluate(
  expression: Expression,
  env: EnvAccess,
  budget: Budget = new Budget(),
): Decoded<Value> {
  const calls = envCallsIn(expression);
  if (env.type === 'forbidden' && calls.length > 0) {
    return { value: undefined, diagnostics: calls.map(envForbidden) };
  }
  const evaluation = new Evaluation(env, calls.length > 0, budget);
  evaluation.pass(calls.map(envCallFault).filter((fault) => fault !== undefined));
  try {
    const value = evaluation.evaluate(expression, {});
    const { diagnostics } = evaluation;
    return { value: diagnostics.length > 0 ? undefined : value, diagnostics };
  } catch (error) {
    if (!(error instanceof EvaluationTooLarge)) throw error;
    evaluation.report(expression.range, TOO_LARGE);
    return { value: undefined, diagnostics: evaluation.diagnostics };
  }
}

const TOO_LARGE: Fault = {
  code: 'invalid-expression',
  summary: 'Expression too large',
  detail:
    'Evaluating the expressions of this file up to here takes too many steps, or makes too large a value.',
};
