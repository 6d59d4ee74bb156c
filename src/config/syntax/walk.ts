import type { Expression, TemplatePart } from './ast.ts';

/** Visits an expression and all below it, in the order of the text. */
export function walkExpression(
  expression: Expression,
  visit: (expression: Expression) => void,
): void {
  const pending: Expression[] = [expression];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    visit(next);
    pending.push(...childrenOf(next).toReversed());
  }
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
