/** A turn: its steps, what is said of their end, what is kept. Every effect comes as an argument. */
import type { HistoryMessage } from './history.ts';
import type { TurnEnding } from './outcome.ts';
import { runSteps } from './run-steps.ts';
import type { TurnEvent, TurnOutcome } from './turn-event.ts';
import type { TurnPlan } from './turn-plan.ts';
import type { TurnDependencies, TurnRequest } from './turn-request.ts';
import { answerOf, type LeftOut, outcomeOf, startRun, type TurnRun } from './turn-run.ts';

export interface TurnResult {
  readonly outcome: TurnOutcome;
  /** Calls of tools and their results, which join the history between question and answer. */
  readonly steps: readonly HistoryMessage[];
  /** Messages of the request that its model did not take, and what stands in their place. */
  readonly leftOut?: Pick<LeftOut, 'count' | 'summary'> | undefined;
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
    const ending = yield* runSteps(run);
    const outcome = outcomeOf(run, ending);
    yield* closingEvents(run, ending, outcome);
    yield { type: 'turn-end', outcome };
    const steps = outcome.status === 'error' ? [] : run.steps;
    return { outcome, steps, leftOut: run.leftOut, answer: answerOf(run, ending, outcome) };
  } finally {
    run.interrupt.close();
  }
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
