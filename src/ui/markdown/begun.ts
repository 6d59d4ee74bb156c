/** A block whose beginning is in the scrollback already. */
import { CONTINUATION } from './parser.ts';

export interface Begun {
  /** Marks of the lists and quotes it is in, as they were written; shown already. */
  readonly marks: readonly string[];
  /** Numbers of the items it is in, and of the item it begins with. */
  readonly numbers: readonly number[];
  readonly part: BegunPart;
}

/** What of the innermost block is shown. */
export type BegunPart =
  /** Nothing; what is left begins with a block of its own. */
  | { readonly type: 'none'; readonly hasGap: boolean }
  /** Words; `mark` is that of a heading. */
  | { readonly type: 'words'; readonly mark: string }
  /** The fence and some lines; `context` is the last of them, for the highlighting. */
  | { readonly type: 'fence'; readonly opening: string; readonly context: string }
  /** The head and some rows, with the widths of its columns; none: cells below each other. */
  | { readonly type: 'table'; readonly head: string; readonly widths: readonly number[] };

/** What to parse before the text that is left, so that it is read as what it is. */
export function headOf(begun: Begun | undefined): string {
  return begun === undefined ? '' : begun.marks.join('') + partHead(begun.part);
}

function partHead(part: BegunPart): string {
  switch (part.type) {
    case 'none':
      return '';
    case 'words':
      return part.mark + CONTINUATION;
    case 'fence':
      return `${part.opening}\n`;
    case 'table':
      return part.head;
  }
}
