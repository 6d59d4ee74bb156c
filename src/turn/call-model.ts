/** One step of a turn: a call of a model, tried again or handed over until it is answered or over. */
import { toUsd } from './cost.ts';
import type { TurnEnding } from './outcome.ts';
import { type Call, clearedWarnings, firstCall, interruptedEnding, recover } from './recover.ts';
import { type AttemptResult, runAttempt } from './run-attempt.ts';
import type { Selection, SelectionResult } from './select-model.ts';
import type { ModelRef, TurnEvent } from './turn-event.ts';
import type { EndedAttempt } from './turn-journal.ts';
import { isOverCost, nextAttempt, refOf, requestFor, type TurnRun } from './turn-run.ts';

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
  const { ready, spec } = selection;
  const ref = refOf(selection);
  const number = nextAttempt(run);
  run.model = ref;
  yield {
    type: 'turn-start',
    turn: run.request.turn,
    attempt: number,
    model: ref,
    contextWindow: spec.contextWindow,
  };
  const result = yield* runAttempt({
    provider: ready.provider,
    ref,
    spec,
    models: ready.capabilities.models,
    request: requestFor(run, selection),
    clock: run.dependencies.clock,
    interrupt: run.interrupt,
    idleMs: run.plan.idleMs,
    isOverCost: (cost) => isOverCost(run, cost),
    rateLimits: run.dependencies.memory.rateLimits,
  });
  run.results.push(result);
  run.last = result;
  await run.dependencies.journal?.attemptEnded(endedAttempt(run, ref, result));
  if (result.end.type === 'failed') {
    run.failures.push({ attempt: number, model: ref, error: result.end.error });
  }
  return result;
}

function endedAttempt(
  { request, results }: TurnRun,
  model: ModelRef,
  { end, brought, cost }: AttemptResult,
): EndedAttempt {
  return {
    turnId: request.turnId,
    attempt: results.length,
    model,
    status: end.type === 'stop' ? 'ok' : end.type === 'failed' ? 'failed' : 'cut',
    usage: brought.usage,
    costUsd: cost === undefined ? undefined : toUsd(cost),
  };
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
