/** A point in a source text. */
export interface Position {
  /** 1-based line, counted by LF. */
  readonly line: number;
  /** 1-based column in grapheme clusters; a byte-order mark does not count. */
  readonly column: number;
  /** 0-based UTF-8 byte offset, a byte-order mark included. */
  readonly byte: number;
}

/** A stretch of one source file; `end` is exclusive. */
export interface SourceRange {
  readonly file: string;
  readonly start: Position;
  readonly end: Position;
}

/** The smallest range that holds both. Both must lie in the same file. */
export function joinRanges(first: SourceRange, second: SourceRange): SourceRange {
  const start = first.start.byte <= second.start.byte ? first.start : second.start;
  const end = first.end.byte >= second.end.byte ? first.end : second.end;
  return { file: first.file, start, end };
}

/** An empty range at a point, where something is missing. */
export function rangeAt(file: string, position: Position): SourceRange {
  return { file, start: position, end: position };
}
