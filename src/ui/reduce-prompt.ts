/** Pure: what happens to text that is sent. */
import type { TurnStatus } from '../turn/turn-event.ts';
import {
  andThen,
  type ChatState,
  currentModel,
  type Effect,
  HINT_MS,
  type Step,
  step,
} from './chat-state.ts';
import { EMPTY_EDITOR, edit, insertText, setText } from './line-editor.ts';
import { remember } from './prompt-history.ts';
import { newTurn, runCommand } from './reduce-command.ts';
import { expandPrompt, parseSlashCommand } from './slash-command.ts';

/** Enter: sends, queues, or runs a command; behind a back slash it breaks the line. */
export function submit(state: ChatState, nowMs: number): Step {
  const { editor } = state;
  if (editor.text[editor.cursor - 1] === '\\') {
    return step({ ...state, editor: insertText(edit(editor, 'backspace'), '\n') });
  }
  const text = editor.text.trim();
  if (text === '') return retryNow(state, nowMs);
  const history = remember(state.history, editor.text);
  const emptied = { ...state, history, editor: { ...EMPTY_EDITOR, killed: editor.killed } };
  const remembered = step(emptied, [], [rememberEffect(state, editor.text)]);
  return andThen(remembered, (next) => act(next, text, nowMs));
}

/** Enter on an empty prompt, while a failed call waits to be tried again. */
function retryNow(state: ChatState, nowMs: number): Step {
  const { turn } = state;
  if (turn?.retry === undefined || turn.isAborting) return step(state);
  const retry = { ...turn.retry, dueAtMs: nowMs };
  return step({ ...state, turn: { ...turn, retry } }, [], [{ type: 'retry-now' }]);
}

function act(state: ChatState, text: string, nowMs: number): Step {
  const { models, expansions } = state;
  if (expandPrompt(text, expansions) === undefined) {
    const line = expandPastes(text, state.pastes);
    const command = parseSlashCommand(line, { models, expansions, model: currentModel(state) });
    if (command !== undefined) return runCommand(state, text, command, nowMs);
  }
  if (state.turn !== undefined || state.isResuming) {
    return step({ ...state, queue: [...state.queue, text] });
  }
  return send(state, text, nowMs);
}

/** In a later chat the marker of a paste would stand for nothing. */
function rememberEffect({ pastes }: ChatState, text: string): Effect {
  return { type: 'remember-prompt', text: expandPastes(text, pastes) };
}

/**
 * Starts a turn; the transcript shows the text with its markers, the model gets what they hold. The
 * command of a provider is shown and sent as what it stands for.
 */
export function send(state: ChatState, text: string, nowMs: number): Step {
  const turn = newTurn('answer', nowMs);
  const thinking = { ...state.thinking, folded: '' };
  const shown = expandPrompt(text, state.expansions) ?? text;
  const prompt = expandPastes(shown, state.pastes);
  return step(
    { ...state, turn, thinking, hint: undefined },
    [{ type: 'prompt', text: shown }],
    [{ type: 'start-turn', prompt, typed: text }],
  );
}

/** As `paste` in `reduce-key.ts` writes it. */
const PASTE_MARKER = /\[Pasted text \d+, \d+ (?:lines|characters)\]/g;

/** In one pass: what was pasted may hold what looks like a marker. */
function expandPastes(text: string, pastes: ReadonlyMap<string, string>): string {
  return text.replace(PASTE_MARKER, (marker) => pastes.get(marker) ?? marker);
}

/** After a good end the next queued message goes; else all of them come back to be looked at. */
export function sendNext(state: ChatState, status: TurnStatus, nowMs: number): Step {
  const [next, ...queue] = state.queue;
  if (next === undefined) return step(state);
  if (status === 'success') return send({ ...state, queue }, next, nowMs);
  const text = [...state.queue, state.editor.text].filter((part) => part !== '').join('\n');
  const hint = {
    text: 'What was queued is back in the prompt',
    untilMs: nowMs + HINT_MS,
    armsExit: false,
  };
  return step({ ...state, hint, queue: [], editor: setText(state.editor, text) });
}
