/** Takes rows of words off a paragraph or a heading. */
import type { MarkdownLook } from './block-rows.ts';
import { type Containers, withoutMarks } from './containers.ts';
import { breaks, cutPlaces } from './cut-places.ts';
import { type OpenText, openBlocks } from './open-text.ts';
import type { Token } from './parser.ts';
import { plainText, type StyledRow } from './span.ts';

export interface Words {
  /** Of the paragraph or heading. */
  readonly tokens: readonly Token[];
  readonly within: Containers;
  readonly columns: number;
  /** Rows that may stay. */
  readonly rows: number;
  readonly mustCut: boolean;
}

export interface WordsCut {
  readonly rows: readonly StyledRow[];
  readonly open: OpenText;
}

/** Cuts tried, from the last one back, for one that splits no emphasis. */
const MAX_TRIES = 40;

/** The words that fill the rows that leave; `undefined` while they can not be cut. */
export function cutWords(open: OpenText, words: Words, look: MarkdownLook): WordsCut | undefined {
  const layOut = (text: string): readonly StyledRow[] =>
    openBlocks({ ...open, text }, words.columns, look).flatMap(({ rows }) => rows);
  const leaving = layOut(open.text).length - words.rows;
  if (leaving < 1) return undefined;
  const fits = (place: number): boolean => layOut(open.text.slice(0, place)).length <= leaving;
  const places = placesIn(open, words, fits);
  const last = lastFitting(places, fits);
  const tried = places.slice(Math.max(0, last + 1 - MAX_TRIES), last + 1).reverse();
  const place = bestOf(tried, open, words, look);
  if (place === undefined) return undefined;
  return { rows: layOut(open.text.slice(0, place)), open: restAt(open, place, words) };
}

/** Where rows end and no emphasis is split, if there is such a place; otherwise without the first. */
function bestOf(
  places: readonly number[],
  open: OpenText,
  words: Words,
  look: MarkdownLook,
): number | undefined {
  const whole = lettersOf(open, words, look);
  const rows = rowTexts(open, words, look);
  let first: number | undefined;
  for (const place of places) {
    const before = { ...open, text: open.text.slice(0, place) };
    const letters = lettersOf(before, words, look);
    if (letters + lettersOf(restAt(open, place, words), words, look) !== whole) continue;
    const leaving = rowTexts(before, words, look);
    if (leaving.at(-1) === rows[leaving.length - 1]) return place;
    first ??= place;
  }
  return first ?? places[0];
}

function placesIn(
  open: OpenText,
  { tokens, within, mustCut }: Words,
  fits: (place: number) => boolean,
): readonly number[] {
  const isBegun = open.begun?.part.type === 'words';
  const head = within.marks.join('').length - (open.begun?.marks.join('').length ?? 0);
  const from = isBegun
    ? 0
    : head + (tokens[0]?.type === 'heading_open' ? markOf(tokens).length : 0);
  const lines = open.text.split('\n').slice(0, tokens[0]?.map?.[1]);
  const to = lines.join('\n').trimEnd().length;
  const isInText = (place: number): boolean =>
    place > from && place < to && !/(?:^|\n)[\s>]*$/.test(open.text.slice(0, place));
  const isKept = isRead(open.text);
  const kept = cutPlaces(open.text).filter((place) => isInText(place) && isKept(place));
  if (!mustCut || lastFitting(kept.slice(0, 1), fits) === 0) return kept;
  return breaks(open.text).filter(isInText);
}

/** What the last line is shows only when it has come; it may also become the head of a table. */
function isRead(text: string): (place: number) => boolean {
  const lines = text.split('\n');
  const isRule = /^[\s>|:-]*$/.test(lines.at(-1) ?? '');
  const head = lines.slice(isRule && lines.at(-2)?.includes('|') ? -2 : -1).join('\n');
  const lineEnd = text.length - head.length - 1;
  return (place) => {
    const from = place + blanksAt(text, place);
    return from < lineEnd || (from > lineEnd && !head.includes('|'));
  };
}

function restAt(open: OpenText, place: number, { tokens, within }: Words): OpenText {
  const { marks, numbers } = within;
  const rest = open.text.slice(place + blanksAt(open.text, place));
  const line = rest.startsWith('\n') ? withoutMarks(rest.slice(1), marks) : rest;
  const part = { type: 'words', mark: markOf(tokens) } as const;
  return { text: line.replace(/^ +/, ''), begun: { marks, numbers, part }, hasOutput: true };
}

function blanksAt(text: string, place: number): number {
  return /^ */.exec(text.slice(place))?.[0].length ?? 0;
}

function markOf([token]: readonly Token[]): string {
  return token?.type === 'heading_open' ? `${token.markup} ` : '';
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

/** What is shown but for blanks and marks of quotes; marks of emphasis without effect show. */
function lettersOf(open: OpenText, words: Words, look: MarkdownLook): string {
  return rowTexts(open, words, { ...look, hasColor: true })
    .join('')
    .replace(/[\s>]/g, '');
}

function rowTexts(open: OpenText, { columns }: Words, look: MarkdownLook): readonly string[] {
  const blocks = openBlocks(open, columns, look);
  return blocks.flatMap(({ rows }) => rows.map(({ spans }) => plainText(spans)));
}
