/** `[for … : value]` and `{for … : key => value}`. */
import { joinRanges, type SourceRange } from '../../diagnostics/source-range.ts';
import type { Expression } from './ast.ts';
import type { Token } from './token.ts';
import type { TokenCursor } from './token-cursor.ts';

const INVALID = "Invalid 'for' expression";

/** Parses from the word `for` to the closing bracket; `open` is the opening one. */
export function parseFor(cursor: TokenCursor, open: Token): Expression {
  const closer = open.kind === '{' ? '}' : ']';
  cursor.read();
  const names = parseNames(cursor);
  const collection = names && parseCollection(cursor);
  const result = collection && parseResult(cursor);
  if (names === undefined || collection === undefined || result === undefined) {
    const close = cursor.recover(closer);
    return { type: 'literal', value: null, range: joinRanges(open.range, close.range) };
  }
  const close = parseEnd(cursor, closer);
  reportMisfits(cursor, closer, result);
  return {
    type: 'for',
    form: closer === '}' ? 'object' : 'tuple',
    ...names,
    collection,
    key: result.key,
    value: result.value,
    grouping: result.ellipsisRange !== undefined,
    condition: result.condition,
    range: joinRanges(open.range, close.range),
  };
}

/** Reports what is wrong with the next token; for use as a result that means "given up". */
function fail(cursor: TokenCursor, detail: string): undefined {
  cursor.errorUnlessRecovering(INVALID, detail, cursor.peek().range);
  return undefined;
}

interface Names {
  readonly keyName: string | undefined;
  readonly valueName: string;
}

function parseNames(cursor: TokenCursor): Names | undefined {
  if (!cursor.nextIs('identifier')) {
    return fail(cursor, "For expression requires variable name after 'for'.");
  }
  let names: Names = { keyName: undefined, valueName: cursor.read().text };
  if (cursor.nextIs(',')) {
    cursor.read();
    if (!cursor.nextIs('identifier')) {
      return fail(cursor, 'For expression requires value variable name after comma.');
    }
    names = { keyName: names.valueName, valueName: cursor.read().text };
  }
  if (!cursor.nextIsWord('in')) {
    return fail(cursor, "For expression requires the 'in' keyword after its name declarations.");
  }
  cursor.read();
  return names;
}

function parseCollection(cursor: TokenCursor): Expression | undefined {
  const { result, broken } = cursor.expression();
  if (broken) return undefined;
  if (!cursor.nextIs(':')) {
    return fail(cursor, 'For expression requires a colon after the collection expression.');
  }
  cursor.read();
  return result;
}

interface Result {
  readonly key: Expression | undefined;
  readonly value: Expression;
  readonly ellipsisRange: SourceRange | undefined;
  readonly condition: Expression | undefined;
}

function parseResult(cursor: TokenCursor): Result | undefined {
  const first = cursor.expression();
  let broken = first.broken;
  let key: Expression | undefined;
  let value = first.result;
  if (cursor.nextIs('=>')) {
    cursor.read();
    const second = cursor.expression();
    broken ||= second.broken;
    key = value;
    value = second.result;
  }
  if (broken) return undefined;
  const ellipsisRange = cursor.nextIs('...') ? cursor.read().range : undefined;
  if (!cursor.nextIsWord('if')) return { key, value, ellipsisRange, condition: undefined };
  cursor.read();
  const condition = cursor.expression();
  return condition.broken ? undefined : { key, value, ellipsisRange, condition: condition.result };
}

function parseEnd(cursor: TokenCursor, closer: '}' | ']'): Token {
  if (cursor.nextIs(closer)) return cursor.read();
  fail(cursor, "Extra characters after the end of the 'for' expression.");
  return cursor.recover(closer);
}

/** A key belongs into an object, and only there may results be grouped. */
function reportMisfits(cursor: TokenCursor, closer: '}' | ']', result: Result): void {
  if (closer === '}') {
    if (result.key !== undefined) return;
    const detail = 'Key expression is required when building an object.';
    cursor.error(INVALID, detail, result.value.range);
    return;
  }
  if (result.key !== undefined) {
    const detail = 'Key expression is not valid when building a tuple.';
    cursor.error(INVALID, detail, result.key.range);
  }
  if (result.ellipsisRange !== undefined) {
    const detail = 'Grouping ellipsis (...) cannot be used when building a tuple.';
    cursor.error(INVALID, detail, result.ellipsisRange);
  }
}
