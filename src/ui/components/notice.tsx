import type { ReactNode } from 'react';
import { modelErrorText } from '../../format/model-error-text.ts';
import { formatDuration } from '../../format/quantities.ts';
import { terminalLine } from '../../format/terminal-safe.ts';
import { truncate } from '../cell-width.ts';
import type { ChatState, RetryWait, TurnView } from '../chat-state.ts';
import type { Palette, Style } from '../palette.ts';
import { pickerHint } from '../picker.ts';
import { Lines } from './lines.tsx';

/** What is going on, in the row above the prompt. */
export function Notice({ row }: { readonly row: string }): ReactNode {
  return <Lines rows={[row]} />;
}

/** The running turn, a retry's countdown, a hint or a search; an empty row when nothing is. */
export function noticeRow(
  state: ChatState,
  columns: number,
  nowMs: number,
  palette: Palette,
): string {
  const { style, text } = noticeOf(state, nowMs);
  return palette(style, truncate(terminalLine(text), columns));
}

interface NoticeText {
  readonly style: Style;
  /** Raw. */
  readonly text: string;
}

function noticeOf(
  { hint, search, picker, turn, isResuming }: ChatState,
  nowMs: number,
): NoticeText {
  if (hint !== undefined && nowMs <= hint.untilMs) return { style: 'strong', text: hint.text };
  if (search !== undefined) {
    const end = search.isExhausted ? ' (nothing further)' : '';
    return { style: 'strong', text: `Search: ${search.text}${end}` };
  }
  if (picker !== undefined) return { style: 'strong', text: pickerHint(picker) };
  if (isResuming) return { style: 'dim', text: 'Opening the conversation' };
  if (turn === undefined) return { style: 'dim', text: '' };
  return { style: turn.retry === undefined ? 'dim' : 'warning', text: activityText(turn, nowMs) };
}

function activityText(turn: TurnView, nowMs: number): string {
  if (turn.isAborting) return 'Stopping...';
  if (turn.retry !== undefined)
    return `${retryText(turn.retry, nowMs)} | Enter tries now, Esc stops`;
  if (turn.thought !== undefined) {
    return `Thinking ${wholeSeconds(nowMs - turn.thought.startedAtMs)} | Esc stops`;
  }
  const verb = turn.job === 'summary' ? 'Summing up' : 'Answering';
  const activity = turn.hasText ? verb : 'Waiting for the model';
  return `${activity} ${wholeSeconds(nowMs - turn.startedAtMs)} | Esc stops`;
}

function retryText(retry: RetryWait, nowMs: number): string {
  const budget = retry.budget === undefined ? '' : ` (${retry.budget.replaceAll('_', ' ')})`;
  const reason = modelErrorText(retry.category).title + budget;
  const attempt = `attempt ${retry.attempt} of ${retry.maxAttempts}`;
  const left = Math.ceil((retry.dueAtMs - nowMs) / 1_000) * 1_000;
  if (left <= 0) return `${reason}: ${attempt} now`;
  return `${reason}: ${attempt} in ${formatDuration(left)}`;
}

/** Tenths of a second would only flicker. */
function wholeSeconds(durationMs: number): string {
  const seconds = Math.max(0, Math.floor(durationMs / 1_000));
  return seconds === 0 ? '0s' : formatDuration(seconds * 1_000);
}
