/** Pure: what the live region shows, fitted into at most half the window. */
import { type AnswerLook, type Settled, settleAnswer } from './answer-flow.ts';
import type { ChatState } from './chat-state.ts';
import { noticeRow } from './components/notice.tsx';
import { type PromptView, promptLayout, promptView } from './components/prompt-input.tsx';
import { queueRows } from './components/queue.tsx';
import { statusRows } from './components/status-bar.tsx';
import { thinkingRows } from './components/thinking.tsx';
import type { Palette } from './palette.ts';
import { pickerRows } from './picker.ts';

export interface LiveView {
  readonly thinking: readonly string[];
  readonly answer: readonly string[];
  readonly queue: readonly string[];
  readonly picker: readonly string[];
  /** `undefined`: no room for it. */
  readonly notice: string | undefined;
  readonly prompt: PromptView;
  readonly status: readonly string[];
}

export interface WindowSize {
  readonly columns: number;
  readonly rows: number;
}

export interface Frame {
  readonly view: LiveView;
  /** What the answer has finished; `undefined` without an answer. */
  readonly settled: Settled | undefined;
}

/** Rows of streaming thought when there is room for more. */
const MAX_THINKING_ROWS = 6;
const MAX_QUEUE_ROWS = 3;

/** Cells that may be used: a full row would leave the cursor beyond its end. */
export function usableColumns(window: WindowSize): number {
  return Math.max(4, window.columns - 1);
}

/**
 * Lays the live region out. The prompt comes first in the claim for rows, then the notice and the
 * status, then what streams.
 */
export function composeFrame(
  state: ChatState,
  window: WindowSize,
  nowMs: number,
  look: AnswerLook,
): Frame {
  const { palette } = look;
  const columns = usableColumns(window);
  const total = Math.max(1, Math.floor(window.rows / 2));
  const layout = promptLayout(state, columns);
  const promptCount = Math.min(layout.rows.length, Math.max(1, Math.floor(total / 3)));
  let free = total - promptCount;
  const notice = free > 0 ? noticeRow(state, columns, nowMs, palette) : undefined;
  if (notice !== undefined) free -= 1;
  const status = statusRows(state, columns, nowMs, palette).slice(0, free);
  free -= status.length;
  const picker = pickerView(state, columns, free, palette);
  free -= picker.length;
  const isStreaming = state.turn?.isAnswering === true || state.turn?.thought !== undefined;
  const queueCount = Math.min(MAX_QUEUE_ROWS, free - (isStreaming ? 1 : 0));
  const queue = queueRows(state.queue, columns, queueCount, palette);
  const streamed = composeStream(state, columns, free - queue.length, look);
  const prompt = promptView(state, layout, columns, promptCount, palette);
  return {
    view: { ...streamed.rows, queue, picker, notice, prompt, status },
    settled: streamed.settled,
  };
}

/** One row is left to what streams. */
function pickerView(
  { picker, turn }: ChatState,
  columns: number,
  free: number,
  palette: Palette,
): readonly string[] {
  if (picker === undefined) return [];
  return pickerRows(picker, columns, turn === undefined ? free : free - 1, palette);
}

interface Streamed {
  readonly rows: Pick<LiveView, 'thinking' | 'answer'>;
  readonly settled: Settled | undefined;
}

function composeStream(
  state: ChatState,
  columns: number,
  free: number,
  look: AnswerLook,
): Streamed {
  const settled = settle(state, columns, free, look);
  const answer = settled?.rows.slice(0, Math.max(0, free)) ?? [];
  const room = Math.min(MAX_THINKING_ROWS, free - answer.length);
  const thinking = thinkingRows(visibleThinking(state), columns, room, look.palette);
  return { rows: { thinking, answer }, settled };
}

function settle(
  state: ChatState,
  columns: number,
  free: number,
  look: AnswerLook,
): Settled | undefined {
  if (state.turn?.isAnswering !== true) return undefined;
  return settleAnswer(state.turn.answer, columns, Math.max(1, free), look);
}

/** Streaming thought, or the thinking that was opened while its answer runs. */
function visibleThinking(state: ChatState): string {
  const { thinking, turn } = state;
  if (turn?.thought !== undefined) return thinking.mode === 'folded' ? '' : turn.thought.recent;
  return turn !== undefined && thinking.mode === 'open' ? thinking.folded.slice(-4_096) : '';
}

/** Rows from the cursor's row down to the last one. */
export function rowsBelowCursor(view: LiveView): number {
  return view.prompt.rows.length - 1 - view.prompt.cursorRow + view.status.length;
}
