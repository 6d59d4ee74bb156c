/** Pure: Ctrl+R, looking for an earlier prompt while its beginning is typed. */
import { terminalLine } from '../format/terminal-safe.ts';
import { graphemes } from './cell-width.ts';
import { type ChatState, type HistorySearch, type Step, step } from './chat-state.ts';
import type { KeyAction } from './keymap.ts';
import { setText } from './line-editor.ts';
import { findInHistory } from './prompt-history.ts';

export function startSearch(state: ChatState): Step {
  return step({
    ...state,
    search: { text: '', index: undefined, isExhausted: false, before: state.editor },
  });
}

export function typeInSearch(state: ChatState, search: HistorySearch, text: string): Step {
  return look(state, search, search.text + terminalLine(text), undefined);
}

/** @returns `undefined` for keys that end the search and then do what they always do. */
export function reduceSearchKey(
  state: ChatState,
  search: HistorySearch,
  action: KeyAction,
): Step | undefined {
  switch (action.type) {
    case 'history-search':
      return look(state, search, search.text, search.index);
    case 'edit':
      if (action.command !== 'backspace') return undefined;
      return look(state, search, graphemes(search.text).slice(0, -1).join(''), undefined);
    case 'stop':
    case 'interrupt':
    case 'external-editor':
      return step({ ...state, search: undefined, editor: search.before });
    default:
      return undefined;
  }
}

/** Shows the next match before `before`; without one, what is shown stays. */
function look(
  state: ChatState,
  search: HistorySearch,
  text: string,
  before: number | undefined,
): Step {
  const index = findInHistory(state.history, text, before);
  const found = index === undefined ? undefined : state.history.entries[index];
  const isExhausted = found === undefined && text !== '';
  const kept = isExhausted ? search.index : index;
  const editor = found === undefined ? state.editor : setText(state.editor, found);
  return step({ ...state, editor, search: { ...search, text, index: kept, isExhausted } });
}
