/** Asks the judge whether what looks like a plain `env("NAME")` is one: secrets depend on it. */
import type { SourceRange } from '../diagnostics/source-range.ts';
import { exactEnvVariable } from './expression-parts.ts';
import type { Judge } from './hcl.ts';
import type { Expression, RawBody } from './syntax/ast.ts';
import { walkExpression } from './syntax/walk.ts';

/** More would take long; a file with so many calls is no configuration. */
const MAX_CALLS = 200;

/**
 * Confirms every call of a file that our own front end takes for a plain one.
 *
 * @returns The place of the first that the judge takes for something else.
 */
export function findUnconfirmedCall(
  body: RawBody,
  bytes: Uint8Array,
  judge: Pick<Judge, 'isPlainEnvCall'>,
): SourceRange | undefined {
  const decoder = new TextDecoder();
  return plainCallsIn(body)
    .slice(0, MAX_CALLS)
    .map(({ range }) => range)
    .find(({ start, end }) => {
      const text = decoder.decode(bytes.subarray(start.byte, end.byte));
      return judge.isPlainEnvCall(text) === false;
    });
}

function plainCallsIn({ attributes, blocks }: RawBody): readonly Expression[] {
  const calls: Expression[] = [];
  for (const { expression } of attributes) {
    walkExpression(expression, (node) => {
      if (exactEnvVariable(node) !== undefined) calls.push(node);
    });
  }
  return [...calls, ...blocks.flatMap((block) => plainCallsIn(block.body))];
}
