/** What decoding works on: values as they are written, and what becomes of them. */
import type { Decoded, Diagnostic } from '../diagnostics/diagnostic.ts';
import type { SourceRange } from '../diagnostics/source-range.ts';
import type { Value } from './evaluate/value.ts';
import type { FaultPlace } from './faults.ts';
import type { ConfigValue } from './secret.ts';
import type { Expression } from './syntax/ast.ts';

export interface DecodeContext {
  /** `strict`: the kernel's own blocks, no conversion. `hcl`: a provider's block. */
  readonly conversion: 'strict' | 'hcl';
  /** Header of the enclosing top-level block. */
  readonly context?: string | undefined;
  /** `isSecret`: the expression is a sensitive attribute's, already known to be `env("NAME")`. */
  readonly evaluate: (expression: Expression, isSecret: boolean) => Decoded<Value>;
  /** Expressions that an earlier step refused: they count as present, and are not looked at. */
  readonly refused: ReadonlySet<Expression>;
  readonly report: (diagnostic: Diagnostic) => void;
  /** Diagnostics reported so far. */
  readonly reportCount: () => number;
}

/** A value to decode: still an expression, or part of one that had to be evaluated whole. */
export type Source =
  | { readonly type: 'expression'; readonly expression: Expression }
  /** `hidesKeys`: it was computed from a variable, so its keys must not be shown. */
  | { readonly type: 'value'; readonly value: Value; readonly hidesKeys: boolean };

export interface Target {
  readonly source: Source;
  /** Dotted. */
  readonly path: string;
  /** Where faults of the value are told. */
  readonly range: SourceRange;
}

export interface NamedTarget extends Target {
  /** As it may be shown: a computed key may hold the value of a variable. */
  readonly shownName: string;
  readonly nameRange: SourceRange;
}

/** A decoded value with its places. After an error it may lack the parts that failed. */
export interface DecodedNode {
  readonly value: ConfigValue;
  readonly range: SourceRange;
  /** The attribute's name or the object's key; absent for list elements. */
  readonly nameRange?: SourceRange | undefined;
  /** With a list. */
  readonly items?: readonly DecodedNode[] | undefined;
  /** With an object. */
  readonly entries?: ReadonlyMap<string, DecodedNode> | undefined;
  /** Something below it failed, so that rules about the whole do not apply. */
  readonly isFaulty?: boolean | undefined;
  /** Under `--no-env`: computed from a variable, so the value is only a placeholder. */
  readonly isUnknown?: boolean | undefined;
}

/** `null` was written; or nothing could be decoded and errors are reported. */
export type Outcome = DecodedNode | 'null' | undefined;

export function placeOf(target: Target, context: DecodeContext): FaultPlace {
  return { range: target.range, path: target.path, context: context.context };
}

/** Evaluates and passes errors on, with the path they lack. */
export function evaluateTarget(
  expression: Expression,
  target: Target,
  context: DecodeContext,
  isSecret = false,
): Value | undefined {
  const { value, diagnostics } = context.evaluate(expression, isSecret);
  for (const diagnostic of diagnostics) {
    context.report({
      ...diagnostic,
      detail: `${diagnostic.detail}\nPath: ${target.path}`,
      context: context.context,
    });
  }
  return value;
}
