/** Quoted strings and heredocs with what stands in them. */
import { primitiveText } from '../convert.ts';
import type { Expression, TemplatePart } from '../syntax/ast.ts';
import { evaluateConditional } from './evaluate-conditional.ts';
import { iterationScopes } from './evaluate-for.ts';
import { type Evaluator, invalid, type Scope } from './evaluator.ts';
import { stringValue, UNKNOWN_STRING, type Value } from './value.ts';

type Template = Extract<Expression, { type: 'template' }>;

/** A template that is one interpolation and nothing else keeps the type of its value. */
export function evaluateTemplate(evaluator: Evaluator, { parts }: Template, scope: Scope): Value {
  const [first] = parts;
  if (parts.length === 1 && first?.type === 'interpolation') {
    return evaluator.evaluate(first.expression, scope);
  }
  return joinParts(evaluator, parts, scope);
}

function joinParts(evaluator: Evaluator, parts: readonly TemplatePart[], scope: Scope): Value {
  return join(
    evaluator,
    parts.map((part) => evaluatePart(evaluator, part, scope)),
  );
}

/** Unknown when a part is. */
function join(evaluator: Evaluator, texts: readonly (string | undefined)[]): Value {
  if (texts.includes(undefined)) return UNKNOWN_STRING;
  const joined = texts.join('');
  // Values of the environment are never changed, so neither is what they are part of.
  return stringValue(evaluator.hidesValues ? joined : joined.normalize('NFC'));
}

function evaluatePart(evaluator: Evaluator, part: TemplatePart, scope: Scope): string | undefined {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'interpolation':
      return interpolationText(evaluator, part.expression, scope);
    case 'if': {
      const branch = (parts: readonly TemplatePart[]) => ({
        range: part.range,
        evaluate: () => joinParts(evaluator, parts, scope),
      });
      const { condition, whenTrue, whenFalse } = part;
      return textOf(
        evaluateConditional(
          evaluator,
          { condition, whenTrue: branch(whenTrue), whenFalse: branch(whenFalse) },
          scope,
        ),
      );
    }
    case 'for': {
      const scopes = iterationScopes(evaluator, part, scope);
      if (scopes === undefined) return undefined;
      const texts = scopes.map((inner) => textOf(joinParts(evaluator, part.body, inner)));
      return textOf(join(evaluator, texts));
    }
  }
}

function textOf(value: Value): string | undefined {
  return value.type === 'string' ? value.value : undefined;
}

function interpolationText(
  evaluator: Evaluator,
  expression: Expression,
  scope: Scope,
): string | undefined {
  const { value, failed } = evaluator.attempt(expression, scope);
  const text = primitiveText(value);
  if (text !== undefined || value.type === 'unknown' || failed) return text;
  const summary = 'Invalid template interpolation value';
  const detail =
    value.type === 'null'
      ? 'The expression result is null. Cannot include a null value in a string template.'
      : 'Cannot include the given value in a string template: string required.';
  evaluator.report(expression.range, invalid(summary, detail));
  return undefined;
}
