/**
 * Takes the beginning off a block that has outgrown the live region, so that what leaves never has
 * to change, and what stays can be laid out by itself.
 */

import type { MarkdownLook } from './block-rows.ts';
import { type OpenBlock, type OpenText, openBlocks } from './open-text.ts';
import { plainText, type StyledRow } from './span.ts';
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
  switch (opened.block.tokens[0]?.type) {
    case 'fence':
      return cutFence(open, room, look);
    case 'table_open':
      return cutTable(open, opened, room, look);
    case 'paragraph_open':
      return cutWords(open, room, look);
    default:
      return cutParts(open, opened, room, look) ?? cutWords(open, room, look);
  }
}

/** All lines of code that are complete. */
function cutFence(open: OpenText, room: Room, look: MarkdownLook): Cut | undefined {
  const end = open.text.lastIndexOf('\n') + 1;
  const { begun } = open;
  const opening =
    begun?.type === 'fence' ? begun.opening : open.text.slice(0, open.text.indexOf('\n'));
  const from = begun?.type === 'fence' ? 0 : opening.length + 1;
  if (end === 0 || end < from) return undefined;
  const text = open.text.slice(0, end);
  const before = begun?.type === 'fence' ? begun.context : '';
  const context = wholeLines((before + text.slice(from)).slice(-MAX_CONTEXT));
  const rest = { type: 'fence', opening: opening.trimStart(), context } as const;
  return leave({ ...open, text }, { ...open, text: open.text.slice(end), begun: rest }, room, look);
}

/** The first line may have been cut. */
function wholeLines(text: string): string {
  return text.length < MAX_CONTEXT ? text : text.slice(text.indexOf('\n') + 1);
}

/** All rows of the table that are complete. */
function cutTable(
  open: OpenText,
  { block }: OpenBlock,
  room: Room,
  look: MarkdownLook,
): Cut | undefined {
  const end = open.text.lastIndexOf('\n') + 1;
  const { begun } = open;
  const isBegun = begun?.type === 'table';
  const head = isBegun ? begun.head : /^[^\n]*\n[^\n]*\n/.exec(open.text)?.[0];
  if (head === undefined || end <= (isBegun ? 0 : head.length)) return undefined;
  const widths = isBegun ? begun.widths : tableWidths(tableCells(block.tokens, look), room.columns);
  if (widths.length === 0) return cutWords(open, room, look);
  const rest = {
    ...open,
    text: open.text.slice(end),
    begun: { type: 'table', head, widths },
  } as const;
  return leave({ ...open, text: open.text.slice(0, end) }, rest, room, look);
}

/** Items of a list or parts of a quote, up to the last one. */
function cutParts(
  open: OpenText,
  { block, start }: OpenBlock,
  room: Room,
  look: MarkdownLook,
): Cut | undefined {
  const starts = block.tokens.flatMap(({ type, map }) =>
    type !== 'inline' && map !== null && map[0] > block.start ? [map[0] - block.start + start] : [],
  );
  const line = Math.max(...starts);
  const lines = open.text.split('\n');
  const next = lines[line];
  if (starts.length === 0 || next === undefined) return undefined;
  const indent = /^ */.exec(next)?.[0].length ?? 0;
  const rest = [numbered(next, block, line - start), ...lines.slice(line + 1)].join('\n');
  const leaving = { ...open, text: `${lines.slice(0, line).join('\n')}\n` };
  const begun = { type: 'parts', hasGap: lines[line - 1]?.trim() === '' } as const;
  return leave(leaving, { ...open, text: rest, begun, indent }, room, look);
}

/** Many a list is numbered 1. 1. 1.; its rest begins with the number that its item has. */
function numbered(line: string, block: OpenBlock['block'], offset: number): string {
  const [list] = block.tokens;
  if (list?.type !== 'ordered_list_open') return line;
  const items = block.tokens.filter(({ type, level }) => type === 'list_item_open' && level === 1);
  const index = items.findIndex(({ map }) => map?.[0] === block.start + offset);
  if (index < 0) return line;
  return line.replace(/^( *)\d+/, `$1${Number(list.attrGet('start') ?? 1) + index}`);
}

/** Cuts tried, from the last one back, for one that splits no emphasis, code or link. */
const MAX_TRIES = 40;

/** The words that fill the rows that leave. */
function cutWords(open: OpenText, room: Room, look: MarkdownLook): Cut | undefined {
  const layOut = (text: string): readonly StyledRow[] =>
    openBlocks({ ...open, text }, room.columns, look).flatMap(({ rows }) => rows);
  const { text } = open;
  const leaving = layOut(text).length - room.rows;
  if (leaving < 1) return undefined;
  const places = breaks(text);
  const last = lastFitting(places, (place) => layOut(text.slice(0, place)).length <= leaving);
  const begun = { type: 'paragraph' } as const;
  const whole = lettersOf(open, {}, room, look);
  const isClean = (place: number): boolean => {
    const rest = { text: text.slice(place).trimStart(), begun, indent: 0 };
    const before = lettersOf(open, { text: text.slice(0, place) }, room, look);
    return before + lettersOf(open, rest, room, look) === whole;
  };
  const tried = places.slice(Math.max(0, last + 1 - MAX_TRIES), last + 1).reverse();
  const place = tried.find(isClean) ?? tried[0];
  if (place === undefined) return undefined;
  const rest = { text: text.slice(place).trimStart(), begun, indent: 0, hasOutput: true };
  return { rows: layOut(text.slice(0, place)), open: rest };
}

/** Places behind which the text may be broken: blanks, line ends, and long words anywhere. */
function breaks(text: string): readonly number[] {
  const places: number[] = [];
  for (const { index } of text.matchAll(/[ \n]/g)) if (index > 0) places.push(index);
  return places.length > 0 ? places : longWord(text);
}

const WORD_PIECE = 64;

function longWord(text: string): readonly number[] {
  const places: number[] = [];
  for (let index = WORD_PIECE; index < text.length; index += WORD_PIECE) {
    // Never between the halves of a character.
    const isHalf = /[\udc00-\udfff]/.test(text[index] ?? '');
    places.push(isHalf ? index - 1 : index);
  }
  return places;
}

/** Index of the last place that fits; all before it do. -1: none. */
function lastFitting(places: readonly number[], fits: (place: number) => boolean): number {
  let low = -1;
  let high = places.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(places[middle] ?? 0)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** What is shown but for blanks; marks that have no effect show. */
function lettersOf(
  open: OpenText,
  more: Partial<OpenText>,
  { columns }: Room,
  look: MarkdownLook,
): string {
  const rows = openBlocks({ ...open, ...more }, columns, { ...look, hasColor: true });
  const texts = rows.flatMap((block) => block.rows.map(({ spans }) => plainText(spans)));
  return texts.join('').replace(/\s/g, '');
}

function leave(leaving: OpenText, rest: OpenText, room: Room, look: MarkdownLook): Cut {
  const rows = openBlocks(leaving, room.columns, look).flatMap((block) => block.rows);
  return { rows, open: { ...rest, hasOutput: true } };
}
