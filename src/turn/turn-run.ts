/** The state of one turn while it runs. */
import type { Message } from '../protocol/message.ts';
import type { ModelRequest } from '../protocol/model-request.ts';
import { placeBreakpoints } from './breakpoints.ts';
import { type AttoUsd, addCosts, toUsd } from './cost.ts';
import { type HistoryMessage, handOver } from './history.ts';
import { startInterrupt } from './interrupt.ts';
import { summarize, type TurnEnding } from './outcome.ts';
import type { AttemptResult } from './run-attempt.ts';
import type { Selection, SelectionInput } from './select-model.ts';
import type { AttemptFailure, ModelRef, TurnOutcome } from './turn-event.ts';
import type { TurnPlan } from './turn-plan.ts';
import type { TurnDependencies, TurnRequest } from './turn-request.ts';

export interface TurnRun extends SelectionInput {
  readonly startedMs: number;
  /** Results of all attempts, in order. */
  readonly results: AttemptResult[];
  readonly failures: AttemptFailure[];
  /** The attempt whose text counts; absent once that text was discarded. */
  last: AttemptResult | undefined;
  model: ModelRef | undefined;
  /** A crashed provider is started afresh once a turn. */
  hasRestarted: boolean;
}

export function startRun(
  request: TurnRequest,
  plan: TurnPlan,
  dependencies: TurnDependencies,
  signal: AbortSignal,
): TurnRun {
  const { clock } = dependencies;
  return {
    request,
    plan,
    dependencies,
    interrupt: startInterrupt(signal, clock, plan.maxDurationMs),
    startedMs: clock.monotonic(),
    results: [],
    failures: [],
    last: undefined,
    model: undefined,
    hasRestarted: false,
  };
}

/** The model as events name it: an alias is resolved. */
export function refOf({ candidate, spec }: Selection): ModelRef {
  return { provider: candidate.ref.provider, model: spec.id };
}

/** The request as this model receives it. */
export function requestFor(run: TurnRun, { candidate, spec, params }: Selection): ModelRequest {
  const { request, dependencies } = run;
  const { messages, droppedBlocks } = handOver(request.messages, candidate.ref.provider);
  if (droppedBlocks > 0) {
    const what = `${droppedBlocks} reasoning block${droppedBlocks === 1 ? '' : 's'}`;
    dependencies.log?.(`${what} of other providers not sent to ${candidate.ref.provider}`);
  }
  return {
    modelId: spec.id,
    messages,
    tools: request.tools,
    params,
    assembledContext: request.assembledContext,
    callContext: {
      sessionId: request.sessionId,
      turnId: request.turnId,
      workingDirectory: request.workingDirectory,
    },
    cacheBreakpoints: placeBreakpoints(spec, {
      context: request.assembledContext,
      tools: request.tools,
      previousTools: request.previousTools,
    }),
    providerOptions: candidate.providerOptions,
  };
}

/** Whether the finished attempts and what the running one has cost go beyond the limit. */
export function isOverCost({ plan, results }: TurnRun, running: AttoUsd | undefined): boolean {
  if (plan.maxCostUsd === undefined) return false;
  const known = [...results.map((result) => result.cost), running];
  const total = addCosts(known.filter((cost) => cost !== undefined));
  return total !== undefined && toUsd(total) > plan.maxCostUsd;
}

export function outcomeOf(run: TurnRun, ending: TurnEnding): TurnOutcome {
  const { dependencies, model } = run;
  return summarize({
    ending,
    results: run.results,
    last: run.last,
    model,
    isOverCost: isOverCost(run, 0n),
    durationMs: Math.round(dependencies.clock.monotonic() - run.startedMs),
    rateLimits: model === undefined ? [] : dependencies.memory.rateLimits.latest(model),
    failures: run.failures,
  });
}

/**
 * The assistant's message as history keeps it: whole when the model finished, its complete parts
 * when the user or a limit ended it, none when the call failed or was declined.
 */
export function answerOf(
  run: TurnRun,
  ending: TurnEnding,
  outcome: TurnOutcome,
): HistoryMessage | undefined {
  const { last, model } = run;
  if (last === undefined || model === undefined || outcome.status === 'error') return undefined;
  const isCut = ending.type === 'interrupted';
  if (isCut && ending.cause === 'idle') return undefined;
  const { message, callFailures } = last.brought;
  const content = isCut ? message.completeBlocks() : message.blocks();
  if (content.length === 0) return undefined;
  const base: Message = {
    id: run.dependencies.newId(),
    role: 'assistant',
    content,
    producedByProvider: model.provider,
    producedByModelId: model.model,
  };
  return {
    ...base,
    ...(isCut ? { isCut } : {}),
    ...(callFailures.size > 0 ? { callFailures } : {}),
  };
}
