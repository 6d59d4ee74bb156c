/**
 * Takes the beginning off a block that has outgrown the live region, so that what leaves never has
 * to change, and what stays can be laid out by itself.
 */

import { type BegunPart, headOf } from './begun.ts';
import { columnsBeside, type MarkdownLook } from './block-rows.ts';
import { type Containers, containersOf, mayBecomeItem, withoutMarks } from './containers.ts';
import { cutWords } from './cut-words.ts';
import { isClosedFence } from './fence-rows.ts';
import { type OpenBlock, type OpenText, openBlocks } from './open-text.ts';
import type { Token } from './parser.ts';
import type { StyledRow } from './span.ts';
import { tableCells, tableWidths } from './table-rows.ts';

export interface Cut {
  /** What leaves. */
  readonly rows: readonly StyledRow[];
  readonly open: OpenText;
}

export interface Room {
  readonly columns: number;
  /** Rows that may stay. */
  readonly rows: number;
  /** There is too much text to wait for a place where no word changes its meaning. */
  readonly mustCut: boolean;
}

/** A block without blocks in it, with what it stands in. */
interface Leaf {
  readonly tokens: readonly Token[];
  readonly within: Containers;
}

/** Code kept to know what the next lines are in. */
const MAX_CONTEXT = 2_048;

/**
 * @param open - Begins with the block.
 * @returns `undefined` when nothing of it can leave yet.
 */
export function cutBlock(
  open: OpenText,
  opened: OpenBlock,
  room: Room,
  look: MarkdownLook,
): Cut | undefined {
  const parts = cutParts(open, opened, room, look);
  const leaf = leafOf(open, opened);
  if (parts !== undefined || leaf === undefined) return parts;
  switch (leaf.tokens[0]?.type) {
    case 'fence':
      return cutFence(open, leaf, room, look);
    case 'table_open':
      return cutTable(open, leaf, room, look);
    default:
      return cutWords(open, { ...leaf, ...room }, look);
  }
}

const LEAVES = new Set(['paragraph_open', 'heading_open', 'fence', 'table_open']);

const PARTS = new Set([
  ...LEAVES,
  ...['hr', 'list_item_open', 'bullet_list_open', 'ordered_list_open', 'blockquote_open'],
]);

/** What there is left of the block when no part of it has begun behind its first line. */
function leafOf(open: OpenText, { block: { tokens } }: OpenBlock): Leaf | undefined {
  const index = tokens.findIndex(({ type }) => LEAVES.has(type));
  if (index < 0) return undefined;
  return { tokens: tokens.slice(index), within: within(open, tokens, index) };
}

export function isFence({ block: { tokens } }: OpenBlock): boolean {
  return tokens.find(({ type }) => LEAVES.has(type))?.type === 'fence';
}

function within(open: OpenText, tokens: readonly Token[], index: number): Containers {
  const lines = (headOf(open.begun) + open.text).split('\n');
  return containersOf(tokens, index, lines, open.begun?.numbers ?? []);
}

/** Items of a list or parts of a quote, up to the last one. */
function cutParts(
  open: OpenText,
  { block: { tokens, start } }: OpenBlock,
  room: Room,
  look: MarkdownLook,
): Cut | undefined {
  const lines = open.text.split('\n');
  const headLines = headOf(open.begun).split('\n').length - 1;
  const end = headLines + lines.length - (mayBecomeItem(lines.at(-1) ?? '') ? 1 : 0);
  const lineOf = ({ type, map }: Token): number =>
    PARTS.has(type) && map !== null && map[0] < end ? map[0] : 0;
  const last = Math.max(...tokens.map(lineOf));
  const line = last - headLines;
  if (last <= start || line <= 0) return undefined;
  const { marks, numbers } = within(
    open,
    tokens,
    tokens.findIndex((token) => lineOf(token) === last),
  );
  const first = firstOf(lines[line] ?? '', marks);
  const leaving = { ...open, text: `${lines.slice(0, line).join('\n')}\n` };
  const part = { type: 'none', hasGap: /^[\s>]*$/.test(lines[line - 1] ?? '') } as const;
  const text = [first, ...lines.slice(line + 1)].join('\n');
  return leave(leaving, { ...open, text, begun: { marks, numbers, part } }, room, look);
}

/** A line behind its marks; behind that of an item blanks would be part of the mark. */
function firstOf(line: string, marks: readonly string[]): string {
  const text = withoutMarks(line, marks);
  return marks.at(-1)?.includes('>') === false ? text.trimStart() : text;
}

/** All lines of code that are complete, but for the fence that ends them. */
function cutFence(open: OpenText, leaf: Leaf, room: Room, look: MarkdownLook): Cut | undefined {
  const [token] = leaf.tokens;
  const begun = open.begun?.part.type === 'fence' ? open.begun.part : undefined;
  const from = begun === undefined ? open.text.indexOf('\n') + 1 : 0;
  const end = fenceEnd(open.text, token);
  if (token === undefined || end === 0 || end < from) return undefined;
  const opening = begun?.opening ?? firstLine(open, leaf.within);
  const leaving = { ...open, text: open.text.slice(0, end) };
  const [code] = openBlocks(leaving, room.columns, look);
  const lines = code?.block.tokens.find(({ type }) => type === 'fence')?.content ?? '';
  const context = wholeLines(((begun?.context ?? '') + lines).slice(-MAX_CONTEXT));
  const part = { type: 'fence', opening, context } as const;
  return leave(leaving, begunWith(open, open.text.slice(end), leaf.within, part), room, look);
}

function fenceEnd(text: string, token: Token | undefined): number {
  const end = text.lastIndexOf('\n') + 1;
  if (token === undefined || !isClosedFence(token)) return end;
  const closing = text.trimEnd().lastIndexOf('\n') + 1;
  return Math.min(end, closing);
}

/** The first line may have been cut. */
function wholeLines(text: string): string {
  return text.length < MAX_CONTEXT ? text : text.slice(text.indexOf('\n') + 1);
}

/** All rows of the table that are complete. */
function cutTable(open: OpenText, leaf: Leaf, room: Room, look: MarkdownLook): Cut | undefined {
  const begun = open.begun?.part.type === 'table' ? open.begun.part : undefined;
  const [, second = ''] = open.text.split('\n');
  const head = begun?.head ?? `${firstLine(open, leaf.within)}\n${second}\n`;
  const from = begun === undefined ? headEnd(open.text) : 0;
  const end = open.text.lastIndexOf('\n') + 1;
  if (end <= from) return undefined;
  const columns = leaf.within.cells.reduce(columnsBeside, room.columns);
  const widths = begun?.widths ?? tableWidths(tableCells(leaf.tokens, look), columns);
  const part = { type: 'table', head, widths } as const;
  const rest = begunWith(open, open.text.slice(end), leaf.within, part);
  return leave({ ...open, text: open.text.slice(0, end) }, rest, room, look);
}

/** Behind two lines: the head and its rule. */
function headEnd(text: string): number {
  return /^[^\n]*\n[^\n]*\n/.exec(text)?.[0].length ?? text.length;
}

/** The first line of the text behind the marks that it stands in. */
function firstLine(open: OpenText, { marks }: Containers): string {
  const [line = ''] = (headOf(open.begun) + open.text).split('\n');
  return line.slice(marks.join('').length).trimStart();
}

function begunWith(
  open: OpenText,
  text: string,
  { marks, numbers }: Containers,
  part: BegunPart,
): OpenText {
  return { ...open, text, begun: { marks, numbers, part } };
}

function leave(leaving: OpenText, rest: OpenText, room: Room, look: MarkdownLook): Cut {
  const rows = openBlocks(leaving, room.columns, look).flatMap((block) => block.rows);
  return { rows, open: { ...rest, hasOutput: true } };
}
