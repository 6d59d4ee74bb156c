/** The text being written: pure editing in grapheme clusters, as readline users expect it. */
import { nextBoundary, previousBoundary } from './cell-width.ts';

export interface EditorState {
  readonly text: string;
  /** Index into `text`, always between graphemes. */
  readonly cursor: number;
  /** What the last kill took, for `yank`. */
  readonly killed: string;
  /** The last command was a kill: the next one adds to `killed`. */
  readonly isKilling: boolean;
}

export type EditCommand =
  | 'left'
  | 'right'
  | 'word-left'
  | 'word-right'
  | 'line-start'
  | 'line-end'
  | 'backspace'
  | 'delete'
  | 'kill-to-end'
  | 'kill-to-start'
  | 'kill-word-back'
  | 'kill-word-forward'
  | 'yank';

export const EMPTY_EDITOR: EditorState = { text: '', cursor: 0, killed: '', isKilling: false };

/** Replaces the whole text and puts the cursor at its end; what was killed stays. */
export function setText(state: EditorState, text: string): EditorState {
  return { ...state, text, cursor: text.length, isKilling: false };
}

/** Puts text where the cursor stands. */
export function insertText(state: EditorState, inserted: string): EditorState {
  const text = state.text.slice(0, state.cursor) + inserted + state.text.slice(state.cursor);
  return { ...state, text, cursor: state.cursor + inserted.length, isKilling: false };
}

/** Moves the cursor; a place inside a grapheme is rounded down by the caller's layout. */
export function moveTo(state: EditorState, cursor: number): EditorState {
  return { ...state, cursor: Math.min(Math.max(0, cursor), state.text.length), isKilling: false };
}

export function edit(state: EditorState, command: EditCommand): EditorState {
  const { text, cursor } = state;
  switch (command) {
    case 'left':
      return moveTo(state, previousBoundary(text, cursor));
    case 'right':
      return moveTo(state, nextBoundary(text, cursor));
    case 'word-left':
      return moveTo(state, wordStart(text, cursor));
    case 'word-right':
      return moveTo(state, wordEnd(text, cursor));
    case 'line-start':
      return moveTo(state, lineStart(text, cursor));
    case 'line-end':
      return moveTo(state, lineEnd(text, cursor));
    case 'backspace':
      return remove(state, previousBoundary(text, cursor), cursor);
    case 'delete':
      return remove(state, cursor, nextBoundary(text, cursor));
    case 'kill-to-end':
      return kill(state, cursor, endToKill(text, cursor));
    case 'kill-to-start':
      return kill(state, startToKill(text, cursor), cursor);
    case 'kill-word-back':
      return kill(state, blankWordStart(text, cursor), cursor);
    case 'kill-word-forward':
      return kill(state, cursor, wordEnd(text, cursor));
    case 'yank':
      return insertText(state, state.killed);
  }
}

function remove(state: EditorState, from: number, to: number): EditorState {
  const text = state.text.slice(0, from) + state.text.slice(to);
  return { ...state, text, cursor: from, isKilling: false };
}

/** Kills one after the other collect, in the order in which the text stood. */
function kill(state: EditorState, from: number, to: number): EditorState {
  const taken = state.text.slice(from, to);
  if (taken === '') return state;
  const isBackward = to === state.cursor;
  const before = state.isKilling ? state.killed : '';
  const killed = isBackward ? taken + before : before + taken;
  return { ...remove(state, from, to), killed, isKilling: true };
}

function lineStart(text: string, cursor: number): number {
  return cursor === 0 ? 0 : text.lastIndexOf('\n', cursor - 1) + 1;
}

function lineEnd(text: string, cursor: number): number {
  const end = text.indexOf('\n', cursor);
  return end === -1 ? text.length : end;
}

/** At the end of a line the line break itself goes, so that repeating the key goes on. */
function endToKill(text: string, cursor: number): number {
  const end = lineEnd(text, cursor);
  return end === cursor ? nextBoundary(text, cursor) : end;
}

function startToKill(text: string, cursor: number): number {
  const start = lineStart(text, cursor);
  return start === cursor ? previousBoundary(text, cursor) : start;
}

const WORD_END = /[^\p{L}\p{M}\p{N}_]*[\p{L}\p{M}\p{N}_]*/uy;
const WORD_BEFORE = /[\p{L}\p{M}\p{N}_]*[^\p{L}\p{M}\p{N}_]*$/u;
const BLANK_WORD_BEFORE = /\S*\s*$/u;

/** Enough for any word; a pattern anchored at the end would scan the whole text from its start. */
const MAX_WORD_LOOK_BACK = 512;

function wordEnd(text: string, cursor: number): number {
  WORD_END.lastIndex = cursor;
  return cursor + (WORD_END.exec(text)?.[0].length ?? 0);
}

function wordStart(text: string, cursor: number): number {
  return cursor - lengthBefore(WORD_BEFORE, text, cursor);
}

/** Ctrl+W stops at blanks only, so that a path or a URL goes in one. */
function blankWordStart(text: string, cursor: number): number {
  return cursor - lengthBefore(BLANK_WORD_BEFORE, text, cursor);
}

function lengthBefore(pattern: RegExp, text: string, cursor: number): number {
  const window = text.slice(Math.max(0, cursor - MAX_WORD_LOOK_BACK), cursor);
  return pattern.exec(window)?.[0].length ?? 0;
}
