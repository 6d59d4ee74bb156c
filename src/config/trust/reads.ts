/** Variables that a provider's block reads outside its secrets, with the attribute they go to. */
import type { SourceRange } from '../../diagnostics/source-range.ts';
import type { ConfigAttribute, ConfigSchema } from '../../protocol/config-schema.ts';
import type { Expression, RawBody, TemplatePart } from '../syntax/ast.ts';

export interface VariableRead {
  readonly variable: string;
  /** Dotted path of the attribute. */
  readonly path: string;
  readonly isSensitive: boolean;
  readonly range: SourceRange;
}

/** Every `env("NAME")` in a body, in the order of the text. */
export function variableReads(body: RawBody, schema: ConfigSchema): readonly VariableRead[] {
  return body.attributes.flatMap((attribute) =>
    readsOf(attribute.expression, attribute.name, find(schema.attributes, attribute.name)),
  );
}

function find(attributes: readonly ConfigAttribute[] | undefined, name: string) {
  return attributes?.find((attribute) => attribute.name === name);
}

function readsOf(
  expression: Expression,
  path: string,
  declared: ConfigAttribute | undefined,
): readonly VariableRead[] {
  if (expression.type === 'object') {
    return expression.items.flatMap(({ key, value }) => {
      const name = literalText(key);
      const nested = name === undefined ? undefined : find(declared?.object_attributes, name);
      return [
        ...readsOf(key, path, undefined),
        ...readsOf(value, name === undefined ? path : `${path}.${name}`, nested),
      ];
    });
  }
  const variable = variableOf(expression);
  if (variable !== undefined) {
    const isSensitive = declared?.sensitive === true;
    return [{ variable, path, isSensitive, range: expression.range }];
  }
  return childrenOf(expression).flatMap((child) => readsOf(child, path, undefined));
}

function variableOf(expression: Expression): string | undefined {
  if (expression.type !== 'call' || expression.name !== 'env') return undefined;
  const [argument] = expression.arguments;
  return argument && literalText(argument);
}

function literalText(expression: Expression): string | undefined {
  if (expression.type === 'literal') return String(expression.value);
  if (expression.type !== 'template') return undefined;
  const texts = expression.parts.map((part) => (part.type === 'text' ? part.text : undefined));
  return texts.includes(undefined) ? undefined : texts.join('');
}

function childrenOf(expression: Expression): readonly Expression[] {
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
