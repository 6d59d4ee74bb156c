/** Pure: one action on the chat's state, with what it puts into the scrollback and asks for. */
import { terminalSafe } from '../format/terminal-safe.ts';
import type { ChatOptions } from './chat-options.ts';
import {
  type ChatAction,
  type ChatState,
  HINT_MS,
  type OpenAnswer,
  type Step,
  step,
} from './chat-state.ts';
import { completeMention } from './complete.ts';
import { startFigures } from './figures.ts';
import { EMPTY_EDITOR, setText } from './line-editor.ts';
import { promptHistory } from './prompt-history.ts';
import { paste, reduceKey, typeText } from './reduce-key.ts';
import { send } from './reduce-prompt.ts';
import { endResume, showSessions } from './reduce-session.ts';
import { breakTurn, reduceTurnEvent } from './reduce-turn.ts';

export type InitialOptions = Pick<ChatOptions, 'model' | 'resumed' | 'systemPrompt' | 'history'>;

/** The chat before anything happened. */
export function initialState(options: InitialOptions, columns: number, hasKeys = true): ChatState {
  return {
    hasKeys,
    columns,
    editor: EMPTY_EDITOR,
    pastes: new Map(),
    history: promptHistory(options.history?.map(terminalSafe)),
    search: undefined,
    picker: undefined,
    queue: [],
    turn: undefined,
    isResuming: false,
    isEmpty: (options.resumed?.messages ?? 0) === 0,
    lastOutcome: undefined,
    models: undefined,
    expansions: undefined,
    systemPrompt: options.systemPrompt,
    chosenModel: undefined,
    chosenThinking: undefined,
    figures: startFigures(options.model, options.resumed?.usage, options.resumed?.cost),
    thinking: { mode: 'auto', folded: '' },
    hint: undefined,
  };
}

/**
 * Applies one action.
 *
 * @param nowMs - Milliseconds since the epoch.
 */
export function reduce(state: ChatState, action: ChatAction, nowMs: number): Step {
  switch (action.type) {
    case 'turn-event':
      return reduceTurnEvent(state, action.event, nowMs);
    case 'turn-broken':
      return breakTurn(state, action.message, nowMs);
    case 'key':
      return reduceKey(state, action.action, nowMs);
    case 'text':
      return typeText(state, action.text);
    case 'paste':
      return paste(state, action.text);
    case 'edited':
      return step({ ...state, editor: setText(state.editor, terminalSafe(action.text)) });
    case 'notice':
      return step(state, [{ type: 'notice', tone: action.tone, text: action.text }]);
    case 'models':
      return step({ ...state, models: action.models });
    case 'paths':
      return completeMention(state, action.prefix, action.paths, nowMs + HINT_MS);
    case 'expansions':
      return step({ ...state, expansions: action.expansions });
    case 'sessions':
      return showSessions(state, action.list);
    case 'resume-result':
      return endResume(state, action.result, nowMs);
    case 'resize':
      return step({ ...state, columns: action.columns });
    case 'prompt':
      return send(state, action.text, nowMs);
  }
}

/** Keeps of the answer what a frame left open (`settleAnswer`). */
export function withOpenAnswer(state: ChatState, open: OpenAnswer): ChatState {
  return state.turn === undefined ? state : { ...state, turn: { ...state.turn, answer: open } };
}
