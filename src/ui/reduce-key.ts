/** Pure: what keys, typed text and pastes do to the chat. */
import { terminalSafe } from '../format/terminal-safe.ts';
import { type ChatState, HINT_MS, type Step, step } from './chat-state.ts';
import { complete } from './complete.ts';
import { moveVertically, PROMPT_MARK } from './editor-layout.ts';
import type { KeyAction } from './keymap.ts';
import { type EditCommand, EMPTY_EDITOR, edit, insertText, setText } from './line-editor.ts';
import { detailLines } from './notice-text.ts';
import { remember, walk } from './prompt-history.ts';
import { reducePickerKey, typeInPicker } from './reduce-picker.ts';
import { submit } from './reduce-prompt.ts';
import { reduceSearchKey, startSearch, typeInSearch } from './reduce-search.ts';

/** How long "press Ctrl+C again" stands, milliseconds. */
const EXIT_HINT_MS = 2_000;

/** Pastes above either bound stand in the editor as a marker. */
const MAX_PASTE_CHARACTERS = 1_000;
const MAX_PASTE_LINES = 10;

export function typeText(state: ChatState, text: string): Step {
  if (state.picker !== undefined) return typeInPicker(state, state.picker, text);
  if (state.search !== undefined) return typeInSearch(state, state.search, text);
  return step({ ...state, hint: undefined, editor: insertText(state.editor, terminalSafe(text)) });
}

/** A paste never sends anything; a large one is folded to a marker. */
export function paste(state: ChatState, text: string): Step {
  if (state.picker !== undefined) return typeInPicker(state, state.picker, text.slice(0, 200));
  const lines = countLines(text);
  if (text.length <= MAX_PASTE_CHARACTERS && lines <= MAX_PASTE_LINES) return typeText(state, text);
  const size = lines > 1 ? `${lines} lines` : `${text.length} characters`;
  const marker = `[Pasted text ${state.pastes.size + 1}, ${size}]`;
  const pastes = new Map(state.pastes).set(marker, text);
  return typeText({ ...state, pastes }, marker);
}

function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

export function reduceKey(state: ChatState, action: KeyAction, nowMs: number): Step {
  if (state.picker !== undefined) {
    const handled = reducePickerKey(state, state.picker, action, nowMs);
    if (handled !== undefined) return handled;
  }
  if (state.search !== undefined) {
    const handled = reduceSearchKey(state, state.search, action);
    if (handled !== undefined) return handled;
    return reduceKey({ ...state, search: undefined }, action, nowMs);
  }
  switch (action.type) {
    case 'edit':
      return step({ ...state, hint: undefined, editor: editWithMarkers(state, action.command) });
    case 'newline':
      return typeText(state, '\n');
    case 'submit':
      return submit({ ...state, hint: undefined }, nowMs);
    case 'complete':
      return complete(state, nowMs + HINT_MS);
    case 'up':
    case 'history-previous':
    case 'down':
    case 'history-next':
      return moveOrRecall(state, action.type);
    case 'history-search':
      return startSearch(state);
    case 'take-back':
      return takeBack(state);
    case 'external-editor':
      return step(state, [], [{ type: 'edit-externally', text: state.editor.text }]);
    default:
      return reduceControl(state, action.type, nowMs);
  }
}

type ControlType = Extract<
  KeyAction['type'],
  'stop' | 'interrupt' | 'delete-or-exit' | 'toggle-thinking' | 'details' | 'repaint' | 'suspend'
>;

function reduceControl(state: ChatState, type: ControlType, nowMs: number): Step {
  switch (type) {
    case 'stop':
      return canStop(state) ? stopTurn(state) : step({ ...state, hint: undefined });
    case 'interrupt':
      return interrupt(state, nowMs);
    case 'delete-or-exit':
      if (state.editor.text === '') return step(state, [], [{ type: 'exit', code: 0 }]);
      return step({ ...state, editor: editWithMarkers(state, 'delete') });
    case 'toggle-thinking':
      return toggleThinking(state, nowMs);
    case 'details':
      return showDetails(state, nowMs);
    case 'repaint':
    case 'suspend':
      return step(state, [], [{ type }]);
  }
}

function canStop(state: ChatState): boolean {
  return state.turn !== undefined && !state.turn.isAborting;
}

function stopTurn(state: ChatState): Step {
  if (state.turn === undefined) return step(state);
  const turn = { ...state.turn, isAborting: true };
  return step({ ...state, turn }, [], [{ type: 'abort-turn' }]);
}

/** Ctrl+C: stop the turn, else clear the text, else leave at the second press. */
function interrupt(state: ChatState, nowMs: number): Step {
  if (canStop(state)) return stopTurn(state);
  if (state.editor.text !== '') {
    const history = remember(state.history, state.editor.text);
    return step({ ...state, history, editor: EMPTY_EDITOR });
  }
  const { hint } = state;
  if (hint?.armsExit === true && nowMs <= hint.untilMs) {
    return step(state, [], [{ type: 'exit', code: 0 }]);
  }
  const text = 'Press Ctrl+C again to exit';
  return step({ ...state, hint: { text, untilMs: nowMs + EXIT_HINT_MS, armsExit: true } });
}

/** Backspace takes a paste marker whole: a part of one would stand for nothing. */
function editWithMarkers(state: ChatState, command: EditCommand): ChatState['editor'] {
  const { editor, pastes } = state;
  if (command !== 'backspace' || editor.text[editor.cursor - 1] !== ']') {
    return edit(editor, command);
  }
  const before = editor.text.slice(0, editor.cursor);
  const marker = [...pastes.keys()].find((candidate) => before.endsWith(candidate));
  if (marker === undefined) return edit(editor, command);
  const text = before.slice(0, -marker.length) + editor.text.slice(editor.cursor);
  return { ...editor, text, cursor: editor.cursor - marker.length, isKilling: false };
}

function moveOrRecall(
  state: ChatState,
  type: 'up' | 'down' | 'history-previous' | 'history-next',
): Step {
  const direction = type === 'up' || type === 'history-previous' ? -1 : 1;
  const isArrow = type === 'up' || type === 'down';
  const columns = state.columns - PROMPT_MARK.length;
  const moved = isArrow ? moveVertically(state.editor, columns, direction) : undefined;
  if (moved !== undefined) return step({ ...state, editor: moved });
  const recalled = walk(state.history, direction, state.editor.text);
  if (recalled === undefined) return step(state);
  const editor = setText(state.editor, recalled.text);
  return step({ ...state, history: recalled.history, editor });
}

function takeBack(state: ChatState): Step {
  const last = state.queue.at(-1);
  if (last === undefined) return step(state);
  const text = state.editor.text === '' ? last : `${last}\n${state.editor.text}`;
  return step({ ...state, queue: state.queue.slice(0, -1), editor: setText(state.editor, text) });
}

function toggleThinking(state: ChatState, nowMs: number): Step {
  const { thinking, turn } = state;
  if (turn?.thought !== undefined) {
    const mode = thinking.mode === 'folded' ? 'open' : 'folded';
    return step({ ...state, thinking: { ...thinking, mode } });
  }
  if (thinking.mode === 'open') return hint(withMode(state, 'auto'), 'Thinking folds again', nowMs);
  const opened = withMode(state, 'open');
  if (thinking.folded === '') return hint(opened, 'Thinking stays open from now on', nowMs);
  // While an answer runs, the thinking shows above the prompt; it must not mix with the answer.
  if (turn !== undefined) return step(opened);
  return step({ ...opened, thinking: { mode: 'open', folded: '' } }, [
    { type: 'thinking', title: 'Thinking of the answer above', text: thinking.folded },
  ]);
}

function withMode(state: ChatState, mode: 'auto' | 'open'): ChatState {
  return { ...state, thinking: { ...state.thinking, mode } };
}

function showDetails(state: ChatState, nowMs: number): Step {
  if (state.lastOutcome === undefined) return hint(state, 'There is no answer yet', nowMs);
  return step(state, [{ type: 'panel', lines: detailLines(state.lastOutcome) }]);
}

function hint(state: ChatState, text: string, nowMs: number): Step {
  return step({ ...state, hint: { text, untilMs: nowMs + HINT_MS, armsExit: false } });
}
