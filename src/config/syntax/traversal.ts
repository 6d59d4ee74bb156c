/** What may follow a term: `.name`, `[key]`, the legacy `.0`, and the two splats. */
import { joinRanges, type SourceRange } from '../../diagnostics/source-range.ts';
import type { Expression } from './ast.ts';
import { checkNumber } from './number.ts';
import type { Token } from './token.ts';
import type { TokenCursor } from './token-cursor.ts';

/** Extends `target` by all steps that follow it. */
export function parseTraversals(cursor: TokenCursor, target: Expression): Expression {
  let result = target;
  for (;;) {
    const { kind, range } = cursor.peek();
    if (kind !== '.' && kind !== '[') return result;
    cursor.grow(range);
    if (kind === '.') result = parseDotStep(cursor, result);
    else result = parseBracketStep(cursor, result);
  }
}

const NAME_REQUIRED = 'An attribute name is required after a dot.';

function parseDotStep(cursor: TokenCursor, target: Expression): Expression {
  const dot = cursor.read();
  const next = cursor.peek();
  if (next.kind === 'identifier') return attributeStep(target, dot, cursor.read());
  if (next.kind === 'number') return legacyIndexStep(cursor, target, dot);
  if (next.kind === '*') return parseAttributeSplat(cursor, target, dot);
  cursor.error('Invalid attribute name', NAME_REQUIRED, next.range);
  cursor.recovering = true;
  return target;
}

function attributeStep(target: Expression, dot: Token, name: Token): Expression {
  const stepRange = joinRanges(dot.range, name.range);
  const range = joinRanges(target.range, stepRange);
  return { type: 'attribute-access', target, name: name.text, stepRange, range };
}

/** `target.0`; two in a row, `target.0.1`, look like one number and are refused. */
function legacyIndexStep(
  cursor: TokenCursor,
  target: Expression,
  dot: Token,
  splatStar?: Token,
): Expression {
  const number = cursor.read();
  const [first, ...rest] = number.text.split('.');
  if (rest.length > 0) {
    const hint = splatStar === undefined ? '' : ' with a full splat expression [*]';
    cursor.error(
      'Invalid legacy index syntax',
      `When using the legacy index syntax, chaining two indexes together is not permitted. Use the proper index syntax${hint} instead, like [${first}][${rest.join('.')}].`,
      (splatStar ?? number).range,
    );
  } else checkNumber(cursor, number);
  const stepRange = joinRanges(dot.range, number.range);
  return {
    type: 'index',
    target,
    key: { type: 'number', text: number.text, range: number.range },
    stepRange,
    range: joinRanges(target.range, stepRange),
  };
}

/** `target.*.name`: only names and legacy indexes may follow. */
function parseAttributeSplat(cursor: TokenCursor, target: Expression, dot: Token): Expression {
  const star = cursor.read();
  const stepRange = joinRanges(dot.range, star.range);
  let each: Expression = { type: 'splat-item', range: stepRange };
  while (cursor.nextIs('.')) {
    const nextDot = cursor.read();
    const next = cursor.peek();
    if (next.kind === 'number') {
      each = legacyIndexStep(cursor, each, nextDot, star);
    } else if (next.kind === 'identifier') {
      each = attributeStep(each, nextDot, cursor.read());
    } else {
      reportAfterSplat(cursor, next, star.range);
      return target;
    }
  }
  return { type: 'splat', target, each, stepRange, range: joinRanges(target.range, each.range) };
}

function reportAfterSplat(cursor: TokenCursor, found: Token, starRange: SourceRange): void {
  if (found.kind === '*') {
    cursor.errorUnlessRecovering(
      'Nested splat expression not allowed',
      'A splat expression (*) cannot be used inside another attribute-only splat expression.',
      found.range,
    );
  } else cursor.errorUnlessRecovering('Invalid attribute name', NAME_REQUIRED, starRange);
  cursor.recovering = true;
}

function parseBracketStep(cursor: TokenCursor, target: Expression): Expression {
  const open = cursor.read();
  if (cursor.nextIs('*')) return parseFullSplat(cursor, target, open);
  return cursor.nested(open.range, () =>
    cursor.withNewlines(false, () => parseIndexStep(cursor, target, open)),
  );
}

function parseIndexStep(cursor: TokenCursor, target: Expression, open: Token): Expression {
  const { result: key, broken } = cursor.expression();
  const close = broken
    ? cursor.recover(']')
    : readCloseBracket(
        cursor,
        'Missing close bracket on index',
        'The index operator must end with a closing bracket ("]").',
      );
  const stepRange = joinRanges(open.range, close.range);
  return { type: 'index', target, key, stepRange, range: joinRanges(target.range, stepRange) };
}

/** `target[*]`: all steps that follow apply to each element. */
function parseFullSplat(cursor: TokenCursor, target: Expression, open: Token): Expression {
  cursor.read();
  const close = readCloseBracket(
    cursor,
    'Missing close bracket on splat index',
    'The star for a full splat operator must be immediately followed by a closing bracket ("]").',
  );
  const stepRange = joinRanges(open.range, close.range);
  const each = cursor.nested(open.range, () =>
    parseTraversals(cursor, { type: 'splat-item', range: stepRange }),
  );
  return { type: 'splat', target, each, stepRange, range: joinRanges(target.range, each.range) };
}

function readCloseBracket(cursor: TokenCursor, summary: string, detail: string): Token {
  const close = cursor.read();
  if (close.kind === ']' || cursor.recovering) return close;
  // HCL's own parser reports this where it finds the bracket, or the end of the file.
  const found = cursor.recover(']');
  cursor.error(summary, detail, found.range);
  return found;
}
