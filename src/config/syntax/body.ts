/** Bodies: arguments and blocks, with HCL's own way of going on after an error. */
import { joinRanges, type SourceRange } from '../../diagnostics/source-range.ts';
import type { RawAttribute, RawBlock, RawBody, RawLabel } from './ast.ts';
import { formatRange } from './format-range.ts';
import { parseLabel } from './label.ts';
import { quote } from './quote.ts';
import type { Token } from './token.ts';
import type { TokenCursor } from './token-cursor.ts';

const REQUIRED = 'Argument or block definition required';
const REQUIRED_HERE = 'An argument or block definition is required here.';
const TO_SET = `${REQUIRED_HERE} To set an argument, use the equals sign "=" to introduce the argument value.`;

interface Items {
  readonly attributes: RawAttribute[];
  readonly blocks: RawBlock[];
  readonly nameRanges: Map<string, SourceRange>;
}

/** Parses up to and with the closing token of a body. */
export function parseBody(cursor: TokenCursor, closer: '}' | 'end-of-file'): RawBody {
  const startRange = cursor.previousRange();
  const items: Items = { attributes: [], blocks: [], nameRanges: new Map() };
  const { attributes, blocks } = items;
  for (;;) {
    const next = cursor.peek();
    if (next.kind === closer) {
      cursor.read();
      return { attributes, blocks, range: joinRanges(startRange, next.range) };
    }
    if (next.kind === 'newline') cursor.read();
    else if (next.kind === 'identifier') parseItem(cursor, items);
    else {
      reportBadItem(cursor, cursor.read(), startRange);
      const range = joinRanges(startRange, cursor.previousRange());
      cursor.recover(closer);
      return { attributes, blocks, range };
    }
  }
}

function reportBadItem(cursor: TokenCursor, bad: Token, startRange: SourceRange): void {
  if (bad.kind === 'open-quote') {
    cursor.errorUnlessRecovering(
      'Invalid argument name',
      'Argument names must not be quoted.',
      bad.range,
    );
  } else if (bad.kind === 'end-of-file') reportUnclosedBlock(cursor, startRange);
  else cursor.errorUnlessRecovering(REQUIRED, REQUIRED_HERE, bad.range);
}

function reportUnclosedBlock(cursor: TokenCursor, openRange: SourceRange): void {
  cursor.errorUnlessRecovering(
    'Unclosed configuration block',
    'There is no closing brace for this block before the end of the file. This may be caused by incorrect brace nesting elsewhere in this file.',
    openRange,
  );
}

function parseItem(cursor: TokenCursor, items: Items): void {
  const name = cursor.read();
  const { kind } = cursor.peek();
  if (kind === '=') {
    addAttribute(cursor, items, parseAttribute(cursor, name, false));
  } else if (kind === 'open-quote' || kind === '{' || kind === 'identifier') {
    const block = parseBlock(cursor, name);
    if (block !== undefined) items.blocks.push(block);
  } else {
    cursor.error(REQUIRED, TO_SET, name.range);
    cursor.recoverAfterBodyItem();
  }
}

function addAttribute(cursor: TokenCursor, items: Items, attribute: RawAttribute): void {
  const earlier = items.nameRanges.get(attribute.name);
  if (earlier === undefined) {
    items.nameRanges.set(attribute.name, attribute.nameRange);
    items.attributes.push(attribute);
    return;
  }
  cursor.error(
    'Attribute redefined',
    `The argument ${quote(attribute.name)} was already set at ${formatRange(earlier)}. Each argument may be set only once.`,
    attribute.nameRange,
  );
}

function parseAttribute(cursor: TokenCursor, name: Token, onOneLine: boolean): RawAttribute {
  cursor.read();
  const { result: expression, broken } = cursor.expression();
  const range = joinRanges(name.range, cursor.previousRange());
  if (broken) cursor.recoverAfterBodyItem();
  else if (!onOneLine) endAttribute(cursor);
  return { name: name.text, nameRange: name.range, expression, range };
}

function endAttribute(cursor: TokenCursor): void {
  const end = cursor.peek();
  if (end.kind === 'newline' || end.kind === 'end-of-file') {
    cursor.read();
    return;
  }
  const mustEnd = 'An argument definition must end with a newline.';
  if (end.kind === ',') {
    cursor.errorUnlessRecovering(
      'Unexpected comma after argument',
      `Argument definitions must be separated by newlines, not commas. ${mustEnd}`,
      end.range,
    );
  } else cursor.errorUnlessRecovering('Missing newline after argument', mustEnd, end.range);
  cursor.recoverAfterBodyItem();
}

function parseBlock(cursor: TokenCursor, type: Token): RawBlock | undefined {
  const labels = parseLabels(cursor);
  const open = cursor.peek();
  if (open.kind !== '{') {
    reportBadHeader(cursor, open);
    cursor.recoverAfterBodyItem();
    return undefined;
  }
  cursor.read();
  const body = cursor.nested(open.range, () => parseBlockBody(cursor, open));
  const closeRange = cursor.previousRange();
  endBlock(cursor);
  return {
    type: type.text,
    typeRange: type.range,
    labels,
    headerRange: joinRanges(type.range, labels.at(-1)?.range ?? type.range),
    body: { ...body, range: joinRanges(open.range, closeRange) },
    range: joinRanges(type.range, closeRange),
  };
}

function parseLabels(cursor: TokenCursor): readonly RawLabel[] {
  const labels: RawLabel[] = [];
  for (;;) {
    const { kind } = cursor.peek();
    if (kind === 'identifier') {
      const { text, range } = cursor.read();
      labels.push({ value: text, range });
    } else if (kind === 'open-quote') labels.push(parseLabel(cursor));
    else return labels;
  }
}

function reportBadHeader(cursor: TokenCursor, found: Token): void {
  const summary = 'Invalid block definition';
  if (found.kind === '=') {
    cursor.error(
      summary,
      'The equals sign "=" indicates an argument definition, and must not be used when defining a block.',
      found.range,
    );
  } else if (found.kind === 'newline') {
    cursor.error(
      summary,
      'A block definition must have block content delimited by "{" and "}", starting on the same line as the block header.',
      found.range,
    );
  } else {
    cursor.errorUnlessRecovering(
      summary,
      'Either a quoted string block label or an opening brace ("{") is expected here.',
      found.range,
    );
  }
}

function endBlock(cursor: TokenCursor): void {
  const end = cursor.peek();
  if (end.kind === 'newline' || end.kind === 'end-of-file') {
    cursor.read();
    return;
  }
  cursor.errorUnlessRecovering(
    'Missing newline after block definition',
    'A block definition must end with a newline.',
    end.range,
  );
  cursor.recoverAfterBodyItem();
}

function parseBlockBody(cursor: TokenCursor, open: Token): RawBody {
  const { kind } = cursor.peek();
  if (kind === 'newline' || kind === 'end-of-file' || kind === '}') return parseBody(cursor, '}');
  const before = cursor.errors.length;
  const body = parseOneLineBody(cursor, open);
  // What is wrong with the line as a whole is told before what is wrong inside of it.
  const inside = cursor.errors.splice(before);
  endOneLineBlock(cursor, open);
  cursor.errors.push(...inside);
  return body;
}

function parseOneLineBody(cursor: TokenCursor, open: Token): RawBody {
  const empty: RawBody = { attributes: [], blocks: [], range: open.range };
  const name = cursor.read();
  if (name.kind !== 'identifier') {
    cursor.error(REQUIRED, REQUIRED_HERE, name.range);
    cursor.recoverAfterBodyItem();
    return empty;
  }
  const next = cursor.peek();
  if (next.kind === '=') {
    return { ...empty, attributes: [parseAttribute(cursor, name, true)] };
  }
  if (next.kind === 'open-quote' || next.kind === '{' || next.kind === 'identifier') {
    cursor.error(
      'Argument definition required',
      `A single-line block definition can contain only a single argument. If you meant to define argument ${quote(name.text)}, use an equals sign to assign it a value. To define a nested block, place it on a line of its own within its parent block.`,
      joinRanges(name.range, next.range),
    );
  } else cursor.error(REQUIRED, TO_SET, name.range);
  cursor.recoverAfterBodyItem();
  return empty;
}

const ONE_LINE = 'Invalid single-argument block definition';

function endOneLineBlock(cursor: TokenCursor, open: Token): void {
  const { kind, range } = cursor.peek();
  if (kind === '}') {
    cursor.read();
    return;
  }
  if (kind === ',') {
    cursor.error(
      ONE_LINE,
      'Single-line block syntax can include only one argument definition. To define multiple arguments, use the multi-line block syntax with one argument definition per line.',
      range,
    );
  } else if (kind === 'newline') {
    cursor.error(
      ONE_LINE,
      "An argument definition on the same line as its containing block creates a single-line block definition, which must also be closed on the same line. Place the block's closing brace immediately after the argument definition.",
      range,
    );
  } else if (kind === 'end-of-file') reportUnclosedBlock(cursor, open.range);
  else {
    cursor.errorUnlessRecovering(
      ONE_LINE,
      'A single-line block definition must end with a closing brace immediately after its single argument definition.',
      range,
    );
  }
  cursor.recover('}');
}
