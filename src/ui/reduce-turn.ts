/** Pure: what the events of a turn do to the chat. */
import type { TurnEvent, TurnOutcome } from '../turn/turn-event.ts';
import { NO_ANSWER } from './answer-flow.ts';
import {
  andThen,
  type Block,
  type ChatState,
  type Step,
  step,
  type TurnView,
} from './chat-state.ts';
import { foldFigures } from './figures.ts';
import {
  errorText,
  fallbackText,
  isWhole,
  outcomeNotice,
  retryText,
  summaryNotice,
} from './notice-text.ts';
import { sendNext } from './reduce-prompt.ts';
import { thoughtTitle } from './transcript.ts';

/** Characters of streaming thought that may be needed for its last rows on screen. */
const RECENT_LENGTH = 4_096;

/** Reasoning kept for Ctrl+T; of more, the beginning is forgotten. */
const MAX_KEPT_THINKING = 1_048_576;

/** Takes one event of the running turn; without one, events are late and count for figures only. */
export function reduceTurnEvent(state: ChatState, event: TurnEvent, nowMs: number): Step {
  const counted = { ...state, figures: foldFigures(state.figures, event) };
  const { turn } = state;
  return turn === undefined ? step(counted) : onEvent(counted, turn, event, nowMs);
}

function onEvent(state: ChatState, turn: TurnView, event: TurnEvent, nowMs: number): Step {
  switch (event.type) {
    case 'text-delta':
      return onText(state, turn, event.text, nowMs);
    case 'thinking-delta':
      return onThinking(state, turn, event.text, nowMs);
    case 'redacted-thinking':
      return afterOutput(
        state,
        nowMs,
        notice('dim', 'Redacted thinking: its vendor shows none of it'),
      );
    case 'turn-start':
      return step(withTurn(state, { ...turn, hasText: false, retry: undefined }));
    case 'retry-scheduled':
      return onRetry(state, turn, event, nowMs);
    case 'fallback':
      return afterOutput(state, nowMs, notice('warning', fallbackText(event)));
    case 'warning':
      return afterOutput(state, nowMs, notice('warning', event.message));
    case 'error':
      return andThen(afterOutput(state, nowMs, notice('error', errorText(event.error))), (next) =>
        step(next.turn ? withTurn(next, { ...next.turn, hasShownError: true }) : next),
      );
    case 'tool-call':
      return afterOutput(state, nowMs, notice('dim', `Tool call: ${event.name}`));
    case 'tool-result':
      return afterOutput(state, nowMs, notice('dim', `Tool result: ${event.content}`));
    case 'turn-end':
      return onEnd(state, turn, event, nowMs);
    case 'stream-start':
    case 'usage':
    case 'metadata':
      return step(state);
  }
}

function onText(state: ChatState, turn: TurnView, text: string, nowMs: number): Step {
  // Models like to begin with empty lines; the transcript has its own.
  const shown = turn.hasText ? text : text.replace(/^[\r\n]+/, '');
  if (shown === '') return step(state);
  const folded = turn.thought === undefined ? step(state) : foldThought(state, turn, nowMs);
  return andThen(folded, (next) => {
    if (next.turn === undefined) return step(next);
    const { answer } = next.turn;
    const open = { ...answer, text: answer.text + shown };
    const gap: readonly Block[] = next.turn.isAnswering ? [] : [{ type: 'gap' }];
    const answering = { ...next.turn, answer: open, isAnswering: true, hasText: true };
    return step(withTurn(next, answering), gap);
  });
}

function onThinking(state: ChatState, turn: TurnView, text: string, nowMs: number): Step {
  const finished = finishText(state, turn);
  return andThen(finished, (next) => {
    if (next.turn === undefined) return step(next);
    const before = next.turn.thought ?? { text: '', recent: '', startedAtMs: nowMs };
    const thought = {
      ...before,
      text: before.text + text,
      recent: (before.recent + text).slice(-RECENT_LENGTH),
    };
    return step(withTurn(next, { ...next.turn, thought }));
  });
}

type RetryEvent = Extract<TurnEvent, { readonly type: 'retry-scheduled' }>;

function onRetry(state: ChatState, turn: TurnView, event: RetryEvent, nowMs: number): Step {
  const retry = {
    attempt: event.attempt,
    maxAttempts: event.maxAttempts,
    dueAtMs: nowMs + event.delayMs,
    category: event.category,
    budget: event.budget,
  };
  return afterOutput(
    withTurn(state, { ...turn, retry }),
    nowMs,
    notice('warning', retryText(event, state.figures.model)),
  );
}

type EndEvent = Extract<TurnEvent, { readonly type: 'turn-end' }>;

function onEnd(state: ChatState, turn: TurnView, { outcome }: EndEvent, nowMs: number): Step {
  const text = outcomeNotice(outcome, turn.hasShownError);
  const summary = turn.job === 'summary' ? [summaryNotice(outcome)] : [];
  const notices = [...(text === undefined ? [] : [text]), ...summary];
  const ended = afterOutput(state, nowMs, ...notices);
  return andThen(ended, (next) => {
    const counted = turn.job === 'summary' ? afterSummary(next, outcome) : next;
    const isEmpty = next.isEmpty && outcome.status === 'error';
    const idle = { ...counted, turn: undefined, lastOutcome: outcome, isEmpty };
    return andThen(showOpenThinking(idle), (shown) => sendNext(shown, outcome.status, nowMs));
  });
}

/** What the next call carries is the summary alone; its text counts as it was written. */
function afterSummary(state: ChatState, outcome: TurnOutcome): ChatState {
  if (!isWhole(outcome)) return state;
  const context = { ...state.figures.context, usedTokens: outcome.usage?.outputTokens };
  return { ...state, figures: { ...state.figures, context } };
}

/** With thinking kept open, what was folded while the answer ran is shown behind it. */
function showOpenThinking(state: ChatState): Step {
  const { mode, folded } = state.thinking;
  if (mode !== 'open' || folded === '') return step(state);
  const block: Block = { type: 'thinking', title: 'Thinking of the answer above', text: folded };
  return step({ ...state, thinking: { mode, folded: '' } }, [block]);
}

/** A turn whose events did not end as they must. */
export function breakTurn(state: ChatState, message: string, nowMs: number): Step {
  const broken = afterOutput(state, nowMs, notice('error', message));
  return andThen(broken, (next) => sendNext({ ...next, turn: undefined }, 'error', nowMs));
}

/** Whatever was being streamed is finished first, so that the order stays true. */
function afterOutput(state: ChatState, nowMs: number, ...blocks: readonly Block[]): Step {
  const { turn } = state;
  if (turn === undefined) return step(state, blocks);
  const folded = turn.thought === undefined ? step(state) : foldThought(state, turn, nowMs);
  const finished = andThen(folded, (next) =>
    next.turn === undefined ? step(next) : finishText(next, next.turn),
  );
  return andThen(finished, (next) => step(next, blocks));
}

function finishText(state: ChatState, turn: TurnView): Step {
  if (!turn.isAnswering) return step(state);
  const next = withTurn(state, { ...turn, answer: NO_ANSWER, isAnswering: false });
  return step(next, [{ type: 'answer', open: turn.answer }]);
}

function foldThought(state: ChatState, turn: TurnView, nowMs: number): Step {
  const { thought } = turn;
  if (thought === undefined) return step(state);
  const next = withTurn(state, { ...turn, thought: undefined });
  const durationMs = nowMs - thought.startedAtMs;
  if (thought.text.trim() === '') return step(next);
  if (state.thinking.mode === 'open') {
    const title = thoughtTitle(thought.text, durationMs);
    return step(next, [{ type: 'thinking', title, text: thought.text }]);
  }
  const folded = joinThoughts(state.thinking.folded, thought.text);
  const block: Block = { type: 'folded-thinking', durationMs, text: thought.text };
  return step({ ...next, thinking: { ...state.thinking, folded } }, [block]);
}

function joinThoughts(before: string, text: string): string {
  return (before === '' ? text : `${before}\n\n${text}`).slice(-MAX_KEPT_THINKING);
}

function notice(tone: 'dim' | 'warning' | 'error', text: string): Block {
  return { type: 'notice', tone, text };
}

function withTurn(state: ChatState, turn: TurnView): ChatState {
  return { ...state, turn };
}
