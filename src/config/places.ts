/** Which stretch of text a fault is told at. */
import type { SourceRange } from '../diagnostics/source-range.ts';
import type { Expression, RawBlock } from './syntax/ast.ts';

/** A value's own range, unless it begins on a later line than the name it belongs to. */
export function valueRange(nameRange: SourceRange, expression: Expression): SourceRange {
  const isSameLine = expression.range.start.line === nameRange.start.line;
  return isSameLine ? expression.range : nameRange;
}

/** The header of a block as it is named to people: `provider "anthropic"`. */
export function headerText(block: RawBlock): string {
  return [block.type, ...block.labels.map(({ value }) => JSON.stringify(value))].join(' ');
}
