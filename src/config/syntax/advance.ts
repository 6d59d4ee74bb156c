/** How a position moves over a piece of text: lines, grapheme clusters and UTF-8 bytes. */
import type { Position } from '../../diagnostics/source-range.ts';

/**
 * Characters of which each is a grapheme cluster of its own, however they follow each other: no
 * combining mark, joiner, jamo or emoji is among them. They spare the segmenter for most text.
 */
const ALL_SINGLE = /^[\0-\x7F\u00A1-\u02FF\u0370-\u0482\u2010-\u2027\u2030-\u203A\u4E00-\u9FFF]*$/;

/**
 * Unicode 15.1 joins consonants over a virama; the parser that judges files counts by the rules
 * before it. Counting such places apart keeps columns equal to its own on every Node version.
 */
const JOINED_CONSONANT = /[\p{M}\u200D](?![\u0E33\u0EB3])(?=\p{Lo})/gu;

const NOT_ASCII = /[^\0-\x7F]/;

let segmenter: Intl.Segmenter | undefined;

/**
 * The position behind `text` when `text` begins at `start`.
 *
 * Clusters are counted within `text` alone: a combining mark that begins it counts as one, as in
 * HCL's own parser, which counts token by token.
 */
export function advance(start: Position, text: string): Position {
  if (text.length <= SHORT_LENGTH && isPlain(text)) {
    const { line, column, byte } = start;
    return { line, column: column + text.length, byte: byte + text.length };
  }
  // One character is one cluster, whatever it is.
  if (text.length === 1 && text !== '\n') {
    return { line: start.line, column: start.column + 1, byte: start.byte + utf8Length(text) };
  }
  const lastLineStart = text.lastIndexOf('\n') + 1;
  const byte = start.byte + utf8Length(text);
  if (lastLineStart === 0) {
    return { line: start.line, column: start.column + countGraphemes(text), byte };
  }
  const line = start.line + countLineFeeds(text);
  return { line, column: 1 + countGraphemes(text.slice(lastLineStart)), byte };
}

/** Most tokens are shorter, and then a loop is faster than a pattern. */
const SHORT_LENGTH = 32;

/** ASCII on one line. */
function isPlain(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit > 0x7f || unit === 0x0a) return false;
  }
  return true;
}

/** The position behind a line end of `length` bytes. */
export function nextLine({ line, byte }: Position, length: number): Position {
  return { line: line + 1, column: 1, byte: byte + length };
}

/** Number of grapheme clusters in a text without line feeds. */
export function countGraphemes(text: string): number {
  if (ALL_SINGLE.test(text)) return text.length;
  let count = 0;
  for (const { segment } of segmentsOf(text)) count += 1 + jointsIn(segment).length;
  return count;
}

/** Index in `text` behind its first `count` grapheme clusters; its length when it has fewer. */
export function graphemeOffset(text: string, count: number): number {
  if (ALL_SINGLE.test(text)) return Math.min(count, text.length);
  let left = count;
  for (const { index, segment } of segmentsOf(text)) {
    if (left <= 0) return index;
    const joints = jointsIn(segment);
    const joint = joints[left - 1];
    if (joint !== undefined) return index + joint;
    left -= 1 + joints.length;
  }
  return text.length;
}

/** The time of a segmenter's step grows with its text, so a long one is given in pieces. */
const PIECE_LENGTH = 512;

function* segmentsOf(
  text: string,
): Generator<{ readonly index: number; readonly segment: string }> {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  let start = 0;
  let length = PIECE_LENGTH;
  while (start < text.length) {
    const end = wholeCharacters(text, start + length);
    const segments = [...segmenter.segment(text.slice(start, end))];
    const isLast = end >= text.length;
    // What follows may still belong to the last cluster of a piece: the next piece begins with it.
    const tail = isLast ? undefined : segments.pop();
    if (tail?.index === 0) length *= 2;
    for (const { index, segment } of segments) yield { index: start + index, segment };
    start = tail === undefined ? text.length : start + tail.index;
  }
}

/** The offset, or the one behind it where it would halve a surrogate pair. */
function wholeCharacters(text: string, offset: number): number {
  const next = text.charCodeAt(offset);
  return next >= 0xdc00 && next <= 0xdfff ? offset + 1 : offset;
}

/** Indexes in a cluster at which the judge's rules begin another one. */
function jointsIn(segment: string): readonly number[] {
  if (segment.length < 3) return [];
  return Array.from(
    segment.matchAll(JOINED_CONSONANT),
    ({ 0: mark, index }) => index + mark.length,
  );
}

/** Length in UTF-8 bytes. */
export function utf8Length(text: string): number {
  const ascii = text.search(NOT_ASCII);
  if (ascii === -1) return text.length;
  let bytes = ascii;
  for (let index = ascii; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    // Each half of a surrogate pair stands for two of its four bytes.
    else bytes += unit >= 0xd800 && unit <= 0xdfff ? 2 : 3;
  }
  return bytes;
}

function countLineFeeds(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
