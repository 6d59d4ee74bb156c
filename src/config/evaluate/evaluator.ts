/** What the parts of the evaluator share. */
import type { DiagnosticCode } from '../../diagnostics/code.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { SourceRange } from '../../diagnostics/source-range.ts';
import type { Expression } from '../syntax/ast.ts';
import type { Value } from './value.ts';

/** Names bound by enclosing `for`s, and the element that a splat is at. */
export interface Scope {
  /** The innermost first. A chain: a loop binds names far more often than they are looked up. */
  readonly variables?: Variable | undefined;
  readonly splatItem?: Value | undefined;
}

export interface Variable {
  readonly name: string;
  readonly value: Value;
  readonly outer: Variable | undefined;
}

export interface Fault {
  readonly code: DiagnosticCode;
  readonly summary: string;
  readonly detail: string;
}

export interface Evaluator {
  /**
   * The expression computes with variables of the environment, so that no message may quote what it
   * yields.
   */
  readonly hidesValues: boolean;
  /** Reports errors and then returns something unknown, so that one error gives one diagnostic. */
  evaluate(expression: Expression, scope: Scope): Value;
  /** The same, and whether it failed: what follows from an error is no error of its own. */
  attempt(expression: Expression, scope: Scope): Attempt;
  report(range: SourceRange, fault: Fault): void;
  /** Passes on diagnostics that `capture` has held back. */
  pass(diagnostics: readonly Diagnostic[]): void;
  /** Evaluates with the diagnostics held back. */
  capture(run: () => Value): { readonly value: Value; readonly diagnostics: readonly Diagnostic[] };
}

export interface Attempt {
  readonly value: Value;
  readonly failed: boolean;
}

/** An error of evaluation, in HCL's words. */
export function invalid(summary: string, detail: string): Fault {
  return { code: 'invalid-expression', summary, detail };
}
