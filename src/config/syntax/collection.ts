/** Tuples `[…]` and objects `{…}`. */
import { joinRanges } from '../../diagnostics/source-range.ts';
import type { Expression, ObjectItem } from './ast.ts';
import { parseFor } from './for-expression.ts';
import type { Token } from './token.ts';
import type { TokenCursor } from './token-cursor.ts';

export function parseTuple(cursor: TokenCursor): Expression {
  const open = cursor.read();
  return cursor.nested(open.range, () =>
    cursor.withNewlines(false, () => {
      if (cursor.nextIsWord('for')) return parseFor(cursor, open);
      return parseTupleItems(cursor, open);
    }),
  );
}

function parseTupleItems(cursor: TokenCursor, open: Token): Expression {
  const items: Expression[] = [];
  const end = (close: Token): Expression => ({
    type: 'tuple',
    items,
    range: joinRanges(open.range, close.range),
  });
  for (;;) {
    if (cursor.nextIs(']')) return end(cursor.read());
    const { result, broken } = cursor.expression();
    items.push(result);
    if (broken) return end(cursor.recover(']'));
    const next = cursor.peek();
    if (next.kind === ']') return end(cursor.read());
    if (next.kind !== ',') {
      reportTupleSeparator(cursor, open, next);
      return end(cursor.recover(']'));
    }
    cursor.read();
  }
}

function reportTupleSeparator(cursor: TokenCursor, open: Token, found: Token): void {
  if (found.kind === 'end-of-file') {
    cursor.errorUnlessRecovering(
      'Unterminated tuple constructor expression',
      'There is no corresponding closing bracket before the end of the file. This may be caused by incorrect bracket nesting elsewhere in this file.',
      open.range,
    );
    return;
  }
  cursor.errorUnlessRecovering(
    'Missing item separator',
    'Expected a comma to mark the beginning of the next item.',
    found.range,
  );
}

export function parseObject(cursor: TokenCursor): Expression {
  const open = cursor.read();
  return cursor.nested(open.range, () => {
    // Line ends separate the items of an object, but mean nothing in a `for`.
    if (cursor.withNewlines(false, () => cursor.nextIsWord('for'))) {
      return cursor.withNewlines(false, () => parseFor(cursor, open));
    }
    return cursor.withNewlines(true, () => parseObjectItems(cursor, open));
  });
}

function parseObjectItems(cursor: TokenCursor, open: Token): Expression {
  const items: ObjectItem[] = [];
  const end = (close: Token): Expression => ({
    type: 'object',
    items,
    range: joinRanges(open.range, close.range),
  });
  for (;;) {
    if (cursor.nextIs('newline')) {
      cursor.read();
      continue;
    }
    if (cursor.nextIs('}')) return end(cursor.read());
    const key = parseObjectKey(cursor, open);
    if (key === undefined) return end(cursor.recover('}'));
    const value = cursor.expression();
    items.push({ key, value: value.result });
    if (value.broken) return end(cursor.recover('}'));
    const next = cursor.peek();
    if (next.kind === '}') return end(cursor.read());
    if (next.kind !== ',' && next.kind !== 'newline') {
      reportItemSeparator(cursor, open, next);
      return end(cursor.recover('}'));
    }
    cursor.read();
  }
}

/** A key and its `=` or `:`; `undefined` when that failed. */
function parseObjectKey(cursor: TokenCursor, open: Token): Expression | undefined {
  const isParenthesized = cursor.nextIs('(');
  const { result: key, broken } = cursor.expression();
  if (broken) return undefined;
  const next = cursor.peek();
  if (next.kind !== '=' && next.kind !== ':') {
    reportKeySeparator(cursor, open, next);
    return undefined;
  }
  cursor.read();
  return isParenthesized ? key : bareKey(key);
}

/** A bare word as a key is its own name, even `true` or `null`. */
function bareKey(key: Expression): Expression {
  if (key.type === 'variable') return { type: 'literal', value: key.name, range: key.range };
  if (key.type !== 'literal') return key;
  return { type: 'literal', value: String(key.value), range: key.range };
}

const UNTERMINATED = 'Unterminated object constructor expression';
const NO_CLOSER =
  'There is no corresponding closing brace before the end of the file. This may be caused by incorrect brace nesting elsewhere in this file.';
const EXPECTED_EQUALS =
  'Expected an equals sign ("=") to mark the beginning of the attribute value.';

function reportKeySeparator(cursor: TokenCursor, open: Token, found: Token): void {
  if (found.kind === 'newline' || found.kind === ',') {
    cursor.errorUnlessRecovering(
      'Missing attribute value',
      'Expected an attribute value, introduced by an equals sign ("=").',
      found.range,
    );
  } else if (found.kind === 'identifier') {
    cursor.errorUnlessRecovering(
      'Missing key/value separator',
      `${EXPECTED_EQUALS} If you intended to given an attribute name containing periods or spaces, write the name in quotes to create a string literal.`,
      found.range,
    );
  } else if (found.kind === 'end-of-file') {
    cursor.errorUnlessRecovering(UNTERMINATED, NO_CLOSER, open.range);
  } else {
    cursor.errorUnlessRecovering('Missing key/value separator', EXPECTED_EQUALS, found.range);
  }
}

function reportItemSeparator(cursor: TokenCursor, open: Token, found: Token): void {
  if (found.kind === 'end-of-file') {
    cursor.errorUnlessRecovering(UNTERMINATED, NO_CLOSER, open.range);
    return;
  }
  cursor.errorUnlessRecovering(
    'Missing attribute separator',
    'Expected a newline or comma to mark the beginning of the next attribute.',
    found.range,
  );
}
