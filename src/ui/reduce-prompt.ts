/** Pure: what happens to text that is sent. */
import type { TurnStatus } from '../turn/turn-event.ts';
import { NO_ANSWER } from './answer-flow.ts';
import {
  andThen,
  type ChatState,
  currentModel,
  type Effect,
  HINT_MS,
  modelName,
  type Step,
  step,
  type Tone,
} from './chat-state.ts';
import { emptyContext } from './figures.ts';
import { EMPTY_EDITOR, edit, insertText, setText } from './line-editor.ts';
import { panelLines } from './panels.ts';
import { promptHistory, remember } from './prompt-history.ts';
import { parseSlashCommand, type SlashResult } from './slash-command.ts';

/** Enter: sends, queues, or runs a command; behind a back slash it breaks the line. */
export function submit(state: ChatState, nowMs: number): Step {
  const { editor } = state;
  if (editor.text[editor.cursor - 1] === '\\') {
    return step({ ...state, editor: insertText(edit(editor, 'backspace'), '\n') });
  }
  const text = editor.text.trim();
  if (text === '') return step(state);
  const history = remember(state.history, editor.text);
  const emptied = { ...state, history, editor: { ...EMPTY_EDITOR, killed: editor.killed } };
  const remembered = step(emptied, [], [rememberEffect(state, editor.text)]);
  return andThen(remembered, (next) => act(next, text, nowMs));
}

function act(state: ChatState, text: string, nowMs: number): Step {
  const command = parseSlashCommand(text, { models: state.models, model: currentModel(state) });
  if (command !== undefined) return runCommand(state, text, command, nowMs);
  if (state.turn !== undefined) return step({ ...state, queue: [...state.queue, text] });
  return send(state, text, nowMs);
}

/** In a later chat the marker of a paste would stand for nothing. */
function rememberEffect({ pastes }: ChatState, text: string): Effect {
  return { type: 'remember-prompt', text: expandPastes(text, pastes) };
}

/** Starts a turn; the transcript shows the text with its markers, the model gets what they hold. */
export function send(state: ChatState, text: string, nowMs: number): Step {
  const turn = {
    startedAtMs: nowMs,
    answer: NO_ANSWER,
    isAnswering: false,
    hasText: false,
    thought: undefined,
    retry: undefined,
    isAborting: false,
    hasShownError: false,
  };
  const thinking = { ...state.thinking, folded: '' };
  const prompt = expandPastes(text, state.pastes);
  return step(
    { ...state, turn, thinking, hint: undefined },
    [{ type: 'prompt', text }],
    [{ type: 'start-turn', prompt, typed: text }],
  );
}

function expandPastes(text: string, pastes: ReadonlyMap<string, string>): string {
  let expanded = text;
  for (const [marker, content] of pastes) expanded = expanded.replace(marker, () => content);
  return expanded;
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

function runCommand(state: ChatState, line: string, command: SlashResult, nowMs: number): Step {
  const shown = step(state, [{ type: 'prompt', text: line }]);
  return andThen(shown, (next) => applyCommand(next, command, nowMs));
}

function applyCommand(state: ChatState, command: SlashResult, nowMs: number): Step {
  switch (command.type) {
    case 'panel':
      return step(state, [{ type: 'panel', lines: panelLines(command.panel, state, nowMs) }]);
    case 'refused':
      return say(state, 'warning', command.message);
    case 'model': {
      const chosen = { ...state, chosenModel: command.model, chosenThinking: undefined };
      const again = state.chosenThinking === undefined ? '' : ' Thinking is as configured again.';
      return say(chosen, 'plain', `${modelName(command.model)} answers from now on.${again}`);
    }
    case 'thinking':
      return say(
        { ...state, chosenThinking: command.level },
        'plain',
        command.level === 'off' ? 'Thinking is off.' : `Thinking: ${command.level}.`,
      );
    case 'clear':
      return clear(state);
    case 'exit':
      return step(state, [], [{ type: 'exit', code: 0 }]);
  }
}

function clear(state: ChatState): Step {
  if (state.turn !== undefined) {
    return say(state, 'warning', 'An answer is running. Stop it with Esc before /clear.');
  }
  const cleared = {
    ...state,
    figures: emptyContext(state.figures),
    thinking: { ...state.thinking, folded: '' },
    lastOutcome: undefined,
    history: promptHistory(state.history.entries),
  };
  const said = say(cleared, 'plain', 'The conversation starts anew.');
  return { ...said, effects: [{ type: 'clear-conversation' }] };
}

function say(state: ChatState, tone: Tone, text: string): Step {
  return step(state, [{ type: 'notice', tone, text }]);
}
