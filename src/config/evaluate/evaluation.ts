/** One evaluation of one expression: its errors, its budget, and what each kind of node yields. */
import { type Diagnostic, errorDiagnostic } from '../../diagnostics/diagnostic.ts';
import type { SourceRange } from '../../diagnostics/source-range.ts';
import type { Expression } from '../syntax/ast.ts';
import type { Budget } from './budget.ts';
import { isInBounds, parseDecimal } from './decimal.ts';
import { type EnvAccess, type EnvCall, envCallFault, envUnset, variableOf } from './env-call.ts';
import { evaluateConditional } from './evaluate-conditional.ts';
import { evaluateFor } from './evaluate-for.ts';
import { evaluateObject } from './evaluate-object.ts';
import { evaluateSplat } from './evaluate-splat.ts';
import { evaluateTemplate } from './evaluate-template.ts';
import type { Attempt, Evaluator, Fault, Scope } from './evaluator.ts';
import { lookUpKey, lookUpName } from './look-up.ts';
import { unknownFunction, unknownVariable } from './name-faults.ts';
import { type Operation, operateBinary, operateUnary } from './operate.ts';
import {
  constantValue,
  numberValue,
  stringValue,
  UNKNOWN,
  UNKNOWN_STRING,
  type Value,
} from './value.ts';

export class Evaluation implements Evaluator {
  readonly hidesValues: boolean;
  readonly #env: EnvAccess;
  readonly #budget: Budget;
  #diagnostics: Diagnostic[] = [];
  /** Counts errors told before, too. */
  #errors = 0;

  constructor(env: EnvAccess, hidesValues: boolean, budget: Budget) {
    this.#budget = budget;
    this.#env = env;
    this.hidesValues = hidesValues;
  }

  get diagnostics(): readonly Diagnostic[] {
    return this.#diagnostics;
  }

  report(range: SourceRange, fault: Fault): void {
    this.pass([errorDiagnostic({ ...fault, range })]);
  }

  /** An error that every turn of a `for` makes again is told once. */
  pass(diagnostics: readonly Diagnostic[]): void {
    this.#errors += diagnostics.length;
    for (const diagnostic of diagnostics) {
      if (!this.#diagnostics.some((known) => isSame(known, diagnostic))) {
        this.#diagnostics.push(diagnostic);
      }
    }
  }

  capture(run: () => Value): {
    readonly value: Value;
    readonly diagnostics: readonly Diagnostic[];
  } {
    const outer = { diagnostics: this.#diagnostics, errors: this.#errors };
    this.#diagnostics = [];
    const value = run();
    const diagnostics = this.#diagnostics;
    this.#diagnostics = outer.diagnostics;
    this.#errors = outer.errors;
    return { value, diagnostics };
  }

  attempt(expression: Expression, scope: Scope): Attempt {
    const before = this.#errors;
    const value = this.evaluate(expression, scope);
    return { value, failed: this.#errors > before };
  }

  evaluate(expression: Expression, scope: Scope): Value {
    this.#budget.spend();
    const value = this.#evaluateNode(expression, scope);
    this.#budget.weigh(value);
    return value;
  }

  #evaluateNode(expression: Expression, scope: Scope): Value {
    switch (expression.type) {
      case 'number':
        return this.#number(expression.text, expression.range);
      case 'literal':
        return constantValue(expression.value);
      case 'template':
        return evaluateTemplate(this, expression, scope);
      case 'tuple':
        return { type: 'tuple', items: expression.items.map((item) => this.evaluate(item, scope)) };
      case 'object':
        return evaluateObject(this, expression, scope);
      case 'parentheses':
        return this.evaluate(expression.inner, scope);
      case 'variable':
        return this.#variable(expression.name, expression.range, scope);
      case 'call':
        return this.#call(expression);
      case 'attribute-access':
      case 'index':
        return this.#lookUp(expression, scope);
      case 'splat':
        return evaluateSplat(this, expression, scope);
      case 'splat-item':
        return scope.splatItem ?? UNKNOWN;
      case 'unary':
      case 'binary':
        return this.#operation(expression, scope);
      case 'conditional':
        return this.#conditional(expression, scope);
      case 'for':
        return evaluateFor(this, expression, scope);
    }
  }

  #operation(expression: Extract<Expression, { type: 'unary' | 'binary' }>, scope: Scope): Value {
    if (expression.type === 'unary') {
      const operand = this.attempt(expression.operand, scope);
      const operation = operateUnary(expression.operator, operand.value);
      return this.#operated(operation, expression, [[expression.operand, operand]]);
    }
    const left = this.attempt(expression.left, scope);
    const right = this.attempt(expression.right, scope);
    const operation = operateBinary(expression.operator, left.value, right.value);
    return this.#operated(operation, expression, [
      [expression.left, left],
      [expression.right, right],
    ]);
  }

  #number(text: string, range: SourceRange): Value {
    const decimal = parseDecimal(text);
    if (decimal !== undefined && isInBounds(decimal)) return numberValue(decimal);
    this.report(range, {
      code: 'out-of-range',
      summary: 'Number out of range',
      detail: 'This number is too large or too small. Numbers go up to about 1.8e308.',
    });
    return { type: 'unknown', of: { kind: 'number' } };
  }

  #variable(name: string, range: SourceRange, scope: Scope): Value {
    const known: string[] = [];
    for (let variable = scope.variables; variable !== undefined; variable = variable.outer) {
      if (variable.name === name) return variable.value;
      known.push(variable.name);
    }
    this.report(range, unknownVariable(name, known));
    return UNKNOWN;
  }

  #call(call: EnvCall): Value {
    if (call.name === 'env') return this.#envValue(call);
    this.report(call.nameRange, unknownFunction(call.name));
    return UNKNOWN;
  }

  #envValue(call: EnvCall): Value {
    const variable = variableOf(call);
    if (variable === undefined || envCallFault(call) !== undefined) return UNKNOWN;
    if (this.#env.type !== 'values') return UNKNOWN_STRING;
    const { environment } = this.#env;
    const value = Object.hasOwn(environment, variable) ? environment[variable] : undefined;
    if (value !== undefined) return stringValue(value);
    this.report(call.range, envUnset(variable));
    return UNKNOWN;
  }

  #lookUp(
    expression: Extract<Expression, { type: 'attribute-access' | 'index' }>,
    scope: Scope,
  ): Value {
    const target = this.attempt(expression.target, scope);
    const isIndex = expression.type === 'index';
    const key = isIndex ? this.attempt(expression.key, scope) : undefined;
    if (target.failed || key?.failed === true) return UNKNOWN;
    const found = isIndex
      ? lookUpKey(target.value, key?.value ?? UNKNOWN)
      : lookUpName(target.value, expression.name);
    if ('value' in found) return found.value;
    this.report(expression.stepRange, { code: 'invalid-expression', ...found });
    return UNKNOWN;
  }

  /** Faults of an operand are told at that operand, others at the whole operation. */
  #operated(
    { value, faults }: Operation,
    whole: Expression,
    operands: readonly (readonly [Expression, Attempt])[],
  ): Value {
    for (const { operand, ...fault } of faults) {
      const [place, attempt] = operands[operand === 'right' ? 1 : 0] ?? [whole, undefined];
      if (operand !== undefined && attempt?.failed === false) this.report(place.range, fault);
      const isSound = operands.every(([, { failed }]) => !failed);
      if (operand === undefined && isSound) this.report(whole.range, fault);
    }
    return value;
  }

  #conditional(expression: Extract<Expression, { type: 'conditional' }>, scope: Scope): Value {
    const branch = (taken: Expression) => ({
      range: taken.range,
      evaluate: () => this.evaluate(taken, scope),
    });
    const { condition, whenTrue, whenFalse } = expression;
    return evaluateConditional(
      this,
      { condition, whenTrue: branch(whenTrue), whenFalse: branch(whenFalse) },
      scope,
    );
  }
}

function isSame(left: Diagnostic, right: Diagnostic): boolean {
  return (
    left.code === right.code &&
    left.range?.start.byte === right.range?.start.byte &&
    left.range?.end.byte === right.range?.end.byte
  );
}
