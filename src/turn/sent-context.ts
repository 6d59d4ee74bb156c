/** What of a history goes with the next request; the history itself keeps everything. Pure. */
import type { Message } from '../protocol/message.ts';
import type { HistoryMessage } from './history.ts';

export interface SentContext {
  /** Messages of the history before this place are not sent. */
  readonly start: number;
  /** Stands in their place. */
  readonly summary?: Message | undefined;
}

export const WHOLE_HISTORY: SentContext = { start: 0 };

export function messagesSent(
  history: readonly HistoryMessage[],
  { start, summary }: SentContext,
): readonly HistoryMessage[] {
  const rest = history.slice(start);
  return summary === undefined ? rest : [summary, ...rest];
}

/** After a turn whose model did not take the oldest messages of what was sent. */
export function withLeftOut(
  context: SentContext,
  leftOut: { readonly count: number; readonly summary?: Message | undefined } | undefined,
): SentContext {
  if (leftOut === undefined || leftOut.count === 0) return context;
  const ofHistory = leftOut.count - (context.summary === undefined ? 0 : 1);
  return { start: context.start + ofHistory, summary: leftOut.summary };
}
