/** Function calls, `name(argument, …)`. */
import { joinRanges, type SourceRange } from '../../diagnostics/source-range.ts';
import type { Expression } from './ast.ts';
import type { Token } from './token.ts';
import type { TokenCursor } from './token-cursor.ts';

/** Parses a call whose first name has been read; the cursor stands before `(` or `::`. */
export function parseCall(cursor: TokenCursor, first: Token): Expression {
  let name = first.text;
  let nameRange = first.range;
  let open = cursor.read();
  while (open.kind === '::') {
    const next = cursor.read();
    if (next.kind !== 'identifier') {
      return giveUp(
        cursor,
        'Missing function name',
        'Function scope resolution symbol :: must be followed by a function name in this scope.',
        next.range,
      );
    }
    name += `::${next.text}`;
    nameRange = joinRanges(nameRange, next.range);
    open = cursor.read();
  }
  if (open.kind !== '(') {
    return giveUp(
      cursor,
      'Missing open parenthesis',
      'Function selector must be followed by an open parenthesis to begin the function call.',
      open.range,
    );
  }
  const list = cursor.nested(open.range, () =>
    cursor.withNewlines(false, () => parseArguments(cursor, joinRanges(nameRange, open.range))),
  );
  return { type: 'call', name, nameRange, ...list, range: joinRanges(nameRange, list.closeRange) };
}

function giveUp(
  cursor: TokenCursor,
  summary: string,
  detail: string,
  range: SourceRange,
): Expression {
  cursor.error(summary, detail, range);
  cursor.recoverOver('(');
  return { type: 'literal', value: null, range };
}

interface ArgumentList {
  readonly arguments: readonly Expression[];
  readonly expandFinal: boolean;
  readonly closeRange: SourceRange;
}

function parseArguments(cursor: TokenCursor, startRange: SourceRange): ArgumentList {
  const items: Expression[] = [];
  const end = (closeRange: SourceRange, expandFinal = false): ArgumentList => ({
    arguments: items,
    expandFinal,
    closeRange,
  });
  for (;;) {
    if (cursor.nextIs(')')) return end(cursor.read().range);
    const { result, broken } = cursor.expression();
    items.push(result);
    if (broken) return end(cursor.recover(')').range);
    const separator = cursor.read();
    if (separator.kind === ')') return end(separator.range);
    if (separator.kind === '...') return end(readExpansionEnd(cursor, separator), true);
    if (separator.kind !== ',') {
      reportSeparator(cursor, separator, startRange);
      return end(cursor.recover(')').range);
    }
  }
}

function readExpansionEnd(cursor: TokenCursor, ellipsis: Token): SourceRange {
  if (cursor.nextIs(')')) return cursor.read().range;
  cursor.errorUnlessRecovering(
    'Missing closing parenthesis',
    'An expanded function argument (with ...) must be immediately followed by closing parentheses.',
    ellipsis.range,
  );
  return cursor.recover(')').range;
}

function reportSeparator(cursor: TokenCursor, found: Token, startRange: SourceRange): void {
  if (found.kind === 'end-of-file') {
    cursor.error(
      'Unterminated function call',
      'There is no closing parenthesis for this function call before the end of the file. This may be caused by incorrect parenthesis nesting elsewhere in this file.',
      startRange,
    );
    return;
  }
  cursor.error(
    'Missing argument separator',
    'A comma is required to separate each function argument from the next.',
    found.range,
  );
}
