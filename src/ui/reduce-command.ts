/** Pure: what slash commands do. */
import { NO_ANSWER } from './answer-flow.ts';
import {
  andThen,
  type Block,
  type ChatState,
  type Effect,
  modelName,
  type Step,
  step,
  type Tone,
  type TurnView,
} from './chat-state.ts';
import { modelItems, thinkingItems } from './choices.ts';
import { emptyContext } from './figures.ts';
import { panelLines } from './panels.ts';
import { openPicker } from './picker.ts';
import { promptHistory } from './prompt-history.ts';
import type { Panel, SlashResult } from './slash-result.ts';

/** A turn that was just asked for. */
export function newTurn(job: TurnView['job'], nowMs: number): TurnView {
  return {
    job,
    startedAtMs: nowMs,
    answer: NO_ANSWER,
    isAnswering: false,
    hasText: false,
    thought: undefined,
    retry: undefined,
    isAborting: false,
    hasShownError: false,
  };
}

export function runCommand(
  state: ChatState,
  line: string,
  command: SlashResult,
  nowMs: number,
): Step {
  const shown = step(state, [{ type: 'prompt', text: line }]);
  return andThen(shown, (next) => applyCommand(next, command, nowMs));
}

export function applyCommand(state: ChatState, command: SlashResult, nowMs: number): Step {
  switch (command.type) {
    case 'panel':
      return showPanel(state, command.panel, nowMs);
    case 'refused':
      return say(state, 'warning', command.message);
    case 'model': {
      const chosen = { ...state, chosenModel: command.model, chosenThinking: undefined };
      const again = state.chosenThinking === undefined ? '' : ' Thinking is as configured again.';
      return say(chosen, 'plain', `${modelName(command.model)} answers from now on.${again}`);
    }
    case 'thinking':
      return say({ ...state, chosenThinking: command.level }, 'plain', thinkingText(command.level));
    case 'system':
      return system(state, command.text);
    case 'export':
      return step(state, [], [{ type: 'export', path: command.path }]);
    case 'exit':
      return step(state, [], [{ type: 'exit', code: 0 }]);
    case 'clear':
    case 'compact':
    case 'resume':
      return changeConversation(state, command, nowMs);
  }
}

function thinkingText(level: string | undefined): string {
  if (level === undefined) return 'Thinking is as configured.';
  return level === 'off' ? 'Thinking is off.' : `Thinking: ${level}.`;
}

/** Lists to choose from, where keys reach the chat; everything else as lines. */
function showPanel(state: ChatState, panel: Panel, nowMs: number): Step {
  const items = !state.hasKeys ? [] : itemsOf(panel, state);
  if (items.length > 0) {
    const title = panel === 'model' ? 'Model' : 'Thinking';
    return step({ ...state, picker: openPicker(title, items) });
  }
  return step(state, [{ type: 'panel', lines: panelLines(panel, state, nowMs) }]);
}

function itemsOf(panel: Panel, state: ChatState) {
  if (panel === 'model') return modelItems(state);
  return panel === 'thinking' ? thinkingItems(state) : [];
}

/** Shows the system prompt, or sets it for the next turns. */
function system(state: ChatState, text: string | undefined): Step {
  if (text === undefined) {
    const { systemPrompt } = state;
    const shown = systemPrompt === undefined ? 'There is no system prompt.' : systemPrompt;
    return say(state, 'plain', shown);
  }
  const systemPrompt = text === '-' ? undefined : text;
  const said =
    systemPrompt === undefined
      ? 'No system prompt from now on.'
      : 'This is the system prompt from now on.';
  const effect: Effect = { type: 'set-system-prompt', text: systemPrompt };
  return step({ ...state, systemPrompt }, [notice('plain', said)], [effect]);
}

type ConversationCommand = Extract<SlashResult, { readonly type: 'clear' | 'compact' | 'resume' }>;

function changeConversation(state: ChatState, command: ConversationCommand, nowMs: number): Step {
  if (state.turn !== undefined || state.isResuming) {
    return say(state, 'warning', `An answer is running. Stop it with Esc before /${command.type}.`);
  }
  switch (command.type) {
    case 'clear':
      return clear(state);
    case 'compact':
      return compact(state, nowMs);
    case 'resume': {
      const { id, allowed } = command;
      if (id === undefined) return step(state, [], [{ type: 'list-sessions' }]);
      return step({ ...state, isResuming: true }, [], [{ type: 'resume-session', id, allowed }]);
    }
  }
}

function clear(state: ChatState): Step {
  const cleared = {
    ...state,
    isEmpty: true,
    figures: emptyContext(state.figures),
    thinking: { ...state.thinking, folded: '' },
    lastOutcome: undefined,
    history: promptHistory(state.history.entries),
  };
  const said = say(cleared, 'plain', 'The conversation starts anew.');
  return { ...said, effects: [{ type: 'clear-conversation' }] };
}

function compact(state: ChatState, nowMs: number): Step {
  if (state.isEmpty) return say(state, 'plain', 'There is nothing to sum up yet.');
  const thinking = { ...state.thinking, folded: '' };
  return step(
    { ...state, thinking, turn: newTurn('summary', nowMs), hint: undefined },
    [],
    [{ type: 'compact' }],
  );
}

export function say(state: ChatState, tone: Tone, text: string): Step {
  return step(state, [notice(tone, text)]);
}

function notice(tone: Tone, text: string): Block {
  return { type: 'notice', tone, text };
}
