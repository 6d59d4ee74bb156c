/** The lists and quotes that a part of an answer stands in, so that what follows can go on there. */
import type { Token } from './parser.ts';

export interface Containers {
  /** Their marks as they were written, outermost first: `1. `, `> `. */
  readonly marks: readonly string[];
  /** Numbers that the items of the ordered lists among them have; many are written 1. 1. 1. */
  readonly numbers: readonly number[];
  /** Cells that each mark takes on screen, where its number may be longer. */
  readonly cells: readonly number[];
}

/** A token that is open. */
interface Frame {
  readonly token: Token;
  /** Of an item or a quote. */
  readonly mark?: string | undefined;
  readonly cells: number;
  /** Of an ordered list: the number of its next item. */
  next?: number | undefined;
}

const QUOTE = /^ {0,3}> ?/;
const ITEM = /^( {0,3}(?:[-*+]|\d{1,9}[.)]))( *)/;

/** An item whose text stands behind more blanks begins with some of them. */
const MAX_BLANKS = 4;

/**
 * @param index - Of a token that opens.
 * @param lines - What was parsed.
 * @param numbers - Of the ordered lists that the first line is in, where they are not as written.
 */
export function containersOf(
  tokens: readonly Token[],
  index: number,
  lines: readonly string[],
  numbers: readonly number[],
): Containers {
  const open: Frame[] = [];
  let isFirst = true;
  let lists = 0;
  for (const token of tokens.slice(0, index)) {
    if (token.nesting < 0) open.pop();
    if (token.nesting <= 0) {
      isFirst = false;
      continue;
    }
    const isOrdered = token.type === 'ordered_list_open';
    const written = isOrdered ? Number(token.attrGet('start') ?? 1) : undefined;
    const next = (isFirst && isOrdered ? numbers[lists] : undefined) ?? written;
    lists += isOrdered ? 1 : 0;
    open.push(next === undefined ? markFrame(token, open, lines) : { token, cells: 0, next });
  }
  const marked = open.filter(({ mark }) => mark !== undefined);
  return {
    marks: marked.map(({ mark = '' }) => mark),
    numbers: open.flatMap(({ next }, at) =>
      next === undefined ? [] : [open[at + 1] === undefined ? next : next - 1],
    ),
    cells: marked.map(({ cells }) => cells),
  };
}

function markFrame(token: Token, open: readonly Frame[], lines: readonly string[]): Frame {
  const start = token.map?.[0] ?? 0;
  const marks = open.map(({ token: { map }, mark = '' }) =>
    map?.[0] === start ? { written: mark } : { mark },
  );
  const line = marks.reduce(
    (rest, { written, mark = '' }) =>
      written === undefined ? withoutMark(rest, mark) : rest.slice(written.length),
    lines[start] ?? '',
  );
  if (token.type === 'blockquote_open')
    return { token, mark: QUOTE.exec(line)?.[0] ?? '> ', cells: 2 };
  if (token.type !== 'list_item_open') return { token, cells: 0 };
  const list = open.at(-1);
  const [, sign = '-', blanks = ''] = ITEM.exec(line) ?? [];
  const isFar = blanks === '' || blanks.length > MAX_BLANKS;
  const cells = list?.next === undefined ? 2 : `${list.next}${token.markup} `.length;
  if (list?.next !== undefined) list.next += 1;
  return { token, mark: sign + (isFar ? ' ' : blanks), cells };
}

/** Whether the beginning of a line may yet turn out to be the mark of an item. */
export function mayBecomeItem(line: string): boolean {
  return /^[\s>]*(?:\d{1,9}[.)]?|[-*+])?$/.test(line);
}

/** A line in containers that began before it, as it reads inside of them. */
export function withoutMarks(line: string, marks: readonly string[]): string {
  return marks.reduce(withoutMark, line);
}

function withoutMark(line: string, mark: string): string {
  if (mark.includes('>')) return line.replace(QUOTE, '');
  return line.replace(new RegExp(`^ {0,${mark.length}}`), '');
}
