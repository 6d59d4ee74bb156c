/** A turn: route → attempt → retry or fall back → end. Every effect comes as an argument. */
import { toUsd } from './cost.ts';
import type { HistoryMessage } from './history.ts';
import type { TurnEnding } from './outcome.ts';
import { type Call, clearedWarnings, firstCall, interruptedEnding, recover } from './recover.ts';
import { type AttemptResult, runAttempt } from './run-attempt.ts';
import { type SelectionResult, selectModel } from './select-model.ts';
import type { ModelRef, TurnEvent, TurnOutcome } from './turn-event.ts';
import type { EndedAttempt } from './turn-journal.ts';
import type { TurnPlan } from './turn-plan.ts';
import type { TurnDependencies, TurnRequest } from './turn-request.ts';
import {
  answerOf,
  isOverCost,
  outcomeOf,
  refOf,
  requestFor,
  startRun,
  type TurnRun,
} from './turn-run.ts';

export interface TurnResult {
  readonly outcome: TurnOutcome;
  /** What joins the history with the messages asked; absent when nothing does. */
  readonly answer: HistoryMessage | undefined;
}

/**
 * Runs one turn.
 *
 * @returns Its events as they happen; `turn-end` is always the last, also on failure, limits and
 *   cancellation. A failed call never throws. Leaving the iteration cancels the call. The
 *   generator's return value is what to keep.
 */
export async function* runTurn(
  request: TurnRequest,
  plan: TurnPlan,
  dependencies: TurnDependencies,
  signal: AbortSignal,
): AsyncGenerator<TurnEvent, TurnResult> {
  const run = startRun(request, plan, dependencies, signal);
  try {
    await dependencies.journal?.turnStarted(request);
    const ending = yield* runAttempts(run);
    const outcome = outcomeOf(run, ending);
    yield* closingEvents(run, ending, outcome);
    yield { type: 'turn-end', outcome };
    return { outcome, answer: answerOf(run, ending, outcome) };
  } finally {
    run.interrupt.close();
  }
}

async function* runAttempts(run: TurnRun): AsyncGenerator<TurnEvent, TurnEnding> {
  const first = await selectModel(run, { from: 0 });
  if (first.type !== 'selected') return endingWithoutModel(run, first);
  yield* announce(run, first);
  let call = firstCall(run, first.selection);
  for (;;) {
    const result = yield* attempt(run, call);
    const { end } = result;
    if (end.type === 'stop') return end;
    if (end.type === 'interrupted') return interruptedEnding(run);
    const recovery = yield* recover(run, call, result, end.error);
    if (recovery.type === 'end') return recovery.ending;
    call = recovery.call;
  }
}

async function* attempt(run: TurnRun, call: Call): AsyncGenerator<TurnEvent, AttemptResult> {
  const { selection } = call;
  const { ready, spec } = selection;
  const ref = refOf(selection);
  const number = run.results.length + 1;
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
  await run.dependencies.journal?.attemptEnded(endedAttempt(run, number, ref, result));
  if (result.end.type === 'failed') {
    run.failures.push({ attempt: number, model: ref, error: result.end.error });
  }
  return result;
}

function endedAttempt(
  { request }: TurnRun,
  attempt: number,
  model: ModelRef,
  { end, brought, cost }: AttemptResult,
): EndedAttempt {
  return {
    turnId: request.turnId,
    attempt,
    model,
    status: end.type === 'stop' ? 'ok' : end.type === 'failed' ? 'failed' : 'cut',
    usage: brought.usage,
    costUsd: cost === undefined ? undefined : toUsd(cost),
  };
}

/** The primary was passed over, or something asked for was left out: said before anything is sent. */
function* announce(
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

function endingWithoutModel(
  run: TurnRun,
  result: Exclude<SelectionResult, { readonly type: 'selected' }>,
): TurnEnding {
  if (result.type === 'interrupted') return interruptedEnding(run);
  return { type: 'failed', error: result.error };
}

/** What is worth saying about the end, then the error. */
function* closingEvents(
  run: TurnRun,
  ending: TurnEnding,
  { error }: TurnOutcome,
): Generator<TurnEvent> {
  for (const message of closingWarnings(run, ending)) yield { type: 'warning', message };
  if (error !== undefined) yield { type: 'error', error };
}

function closingWarnings({ last, model, plan }: TurnRun, ending: TurnEnding): readonly string[] {
  const provider = `The provider "${model?.provider ?? ''}"`;
  if (ending.type === 'interrupted' && ending.cause === 'idle') {
    const seconds = Math.round(plan.idleMs / 1_000);
    return [`${provider} sent nothing for ${seconds} s, so the call was ended.`];
  }
  if (ending.type !== 'stop' || last === undefined) return [];
  const { undeclaredTool, message, usage, usageCost } = last.brought;
  const warnings = message
    .openCalls()
    .map((name) => `${provider} did not finish its call of the tool "${name}"; it was left out.`);
  if (undeclaredTool !== undefined) {
    warnings.push(
      `The model called the tool "${undeclaredTool}", which it was not offered, so the turn ends here.`,
    );
  }
  if (plan.maxCostUsd !== undefined && usage !== undefined && usageCost === undefined) {
    warnings.push('The cost of this turn is not known, so the cost limit could not be kept.');
  }
  return warnings;
}
