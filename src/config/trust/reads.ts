/** Variables that a provider's block reads outside its secrets, with the attribute they go to. */
import type { SourceRange } from '../../diagnostics/source-range.ts';
import type { ConfigAttribute, ConfigSchema } from '../../protocol/config-schema.ts';
import { staticText } from '../expression-parts.ts';
import type { Expression, RawBody } from '../syntax/ast.ts';
import { childrenOf } from '../syntax/walk.ts';

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

function findNamed(declared: ConfigAttribute | undefined, name: string | undefined) {
  return name === undefined ? undefined : find(declared?.object_attributes, name);
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
      const name = staticText(key);
      // A sensitive map is sensitive in every value.
      const nested = declared?.sensitive === true ? declared : findNamed(declared, name);
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
  return argument && staticText(argument);
}
