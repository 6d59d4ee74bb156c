/** Every text that a body comes to, without a schema. */
import type { Decoded } from '../../diagnostics/diagnostic.ts';
import type { SourceRange } from '../../diagnostics/source-range.ts';
import type { Value } from '../evaluate/value.ts';
import type { Expression, RawBody } from '../syntax/ast.ts';

export interface BodyText {
  /** Dotted path of the attribute or key. */
  readonly path: string;
  readonly text: string;
  readonly range: SourceRange;
}

/** What can not be evaluated is left out: such a block is refused before anything is sent. */
export function bodyTexts(
  body: RawBody,
  evaluate: (expression: Expression, isSecret: boolean) => Decoded<Value>,
): readonly BodyText[] {
  return body.attributes.flatMap(({ name, expression, range }) => {
    const { value } = evaluate(expression, false);
    return value === undefined ? [] : textsIn(value, name, range);
  });
}

function textsIn(value: Value, path: string, range: SourceRange): readonly BodyText[] {
  switch (value.type) {
    case 'string':
      return [{ path, text: value.value, range }];
    case 'tuple':
      return value.items.flatMap((item) => textsIn(item, path, range));
    case 'object':
      return [...value.entries].flatMap(([key, nested]) =>
        textsIn(nested, `${path}.${key}`, range),
      );
    case 'null':
    case 'bool':
    case 'number':
    case 'unknown':
      return [];
  }
}
