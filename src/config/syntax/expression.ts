/** Expressions: operators by precedence, and the terms between them. */
import { joinRanges, type SourceRange } from '../../diagnostics/source-range.ts';
import type { BinaryOperator, Expression } from './ast.ts';
import { parseCall } from './call.ts';
import { parseObject, parseTuple } from './collection.ts';
import { checkNumber } from './number.ts';
import { parseTemplate } from './template.ts';
import type { Token, TokenKind } from './token.ts';
import type { TokenCursor } from './token-cursor.ts';
import { parseTraversals } from './traversal.ts';

const PRECEDENCE: Partial<Record<TokenKind, number>> & Record<BinaryOperator, number> = {
  '||': 1,
  '&&': 2,
  '==': 3,
  '!=': 3,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  '+': 5,
  '-': 5,
  '*': 6,
  '/': 6,
  '%': 6,
};

/** Parses one expression. Errors are collected in the cursor; the tree stays usable as a shape. */
export function parseExpression(cursor: TokenCursor): Expression {
  return cursor.beside(() => parseConditional(cursor));
}

function parseConditional(cursor: TokenCursor): Expression {
  const { result: condition, broken } = attempt(cursor, () => parseBinary(cursor, 1));
  const question = cursor.peek();
  if (broken || question.kind !== '?') return condition;
  cursor.read();
  return cursor.nested(question.range, () => parseBranches(cursor, condition));
}

function parseBranches(cursor: TokenCursor, condition: Expression): Expression {
  const whenTrue = cursor.expression();
  if (whenTrue.broken) return condition;
  const colon = cursor.peek();
  if (colon.kind !== ':') {
    cursor.error(
      'Missing false expression in conditional',
      'The conditional operator (...?...:...) requires a false expression, delimited by a colon.',
      colon.range,
    );
    return condition;
  }
  cursor.read();
  const whenFalse = cursor.expression();
  if (whenFalse.broken) return condition;
  return {
    type: 'conditional',
    condition,
    whenTrue: whenTrue.result,
    whenFalse: whenFalse.result,
    range: joinRanges(condition.range, whenFalse.result.range),
  };
}

/** `broken` as in `TokenCursor.expression`. */
function attempt(
  cursor: TokenCursor,
  parse: () => Expression,
): { readonly result: Expression; readonly broken: boolean } {
  const { result, failed } = cursor.attempt(parse);
  return { result, broken: failed && cursor.recovering };
}

function parseBinary(cursor: TokenCursor, lowest: number): Expression {
  const first = attempt(cursor, () => parseTerm(cursor));
  let left = first.result;
  let broken = first.broken;
  while (!broken) {
    const { kind, range } = cursor.peek();
    const precedence = PRECEDENCE[kind] ?? 0;
    if (precedence < lowest) break;
    cursor.read();
    const right = attempt(cursor, () => cursor.beside(() => parseBinary(cursor, precedence + 1)));
    broken = right.broken;
    if (broken) break;
    cursor.grow(range);
    left = {
      type: 'binary',
      operator: kind as BinaryOperator, // the table has no other keys
      left,
      right: right.result,
      range: joinRanges(left.range, right.result.range),
    };
  }
  return left;
}

function parseTerm(cursor: TokenCursor): Expression {
  return parseTraversals(cursor, parseBareTerm(cursor));
}

function parseBareTerm(cursor: TokenCursor): Expression {
  const token = cursor.peek();
  switch (token.kind) {
    case '(':
      return parseParentheses(cursor);
    case 'number':
      return parseNumber(cursor);
    case 'identifier':
      return parseWord(cursor);
    case 'open-quote':
    case 'open-heredoc':
      return parseTemplate(cursor);
    case '-':
    case '!':
      return parseUnary(cursor, token.kind);
    case '[':
      return parseTuple(cursor);
    case '{':
      return parseObject(cursor);
    default:
      return parseNothing(cursor, token);
  }
}

function parseNothing(cursor: TokenCursor, found: Token): Expression {
  const atEnd = found.kind === 'end-of-file';
  cursor.errorUnlessRecovering(
    atEnd ? 'Missing expression' : 'Invalid expression',
    `Expected the start of an expression, but found ${atEnd ? 'the end of the file' : 'an invalid expression token'}.`,
    found.range,
  );
  cursor.recovering = true;
  return { type: 'literal', value: null, range: found.range };
}

function parseParentheses(cursor: TokenCursor): Expression {
  const open = cursor.read();
  return cursor.nested(open.range, () =>
    cursor.withNewlines(false, () => parseParenthesized(cursor, open.range)),
  );
}

function parseParenthesized(cursor: TokenCursor, openRange: SourceRange): Expression {
  const { result: inner, failed } = cursor.attempt(() => parseExpression(cursor));
  if (failed) {
    cursor.recover(')');
    return inner;
  }
  const close = cursor.read();
  if (close.kind !== ')') {
    cursor.error(
      'Unbalanced parentheses',
      'Expected a closing parenthesis to terminate the expression.',
      close.range,
    );
    cursor.recovering = true;
  }
  return { type: 'parentheses', inner, range: joinRanges(openRange, close.range) };
}

function parseUnary(cursor: TokenCursor, operator: '-' | '!'): Expression {
  const sign = cursor.read();
  const operand = cursor.nested(sign.range, () => parseTerm(cursor));
  return { type: 'unary', operator, operand, range: joinRanges(sign.range, operand.range) };
}

function parseNumber(cursor: TokenCursor): Expression {
  const token = cursor.read();
  checkNumber(cursor, token);
  return { type: 'number', text: token.text, range: token.range };
}

const CONSTANTS = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

function parseWord(cursor: TokenCursor): Expression {
  const word = cursor.read();
  const { kind } = cursor.peek();
  if (kind === '(' || kind === '::') return parseCall(cursor, word);
  const constant = CONSTANTS.get(word.text);
  return constant === undefined
    ? { type: 'variable', name: word.text, range: word.range }
    : { type: 'literal', value: constant, range: word.range };
}
