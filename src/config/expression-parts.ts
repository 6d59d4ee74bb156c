/** Looks into expressions without evaluating them. */
import type { Expression, TemplatePart } from './syntax/ast.ts';

export type EnvCall = Extract<Expression, { type: 'call' }>;

/**
 * The variable of an expression that is exactly `env("NAME")`, a plain quoted text and nothing
 * around it; `undefined` for every other shape. Nothing is evaluated.
 */
export function exactEnvVariable(expression: Expression): string | undefined {
  if (expression.type !== 'call' || expression.name !== 'env' || expression.expandFinal) {
    return undefined;
  }
  const [argument, ...more] = expression.arguments;
  const isPlainText = argument?.type === 'template' && argument.form === 'quoted';
  return isPlainText && more.length === 0 ? staticText(argument) : undefined;
}

/** The text of an expression that can be read without evaluating it; `undefined` for all others. */
export function staticText(expression: Expression): string | undefined {
  if (expression.type === 'literal') return String(expression.value);
  if (expression.type !== 'template') return undefined;
  const texts = expression.parts.map((part) => (part.type === 'text' ? part.text : undefined));
  return texts.includes(undefined) ? undefined : texts.join('');
}

/** The expressions directly below one, in the order of the text. */
export function childrenOf(expression: Expression): readonly Expression[] {
  switch (expression.type) {
    case 'number':
    case 'literal':
    case 'variable':
    case 'splat-item':
      return [];
    case 'template':
      return expression.parts.flatMap(childrenOfPart);
    case 'tuple':
      return expression.items;
    case 'object':
      return expression.items.flatMap(({ key, value }) => [key, value]);
    case 'parentheses':
      return [expression.inner];
    case 'call':
      return expression.arguments;
    case 'attribute-access':
      return [expression.target];
    case 'index':
      return [expression.target, expression.key];
    case 'splat':
      return [expression.target, expression.each];
    case 'unary':
      return [expression.operand];
    case 'binary':
      return [expression.left, expression.right];
    case 'conditional':
      return [expression.condition, expression.whenTrue, expression.whenFalse];
    case 'for':
      return [expression.collection, expression.key, expression.value, expression.condition].filter(
        (child) => child !== undefined,
      );
  }
}

function childrenOfPart(part: TemplatePart): readonly Expression[] {
  switch (part.type) {
    case 'text':
      return [];
    case 'interpolation':
      return [part.expression];
    case 'if':
      return [part.condition, ...[...part.whenTrue, ...part.whenFalse].flatMap(childrenOfPart)];
    case 'for':
      return [part.collection, ...part.body.flatMap(childrenOfPart)];
  }
}
