/** What every call of a model within a turn is given, and what is kept of it. */
import type { ModelRequest } from '../protocol/model-request.ts';
import { toUsd } from './cost.ts';
import type { AttemptInput, AttemptResult } from './run-attempt.ts';
import type { Selection } from './select-model.ts';
import type { ModelRef } from './turn-event.ts';
import type { EndedAttempt } from './turn-journal.ts';
import { isOverCost, refOf, type TurnRun } from './turn-run.ts';

export function attemptInput(
  run: TurnRun,
  selection: Selection,
  request: ModelRequest,
): AttemptInput {
  const { ready, spec } = selection;
  return {
    provider: ready.provider,
    ref: refOf(selection),
    spec,
    models: ready.capabilities.models,
    request,
    clock: run.dependencies.clock,
    interrupt: run.interrupt,
    idleMs: run.plan.idleMs,
    isOverCost: (cost) => isOverCost(run, cost),
    rateLimits: run.dependencies.memory.rateLimits,
  };
}

/** Its usage and cost count from now on, whatever follows. */
export async function recordAttempt(
  run: TurnRun,
  selection: Selection,
  result: AttemptResult,
): Promise<void> {
  run.results.push(result);
  await run.dependencies.journal?.attemptEnded(endedAttempt(run, refOf(selection), result));
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
