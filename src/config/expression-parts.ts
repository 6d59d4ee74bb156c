/** Looks into expressions without evaluating them. */
import type { Expression } from './syntax/ast.ts';

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
