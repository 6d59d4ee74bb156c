/** What follows a failed attempt: wait and retry, start afresh, fall back, or end the turn. */
import type { TurnEnding } from './outcome.ts';
import { exhaustedBudget } from './rate-limit.ts';
import { restoreWhole, shrinkOnce } from './recover-overflow.ts';
import { decideRetry, fallbackFor } from './retry.ts';
import type { AttemptResult } from './run-attempt.ts';
import { nameOf, type Selection, type SelectionResult, selectModel } from './select-model.ts';
import type { SkippedCandidate, TurnError, TurnEvent } from './turn-event.ts';
import { isOverCost, nextAttempt, refOf, type TurnRun } from './turn-run.ts';

/** The calls of one model within a turn. */
export interface Call {
  readonly selection: Selection;
  /** Its first attempt, 1-based within its step. */
  readonly firstAttempt: number;
  readonly retries: number;
}

export type Recovery =
  | { readonly type: 'again'; readonly call: Call }
  | { readonly type: 'end'; readonly ending: TurnEnding };

interface Failure {
  readonly call: Call;
  readonly error: TurnError;
  /** Text or a tool call of the failed attempt was already shown. */
  readonly hasDelivered: boolean;
}

export function firstCall(run: TurnRun, selection: Selection): Call {
  return { selection, firstAttempt: nextAttempt(run), retries: 0 };
}

export async function* recover(
  run: TurnRun,
  call: Call,
  result: AttemptResult,
  error: TurnError,
): AsyncGenerator<TurnEvent, Recovery> {
  const failure: Failure = { call, error, hasDelivered: result.brought.hasDelivered };
  if (isOverCost(run, 0n)) run.interrupt.stop('cost');
  if (run.interrupt.signal.aborted) return interrupted(run);
  if (failure.hasDelivered && run.plan.afterOutput === 'fail') return failed(error);
  if (error.category === 'provider_crashed') return yield* restart(run, failure);
  if (error.category === 'context_length_exceeded' && !failure.hasDelivered) {
    if (yield* shrinkOnce(run, call.selection)) return { type: 'again', call };
    if (run.interrupt.signal.aborted) return interrupted(run);
  }
  const { memory, random } = run.dependencies;
  const decision = decideRetry(
    { error, callRetries: call.retries, sessionRetries: memory.retriesSpent },
    run.plan.retry,
    random,
  );
  if (decision.type === 'stop') return yield* fallBack(run, failure);
  memory.retriesSpent += 1;
  return yield* retry(run, failure, decision.delayMs);
}

async function* retry(
  run: TurnRun,
  failure: Failure,
  delayMs: number,
): AsyncGenerator<TurnEvent, Recovery> {
  const { call } = failure;
  yield retryEvent(run, failure, delayMs, call.firstAttempt + run.plan.retry.maxRetries);
  discard(run, failure);
  await waitForRetry(run, delayMs);
  if (run.interrupt.signal.aborted) return interrupted(run);
  return { type: 'again', call: { ...call, retries: call.retries + 1 } };
}

/** Until the time has come, the turn is stopped, or somebody wants no more waiting. */
async function waitForRetry({ dependencies, interrupt }: TurnRun, delayMs: number): Promise<void> {
  const hurry = dependencies.retryNow?.();
  const signal =
    hurry === undefined ? interrupt.signal : AbortSignal.any([interrupt.signal, hurry]);
  await dependencies.clock.sleep(delayMs, signal);
}

/** Once a turn, and only while nothing of an answer was shown. */
async function* restart(run: TurnRun, failure: Failure): AsyncGenerator<TurnEvent, Recovery> {
  const { call, error, hasDelivered } = failure;
  if (hasDelivered || run.hasRestarted) return failed(error);
  run.hasRestarted = true;
  yield retryEvent(run, failure, 0, nextAttempt(run));
  const { index } = call.selection;
  const result = await selectModel(run, { from: index });
  if (result.type === 'selected' && result.selection.index === index) {
    return { type: 'again', call: { ...call, selection: result.selection } };
  }
  if (run.hasRunTool) return failed(error);
  return yield* changeModel(run, failure, result);
}

async function* fallBack(run: TurnRun, failure: Failure): AsyncGenerator<TurnEvent, Recovery> {
  const { call, error } = failure;
  const { index, spec } = call.selection;
  const kind = fallbackFor(error.category);
  if (kind === 'none' || index + 1 >= run.plan.candidates.length) return failed(error);
  if (run.hasRunTool) {
    yield { type: 'warning', message: TOOL_HAS_RUN };
    return failed(error);
  }
  const largerThan = kind === 'larger-window' ? spec.contextWindow : undefined;
  return yield* changeModel(run, failure, await selectModel(run, { from: index + 1, largerThan }));
}

async function* changeModel(
  run: TurnRun,
  failure: Failure,
  result: SelectionResult,
): AsyncGenerator<TurnEvent, Recovery> {
  switch (result.type) {
    case 'interrupted':
      return interrupted(run);
    case 'refused':
      return failed(result.error);
    case 'exhausted':
      yield { type: 'warning', message: noFallback(result.skipped) };
      return failed(failure.error);
    case 'selected': {
      const { selection, skipped } = result;
      yield {
        type: 'fallback',
        from: refOf(failure.call.selection),
        to: refOf(selection),
        reason: failure.error.message,
        skipped,
        discardsOutput: failure.hasDelivered,
      };
      discard(run, failure);
      restoreWhole(run, selection.spec.contextWindow);
      yield* clearedWarnings(selection);
      return { type: 'again', call: firstCall(run, selection) };
    }
  }
}

/** Another model would run what was already done, or build on what it can not know. */
const TOOL_HAS_RUN = 'A tool has run in this turn, so no other model takes over.';

/** What was asked for but can not be given by the chosen model. */
export function* clearedWarnings(selection: Selection): Generator<TurnEvent> {
  for (const reason of selection.cleared) {
    yield { type: 'warning', message: `${reason} It was left out of the request.` };
  }
}

function retryEvent(
  run: TurnRun,
  { call, error, hasDelivered }: Failure,
  delayMs: number,
  maxAttempts: number,
): TurnEvent {
  const limits = run.dependencies.memory.rateLimits.latest(refOf(call.selection));
  const budget = error.category === 'rate_limited' ? exhaustedBudget(limits) : undefined;
  return {
    type: 'retry-scheduled',
    attempt: nextAttempt(run),
    maxAttempts,
    delayMs,
    category: error.category,
    message: error.message,
    budget: budget?.kind,
    resetsAtMs: budget?.resetAtMs,
    requestId: error.requestId,
    discardsOutput: hasDelivered,
  };
}

/** From here on what was shown is not part of the answer. */
function discard(run: TurnRun, { hasDelivered }: Failure): void {
  if (hasDelivered) run.last = undefined;
}

function noFallback(skipped: readonly SkippedCandidate[]): string {
  const list = skipped.map(({ candidate, reason }) => `${nameOf(candidate)} (${reason})`);
  return `No other model of the chain can take over: ${list.join('; ')}.`;
}

function failed(error: TurnError): Recovery {
  return { type: 'end', ending: { type: 'failed', error } };
}

function interrupted(run: TurnRun): Recovery {
  return { type: 'end', ending: interruptedEnding(run) };
}

/** The interrupt always has a cause once its signal has aborted within a turn. */
export function interruptedEnding({ interrupt }: TurnRun): TurnEnding {
  return { type: 'interrupted', cause: interrupt.cause ?? 'cancelled' };
}
