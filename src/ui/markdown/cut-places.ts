/**
 * Where the text of a paragraph may be cut: behind a cut the words must still say what they said.
 * `&amp;` is read otherwise inside code, a title is shown only outside of its link, and half an
 * escape is another character, so that nothing is cut within these. Whether one of them is open at
 * the end is known only when more has come.
 */
import { graphemes } from '../cell-width.ts';

/** What begins something that is read as a whole. */
const OPENER = /\\|`+|\[|<|&/g;
const CODE_MARKS = /`+/g;
const LINK_MARKS = /\\|`+|[[\]]/g;

/** An address in angle brackets; it holds no blank. */
const AUTOLINK = /<[^\s<>]*(?:>|$)/y;
const ENTITY = /&#?\w*(?:;|$)/y;

/** What follows the text of a link: an address, perhaps a title, as far as it has come. */
const ADDRESS = '(?:<[^<>\\n]*(?:>|$)|[^\\s<][^\\s]*)?';
const TITLE =
  '(?:"(?:\\\\.|[^"\\\\])*(?:"|$)|\'(?:\\\\.|[^\'\\\\])*(?:\'|$)|\\((?:\\\\.|[^()\\\\])*(?:\\)|$))?';
const TARGET = new RegExp(`\\(\\s*${ADDRESS}(?:\\s+${TITLE})?\\s*(?:\\)|$)`, 'y');

/** @returns Indices behind which the text may be broken, in ascending order. */
export function cutPlaces(text: string): readonly number[] {
  const places = breaks(text);
  const kept: number[] = [];
  let next = 0;
  for (const { from, to } of wholes(text)) {
    for (; (places[next] ?? to) <= from; next += 1) kept.push(places[next] ?? 0);
    while ((places[next] ?? to) < to) next += 1;
  }
  return [...kept, ...places.slice(next)];
}

/** Blanks and line ends; in text without them, anywhere. */
export function breaks(text: string): readonly number[] {
  const places: number[] = [];
  for (const { index } of text.matchAll(/[ \n]/g)) if (index > 0) places.push(index);
  return places.length > 0 ? places : longWord(text);
}

const WORD_PIECE = 64;

/** Never inside a character as a reader sees it. */
function longWord(text: string): readonly number[] {
  const places: number[] = [];
  let index = 0;
  for (const unit of graphemes(text)) {
    if (index - (places.at(-1) ?? 0) >= WORD_PIECE) places.push(index);
    index += unit.length;
  }
  return places;
}

interface Whole {
  readonly from: number;
  readonly to: number;
}

function* wholes(text: string): Iterable<Whole> {
  for (let at = 0; at < text.length; ) {
    const opener = findFrom(OPENER, text, at);
    if (opener === undefined) return;
    const from = opener.index;
    at = wholeEnd(text, from, opener[0]);
    if (at > from + 1) yield { from, to: at };
  }
}

function wholeEnd(text: string, from: number, opener: string): number {
  if (opener === '\\') return from + 2;
  if (opener === '<') return findFrom(AUTOLINK, text, from)?.end ?? from + 1;
  if (opener === '&') return findFrom(ENTITY, text, from)?.end ?? from + 1;
  if (opener.startsWith('`')) return codeEnd(text, from + opener.length, opener);
  return linkEnd(text, from + opener.length);
}

/** Code ends with as many marks as it began with. */
function codeEnd(text: string, from: number, opener: string): number {
  for (let at = from; at < text.length; ) {
    const run = findFrom(CODE_MARKS, text, at);
    if (run === undefined) break;
    at = run.end;
    if (run[0].length === opener.length) return at;
  }
  return text.length;
}

/** Behind the address of a link, or behind its text where no address follows. */
function linkEnd(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; ) {
    const mark = findFrom(LINK_MARKS, text, at);
    if (mark === undefined) break;
    at = mark.end;
    if (mark[0] === '\\') at += 1;
    else if (mark[0].startsWith('`')) at = codeEnd(text, at, mark[0]);
    else depth += mark[0] === '[' ? 1 : -1;
    if (depth === 0) return findFrom(TARGET, text, at)?.end ?? at;
  }
  return text.length;
}

/** A sticky pattern is found only at `from` itself. */
function findFrom(pattern: RegExp, text: string, from: number) {
  pattern.lastIndex = from;
  const found = pattern.exec(text);
  return found === null ? undefined : Object.assign(found, { end: pattern.lastIndex });
}
