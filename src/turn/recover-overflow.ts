/** What follows a conversation that is too long: once a turn its oldest turns are left out. */
import { estimateRequest } from './count-tokens.ts';
import { nameOf, type Selection } from './select-model.ts';
import { oldestToDrop } from './shrink.ts';
import { summarizeOldest } from './summary.ts';
import type { TurnEvent } from './turn-event.ts';
import { refOf, type TurnRun } from './turn-run.ts';

/** How much of what fits is kept, so that the one attempt there is succeeds. */
const KEPT_SHARE = 0.5;

/**
 * Makes the request of a turn smaller.
 *
 * @returns Whether it did; the model can then be asked again.
 */
export async function* shrinkOnce(
  run: TurnRun,
  selection: Selection,
): AsyncGenerator<TurnEvent, boolean> {
  if (run.leftOut !== undefined) return false;
  const { request } = run;
  const tokens = estimateRequest(request);
  const dropped = oldestToDrop(request.messages, shareFor(tokens, selection.spec.contextWindow));
  if (dropped === undefined) return false;
  const oldest = request.messages.slice(0, dropped);
  const rest = request.messages.slice(dropped);
  const summary =
    run.plan.onOverflow === 'summarize' ? await summarizeOldest(run, selection, oldest) : undefined;
  if (run.interrupt.signal.aborted) return false;
  const messages = summary === undefined ? rest : [summary, ...rest];
  run.leftOut = { whole: request.messages, count: dropped, summary };
  run.request = { ...request, messages };
  const how = summary === undefined ? 'left out' : 'summarized';
  const model = nameOf(refOf(selection));
  yield {
    type: 'warning',
    message: `The conversation is too long for ${model}, so its oldest ${dropped} messages are ${how}: about ${estimateRequest(run.request)} of ${tokens} tokens are sent.`,
  };
  return true;
}

/** A larger window may hold the whole conversation after all. */
export function restoreWhole(run: TurnRun, contextWindow: number): void {
  if (run.leftOut === undefined) return;
  const whole = { ...run.request, messages: run.leftOut.whole };
  if (estimateRequest(whole) > contextWindow) return;
  run.request = whole;
  run.leftOut = { ...run.leftOut, count: 0, summary: undefined };
}

/** An estimate beyond the window says how much too long it is; one below it says nothing. */
function shareFor(tokens: number, contextWindow: number): number {
  return (KEPT_SHARE * Math.min(tokens, contextWindow)) / Math.max(tokens, 1);
}
