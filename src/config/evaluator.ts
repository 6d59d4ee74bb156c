import type { Decoded } from '../diagnostics/diagnostic.ts';
import type { Environment } from '../host/host.ts';
import { Budget } from './evaluate/budget.ts';
import { type EnvAccess, evaluate } from './evaluate/evaluate.ts';
import type { Value } from './evaluate/value.ts';
import type { Expression } from './syntax/ast.ts';

export interface EvaluatorOptions {
  readonly environment: Environment;
  /** `env()` yields an unknown text instead of looking a variable up. */
  readonly noEnv?: boolean | undefined;
  /** Whether `env()` may be called outside of sensitive attributes. */
  readonly isEnvAllowed: boolean;
}

/** The `evaluate` of a decoding context. In a sensitive attribute `env()` always works. */
export function evaluator({
  environment,
  noEnv,
  isEnvAllowed,
}: EvaluatorOptions): (expression: Expression, isSecret: boolean) => Decoded<Value> {
  const access: EnvAccess = noEnv === true ? { type: 'unknown' } : { type: 'values', environment };
  const budget = new Budget();
  return (expression, isSecret) =>
    evaluate(expression, isEnvAllowed || isSecret ? access : { type: 'forbidden' }, budget);
}
