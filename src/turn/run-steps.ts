/** The steps of a turn: calls of a model with tools between them, until it is done or has to stop. */
import type { Message, ToolResultBlock } from '../protocol/message.ts';
import { allowedByCost } from './allowed-by-cost.ts';
import { repeatedCall } from './bounds.ts';
import { announce, type CallEnd, callModel } from './call-model.ts';
import { checkAnswer } from './check-answer.ts';
import type { HistoryMessage } from './history.ts';
import type { TurnEnding } from './outcome.ts';
import { interruptedEnding } from './recover.ts';
import { failedCall, runTools } from './run-tools.ts';
import { type SelectionResult, selectModel } from './select-model.ts';
import type { ToolCall, ToolHandlers } from './tool-handler.ts';
import type { TurnEvent, TurnLimit } from './turn-event.ts';
import { addStep, assistantMessage, stepNumber, type TurnRun } from './turn-run.ts';

export async function* runSteps(run: TurnRun): AsyncGenerator<TurnEvent, TurnEnding> {
  const first = await selectModel(run, { from: 0 });
  if (first.type !== 'selected') return endingWithoutModel(run, first);
  yield* announce(run, first);
  let { selection } = first;
  for (;;) {
    const end = yield* callModel(run, selection);
    selection = end.selection;
    const step = openStep(run, end);
    if (step === undefined) {
      if (yield* checkAnswer(run, end)) continue;
      return end.ending;
    }
    const ending = yield* closeStep(run, step);
    if (ending !== undefined) return ending;
  }
}

function endingWithoutModel(
  run: TurnRun,
  result: Exclude<SelectionResult, { readonly type: 'selected' }>,
): TurnEnding {
  if (result.type === 'interrupted') return interruptedEnding(run);
  return { type: 'failed', error: result.error };
}

/** A step whose tool calls wait for their results. */
interface OpenStep extends CallEnd {
  readonly message: HistoryMessage;
  readonly calls: readonly ToolCall[];
  readonly handlers: ToolHandlers;
  /** Calls that can not be run: id → why. */
  readonly failures: Map<string, string>;
}

/** @returns `undefined` when the model is done, was told to be, or calls what nobody can run. */
function openStep(run: TurnRun, end: CallEnd): OpenStep | undefined {
  const handlers = run.dependencies.tools;
  if (handlers === undefined || run.request.tools.length === 0) return undefined;
  if (run.limit !== undefined || end.ending.type !== 'stop') return undefined;
  const { reason } = end.ending;
  if (reason !== 'tool_use' && reason !== 'end_turn') return undefined;
  const message = assistantMessage(run, false);
  const failures = run.last?.brought.callFailures;
  if (message === undefined || failures === undefined) return undefined;
  const calls = callsOf(message);
  return calls.length === 0 ? undefined : { ...end, message, calls, handlers, failures };
}

function callsOf({ content }: Message): readonly ToolCall[] {
  return content.filter((block) => block.type === 'tool-use');
}

/** @returns How the turn ends; `undefined` when another step follows. */
async function* closeStep(
  run: TurnRun,
  step: OpenStep,
): AsyncGenerator<TurnEvent, TurnEnding | undefined> {
  const { ending, calls, failures } = step;
  const bound = reachedBound(run, step);
  run.limit = bound?.limit;
  if (bound?.next === 'nothing') {
    for (const { id } of calls) failures.set(id, NOT_RUN[bound.limit]);
    return ending;
  }
  const told = new Set(failures.keys());
  const results = await answerCalls(run, step);
  for (const result of results) if (!told.has(result.toolUseId)) yield resultEvent(result);
  if (run.interrupt.signal.aborted) {
    for (const result of results) failures.set(result.toolUseId, textOf(result));
    return interruptedEnding(run);
  }
  beginNextStep(run, step, results);
  return undefined;
}

interface ReachedBound {
  readonly limit: TurnLimit;
  readonly next: 'last-answer' | 'nothing';
}

/** Each bound on its own; the money comes first, since it alone may forbid even a last answer. */
function reachedBound(run: TurnRun, step: OpenStep): ReachedBound | undefined {
  const { maxTurns, repetition } = run.plan;
  const allowed = allowedByCost(run, step.selection);
  if (allowed !== 'turn') return { limit: 'cost', next: allowed };
  const calls = [...run.steps.flatMap(callsOf), ...step.calls];
  if (repetition !== undefined && repeatedCall(calls, repetition) !== undefined) {
    return { limit: 'repetition', next: 'last-answer' };
  }
  if (maxTurns !== undefined && stepNumber(run) >= maxTurns) {
    return { limit: 'turns', next: 'last-answer' };
  }
  return undefined;
}

/** Calls of an allowed step are run, also of the last one; those that reached another bound are not. */
async function answerCalls(run: TurnRun, step: OpenStep): Promise<readonly ToolResultBlock[]> {
  const { calls, failures, handlers, selection } = step;
  const { limit } = run;
  if (limit === 'cost' || limit === 'repetition') {
    return calls.map((call) => failedCall(call, failures.get(call.id) ?? NOT_RUN[limit]));
  }
  const { results, hasRun } = await runTools({
    calls,
    handlers,
    failures,
    isParallel: selection.spec.supportsParallelToolCalls === true,
    signal: run.interrupt.signal,
  });
  run.hasRunTool ||= hasRun;
  return results;
}

function beginNextStep(
  run: TurnRun,
  { message }: OpenStep,
  results: readonly ToolResultBlock[],
): void {
  const { limit } = run;
  const words = limit === undefined ? [] : [{ type: 'text', text: LAST_WORDS[limit] } as const];
  addStep(run, message, [...results, ...words]);
}

const BOUNDS: Readonly<Record<TurnLimit, string>> = {
  turns: 'the limit of turns is reached',
  cost: 'the cost limit is reached',
  time: 'the time limit is reached',
  repetition: 'the same call was made too often',
};

const NOT_RUN = sentences((bound) => `The tool was not run: ${bound}.`);
const LAST_WORDS = sentences(
  (bound) => `No more tools can be called: ${bound}. Answer now with what is known.`,
);

function sentences(sentence: (bound: string) => string): Readonly<Record<TurnLimit, string>> {
  const { turns, cost, time, repetition } = BOUNDS;
  return {
    turns: sentence(turns),
    cost: sentence(cost),
    time: sentence(time),
    repetition: sentence(repetition),
  };
}

function resultEvent(result: ToolResultBlock): TurnEvent {
  const { toolUseId: id, isError } = result;
  return { type: 'tool-result', id, isError, content: textOf(result) };
}

function textOf({ content }: ToolResultBlock): string {
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('');
}
