import type { ReactNode } from 'react';
import { truncate } from '../cell-width.ts';
import type { ChatState } from '../chat-state.ts';
import { type EditorLayout, layoutEditor, PROMPT_MARK, shownRow } from '../editor-layout.ts';
import { type EditorState, EMPTY_EDITOR, setText } from '../line-editor.ts';
import type { Palette } from '../palette.ts';
import { Lines } from './lines.tsx';

export interface PromptView {
  readonly rows: readonly string[];
  /** Where the real cursor stands: cells from the left, rows from the first. */
  readonly cursorColumn: number;
  readonly cursorRow: number;
}

/** The text being written. */
export function PromptInput({ view }: { readonly view: PromptView }): ReactNode {
  return <Lines rows={view.rows} />;
}

const INDENT = ' '.repeat(PROMPT_MARK.length);

const PLACEHOLDER = 'Write a message, or /help';
const FILTER_PLACEHOLDER = 'Type to narrow the list';

/** While a list is open, what filters it stands in the prompt. */
function shownEditor({ editor, picker }: ChatState): EditorState {
  return picker === undefined ? editor : setText(EMPTY_EDITOR, picker.filter);
}

export function promptLayout(state: ChatState, columns: number): EditorLayout {
  return layoutEditor(shownEditor(state), columns - PROMPT_MARK.length);
}

/** The rows around the cursor, as many as fit. */
export function promptView(
  state: ChatState,
  layout: EditorLayout,
  columns: number,
  maxRows: number,
  palette: Palette,
): PromptView {
  const { text } = shownEditor(state);
  const first = Math.max(0, Math.min(layout.cursorRow, layout.rows.length - maxRows));
  const shown = layout.rows.slice(first, first + maxRows).map(({ start, end }, index) => {
    const mark = first + index === 0 ? palette('prompt', PROMPT_MARK) : INDENT;
    return mark + shownRow(text.slice(start, end));
  });
  const placeholder = state.picker === undefined ? PLACEHOLDER : FILTER_PLACEHOLDER;
  const hint = truncate(placeholder, columns - PROMPT_MARK.length);
  const isIdle = text === '' && (state.turn === undefined || state.picker !== undefined);
  return {
    rows: isIdle ? [palette('prompt', PROMPT_MARK) + palette('dim', hint)] : shown,
    cursorColumn: PROMPT_MARK.length + layout.cursorColumn,
    cursorRow: layout.cursorRow - first,
  };
}
