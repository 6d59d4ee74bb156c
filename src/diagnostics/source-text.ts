import type { SourceRange } from './source-range.ts';

/** A file as it was read, for excerpts. */
export interface SourceText {
  /** The name that ranges carry. */
  readonly file: string;
  readonly bytes: Uint8Array;
  /** Stretches that may hold a secret: an excerpt shows `*` for each of their characters. */
  readonly masks: readonly SourceRange[];
}

/** The sources behind a report, by the name that ranges carry. */
export type SourceTexts = ReadonlyMap<string, SourceText>;
