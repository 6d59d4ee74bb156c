/** What the chat shows, as data; everything finished is in the terminal's scrollback instead. */
import type { PromptExpansion } from '../protocol/model-spec.ts';
import type { ModelRef, TurnErrorCategory, TurnEvent, TurnOutcome } from '../turn/turn-event.ts';
import type { ChatModel } from './chat-options.ts';
import type { ResumeResult, SessionList } from './conversation-port.ts';
import type { Figures } from './figures.ts';
import type { KeyAction } from './keymap.ts';
import type { EditorState } from './line-editor.ts';
import type { OpenText } from './markdown/open-text.ts';
import type { Picker } from './picker.ts';
import type { PromptHistory } from './prompt-history.ts';

/** Answer text that is not in the scrollback yet; the end of it as the model sent it. */
export type OpenAnswer = OpenText;

/** Reasoning that is being streamed. */
export interface Thought {
  readonly text: string;
  /** The end of `text`, long enough to be shown while it streams. */
  readonly recent: string;
  readonly startedAtMs: number;
}

export interface RetryWait {
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly dueAtMs: number;
  readonly category: TurnErrorCategory;
  readonly budget: string | undefined;
}

export interface TurnView {
  /** What is asked for: an answer, or a summary of the conversation. */
  readonly job: 'answer' | 'summary';
  readonly startedAtMs: number;
  readonly answer: OpenAnswer;
  /** `answer` goes on what was shown last; else it begins with a gap. */
  readonly isAnswering: boolean;
  /** Some text of this attempt was shown. */
  readonly hasText: boolean;
  readonly thought: Thought | undefined;
  readonly retry: RetryWait | undefined;
  readonly isAborting: boolean;
  /** The failure was shown when its event came. */
  readonly hasShownError: boolean;
}

/**
 * `auto` streams and folds when the answer starts; `open` keeps everything in the scrollback;
 * `folded` shows one line also while it streams.
 */
export type ThinkingMode = 'auto' | 'open' | 'folded';

export interface ThinkingView {
  readonly mode: ThinkingMode;
  /** Reasoning of the last turn that was folded, for Ctrl+T. */
  readonly folded: string;
}

/** A line above the prompt that goes away by itself. */
export interface Hint {
  readonly text: string;
  readonly untilMs: number;
  /** Another Ctrl+C before that exits. */
  readonly armsExit: boolean;
}

/** How long a hint stands, milliseconds. */
export const HINT_MS = 4_000;

/** Ctrl+R: what is looked for, and the entry found. */
export interface HistorySearch {
  readonly text: string;
  readonly index: number | undefined;
  /** No further entry holds the text. */
  readonly isExhausted: boolean;
  /** The editor as it was, for Escape. */
  readonly before: EditorState;
}

export interface ChatState {
  /** Single keys reach the chat; not where the terminal edits lines itself. */
  readonly hasKeys: boolean;
  /** Cells of a row of the live region. */
  readonly columns: number;
  readonly editor: EditorState;
  /** Texts behind the markers that stand for large pastes. */
  readonly pastes: ReadonlyMap<string, string>;
  readonly history: PromptHistory;
  readonly search: HistorySearch | undefined;
  /** A list to choose from; it has the keys. */
  readonly picker: Picker | undefined;
  /** Prompts sent while a turn runs, oldest first. */
  readonly queue: readonly string[];
  readonly turn: TurnView | undefined;
  /** Another conversation is being opened: what is sent waits for it. */
  readonly isResuming: boolean;
  /** Nothing was said yet. */
  readonly isEmpty: boolean;
  readonly lastOutcome: TurnOutcome | undefined;
  /** `undefined`: still being asked for. */
  readonly models: readonly ChatModel[] | undefined;
  /** Commands of providers. `undefined`: still being asked for. */
  readonly expansions: readonly PromptExpansion[] | undefined;
  readonly systemPrompt: string | undefined;
  /** What `/model` chose. */
  readonly chosenModel: ModelRef | undefined;
  /** What `/thinking` chose. */
  readonly chosenThinking: string | undefined;
  readonly figures: Figures;
  readonly thinking: ThinkingView;
  readonly hint: Hint | undefined;
}

export type Tone = 'plain' | 'dim' | 'warning' | 'error';

/** Something finished, on its way into the scrollback; texts are raw. */
export type Block =
  | { readonly type: 'prompt'; readonly text: string }
  /** What is left of an answer, with its code-block state. */
  | { readonly type: 'answer'; readonly open: OpenAnswer }
  | { readonly type: 'folded-thinking'; readonly durationMs: number; readonly text: string }
  | { readonly type: 'thinking'; readonly title: string; readonly text: string }
  | { readonly type: 'notice'; readonly tone: Tone; readonly text: string }
  /** Lines that are laid out already. */
  | { readonly type: 'panel'; readonly lines: readonly string[] }
  | { readonly type: 'gap' };

/** What the state asks of the world outside. */
export type Effect =
  /** `typed`: with the markers of large pastes. */
  | { readonly type: 'start-turn'; readonly prompt: string; readonly typed: string }
  | { readonly type: 'abort-turn' }
  /** Paths that begin so, told by `paths`. */
  | { readonly type: 'complete-path'; readonly prefix: string }
  /** For the history of later chats; pastes are whole. */
  | { readonly type: 'remember-prompt'; readonly text: string }
  | { readonly type: 'clear-conversation' }
  | { readonly type: 'compact' }
  | { readonly type: 'retry-now' }
  | { readonly type: 'set-system-prompt'; readonly text: string | undefined }
  | { readonly type: 'export'; readonly path: string }
  | { readonly type: 'list-sessions' }
  | {
      readonly type: 'resume-session';
      readonly id: string;
      readonly allowed?: readonly string[] | undefined;
    }
  | { readonly type: 'repaint' }
  | { readonly type: 'suspend' }
  | { readonly type: 'edit-externally'; readonly text: string }
  | { readonly type: 'exit'; readonly code: number };

/** A new state and what comes of it, in order. */
export interface Step {
  readonly state: ChatState;
  readonly blocks: readonly Block[];
  readonly effects: readonly Effect[];
}

export type ChatAction =
  | { readonly type: 'turn-event'; readonly event: TurnEvent }
  /** The events ended without a `turn-end`, or reading them threw. */
  | { readonly type: 'turn-broken'; readonly message: string }
  | { readonly type: 'key'; readonly action: KeyAction }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'paste'; readonly text: string }
  /** The external editor is done. */
  | { readonly type: 'edited'; readonly text: string }
  | { readonly type: 'notice'; readonly tone: Tone; readonly text: string }
  | { readonly type: 'models'; readonly models: readonly ChatModel[] }
  | { readonly type: 'paths'; readonly prefix: string; readonly paths: readonly string[] }
  | { readonly type: 'expansions'; readonly expansions: readonly PromptExpansion[] }
  | { readonly type: 'sessions'; readonly list: SessionList }
  | { readonly type: 'resume-result'; readonly result: ResumeResult }
  | { readonly type: 'resize'; readonly columns: number }
  | { readonly type: 'prompt'; readonly text: string };

export function step(
  state: ChatState,
  blocks: readonly Block[] = [],
  effects: readonly Effect[] = [],
): Step {
  return { state, blocks, effects };
}

/** Goes on from a step; what came before stays in front. */
export function andThen(first: Step, next: (state: ChatState) => Step): Step {
  const second = next(first.state);
  return {
    state: second.state,
    blocks: [...first.blocks, ...second.blocks],
    effects: [...first.effects, ...second.effects],
  };
}

/** The model the next turn goes to, as far as it is known. */
export function currentModel(state: ChatState): ModelRef | undefined {
  return state.chosenModel ?? state.figures.model;
}

export function modelName(model: ModelRef): string {
  return `${model.provider}/${model.model}`;
}

/** What is known of a model; its aliases count as its name. */
export function findModel(
  models: readonly ChatModel[] | undefined,
  wanted: ModelRef | undefined,
): ChatModel | undefined {
  if (wanted === undefined) return undefined;
  return models?.find(
    ({ ref, aliases = [] }) =>
      ref.provider === wanted.provider && [ref.model, ...aliases].includes(wanted.model),
  );
}
