/** Reads one parsed file by the table of its top level. */
import { errorDiagnostic } from '../diagnostics/diagnostic.ts';
import { didYouMean } from '../diagnostics/suggest.ts';
import type { BodyRule } from './block-rules.ts';
import { type ReadBody, type ReadContext, readBody } from './read-body.ts';
import type { RawBody } from './syntax/ast.ts';

/** Attributes at the top level are refused unless the table names some. */
export function readFile(body: RawBody, rule: BodyRule, context: ReadContext): ReadBody {
  const place = { path: '', range: body.range, name: 'the top level of the file' };
  if (rule.attributes.length > 0) return readBody(body, rule, place, context);
  const blockTypes = rule.blocks.map(({ type }) => type);
  for (const { name, nameRange } of body.attributes) {
    const hint = blockTypes.includes(name)
      ? ` "${name}" is a block: write ${name} { … } without an equals sign.`
      : didYouMean(name, blockTypes);
    context.report(
      errorDiagnostic({
        code: 'top-level-attribute',
        summary: 'Argument outside of any block',
        detail: `The argument "${name}" stands at the top level of the file, where only blocks are allowed.${hint}`,
        range: nameRange,
      }),
    );
  }
  return readBody({ ...body, attributes: [] }, rule, place, context);
}
