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

/** Cuts the lines that `range` touches out of its source. Ranges beyond the text are clamped. */
export function excerptOf(source: SourceText, range: SourceRange): Excerpt {
  const { bytes } = source;
  const start = clamp(range.start.byte, bytes.length);
  const end = Math.max(start, clamp(widenEmptyRange(range).end.byte, bytes.length));
  const from = lineStart(bytes, start);
  const to = lineEnd(bytes, Math.max(start, end - 1));
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
  for (let at = from; at < to; ) {
    const mask = source.masks.find(({ start, end }) => start.byte <= at && at < end.byte);
    const next = nextMaskStart(source, at);
    const end = Math.min(to, mask?.end.byte ?? next);
    const piece = decode(source.bytes, at, end);
    text += mask === undefined ? piece : hide(piece);
    at = end;
  }
  return text;
}

function nextMaskStart(source: SourceText, at: number): number {
  const starts = source.masks.map(({ start }) => start.byte).filter((start) => start > at);
  return Math.min(...starts, source.bytes.length);
}

function decode(bytes: Uint8Array, from: number, to: number): string {
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
