/** One step of a turn: a call of a model, tried again or handed over until it is answered or over. */
import type { TurnEnding } from './outcome.ts';
import { attemptInput, recordAttempt } from './record-attempt.ts';
import { type Call, clearedWarnings, firstCall, interruptedEnding, recover } from './recover.ts';
import { requestFor } from './request-for.ts';
import { type AttemptResult, runAttempt } from './run-attempt.ts';
import type { Selection, SelectionResult } from './select-model.ts';
import type { TurnEvent } from './turn-event.ts';
import { nextAttempt, refOf, type TurnRun } from './turn-run.ts';

export interface CallEnd {
  readonly ending: TurnEnding;
  /** The model that was asked last. */
  readonly selection: Selection;
}

export async function* callModel(
  run: TurnRun,
  selection: Selection,
): AsyncGenerator<TurnEvent, CallEnd> {
  let call = firstCall(run, selection);
  for (;;) {
    const result = yield* attempt(run, call);
    const { end } = result;
    if (end.type === 'stop') return { ending: end, selection: call.selection };
    if (end.type === 'interrupted') {
      return { ending: interruptedEnding(run), selection: call.selection };
    }
    const recovery = yield* recover(run, call, result, end.error);
    if (recovery.type === 'end') return { ending: recovery.ending, selection: call.selection };
    call = recovery.call;
  }
}

async function* attempt(run: TurnRun, call: Call): AsyncGenerator<TurnEvent, AttemptResult> {
  const { selection } = call;
  const ref = refOf(selection);
  const number = nextAttempt(run);
  run.model = ref;
  yield {
    type: 'turn-start',
    turn: run.request.turn,
    attempt: number,
    model: ref,
    contextWindow: selection.spec.contextWindow,
  };
  const request = requestFor(run, selection);
  const result = yield* runAttempt(attemptInput(run, selection, request));
  run.last = result;
  await recordAttempt(run, selection, result);
  if (result.end.type === 'failed') {
    run.failures.push({ attempt: number, model: ref, error: result.end.error });
  }
  return result;
}

/** The primary was passed over, or something asked for was left out: said before anything is sent. */
export function* announce(
  { plan }: TurnRun,
  { selection, skipped }: SelectionResult & { readonly type: 'selected' },
): Generator<TurnEvent> {
  const [passedOver, ...others] = skipped;
  const [primary] = plan.candidates;
  if (passedOver !== undefined && primary !== undefined && selection.index > 0) {
    yield {
      type: 'fallback',
      from: primary.ref,
      to: refOf(selection),
      reason: passedOver.reason,
      skipped: others,
      discardsOutput: false,
    };
  }
  yield* clearedWarnings(selection);
}
