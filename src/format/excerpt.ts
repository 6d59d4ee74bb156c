/** The lines of a source that a diagnostic points at, with secret places hidden. */

import type { SourceRange } from '../diagnostics/source-range.ts';
import type { SourceText } from '../diagnostics/source-text.ts';
import { graphemesOf } from './graphemes.ts';

export interface Excerpt {
  /** 1-based. */
  readonly startLine: number;
  /** Whole lines joined by `\n`, masked, without a final newline. */
  readonly code: string;
  /** UTF-8 byte offsets into `code`; the end is exclusive. */
  readonly highlightStart: number;
  readonly highlightEnd: number;
  /** The first line in three: before the marked part, the part, the rest. */
  readonly before: string;
  readonly marked: string;
  readonly after: string;
}

const LF = 0x0a;
const CR = 0x0d;
const BOM = [0xef, 0xbb, 0xbf] as const;

/**
 * An empty range covers the character behind it, so that editors have something to underline.
 * Line ends are not stepped over: at the end of a line the widened column points past its text.
 */
export function widenEmptyRange(range: SourceRange): SourceRange {
  const { start, end } = range;
  if (end.byte > start.byte) return range;
  return { ...range, end: { line: end.line, column: end.column + 1, byte: end.byte + 1 } };
}

/**
 * Bytes shown around and of the marked part. Only lines that no person wrote are longer; shown
 * whole, thousands of faults in one such line would fill all memory.
 */
const MOST_AROUND = 500;
const MOST_MARKED = 4000;

/** Cuts the lines that `range` touches out of its source. Ranges beyond the text are clamped. */
export function excerptOf(source: SourceText, range: SourceRange): Excerpt {
  const { bytes } = source;
  const start = characterStart(bytes, clamp(range.start.byte, bytes.length));
  const end = characterEnd(bytes, clamp(widenEmptyRange(range).end.byte, bytes.length));
  const from = characterStart(bytes, Math.max(lineStart(bytes, start), start - MOST_AROUND));
  const lastEnd = lineEnd(bytes, Math.max(start, end - 1));
  const most = Math.min(end, start + MOST_MARKED) + MOST_AROUND;
  const to = characterStart(bytes, Math.min(lastEnd, most));
  const shownEnd = Math.min(end, to);
  const before = render(source, from, start);
  const marked = render(source, start, shownEnd);
  const after = render(source, shownEnd, to);
  const [markedLine = ''] = marked.split('\n', 1);
  return {
    startLine: range.start.line,
    code: before + marked + after,
    highlightStart: byteLength(before),
    highlightEnd: byteLength(before + marked),
    before,
    marked: markedLine,
    after: marked === markedLine ? (after.split('\n', 1)[0] ?? '') : '',
  };
}

function clamp(byte: number, length: number): number {
  return Math.min(Math.max(byte, 0), length);
}

/** The start of the UTF-8 character that an offset lies in. */
function characterStart(bytes: Uint8Array, byte: number): number {
  let start = byte;
  while (start > 0 && start < bytes.length && ((bytes[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  return start;
}

/** The end of the UTF-8 character that an offset lies in. */
function characterEnd(bytes: Uint8Array, byte: number): number {
  let end = byte;
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end += 1;
  return end;
}

function lineStart(bytes: Uint8Array, byte: number): number {
  const start = byte === 0 ? 0 : bytes.lastIndexOf(LF, byte - 1) + 1;
  const hasMark = start === 0 && BOM.every((value, index) => bytes[index] === value);
  return hasMark ? Math.min(BOM.length, bytes.length) : start;
}

/** Offset of the line's end, its CR not counted. */
function lineEnd(bytes: Uint8Array, byte: number): number {
  const newline = bytes.indexOf(LF, byte);
  const end = newline === -1 ? bytes.length : newline;
  return end > byte && bytes[end - 1] === CR ? end - 1 : end;
}

/** The text between two offsets: line ends as `\n`, every masked character as `*`. */
function render(source: SourceText, from: number, to: number): string {
  let text = '';
  let at = from;
  for (const mask of masksBetween(source.masks, from, to)) {
    const [start, end] = [Math.max(mask.from, from), Math.min(mask.to, to)];
    text += decode(source.bytes, at, start) + hide(decode(source.bytes, start, end));
    at = end;
  }
  return text + decode(source.bytes, at, to);
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Masks in order and without overlap, worked out once for a source with thousands of faults. */
const mergedMasks = new WeakMap<SourceText['masks'], readonly Span[]>();

function masksBetween(masks: SourceText['masks'], from: number, to: number): readonly Span[] {
  const merged = mergedMasks.get(masks) ?? mergeMasks(masks);
  mergedMasks.set(masks, merged);
  let [low, high] = [0, merged.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((merged[middle]?.to ?? 0) <= from) low = middle + 1;
    else high = middle;
  }
  const found: Span[] = [];
  for (let next = merged[low]; next !== undefined && next.from < to; next = merged[low]) {
    found.push(next);
    low += 1;
  }
  return found;
}

function mergeMasks(masks: SourceText['masks']): readonly Span[] {
  const merged: Span[] = [];
  const spans = masks.map(({ start, end }) => ({ from: start.byte, to: end.byte }));
  for (const span of spans.sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last === undefined || span.from >= last.to) merged.push(span);
    else merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
  }
  return merged;
}

function decode(bytes: Uint8Array, from: number, to: number): string {
  if (from >= to) return '';
  const cutsLineEnd = bytes[to - 1] === CR && bytes[to] === LF;
  const piece = bytes.subarray(from, cutsLineEnd ? to - 1 : to);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(piece).replaceAll('\r\n', '\n');
}

/** One `*` a grapheme, line ends apart. */
function hide(text: string): string {
  return text
    .split('\n')
    .map((line) => '*'.repeat(graphemesOf(line).length))
    .join('\n');
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
