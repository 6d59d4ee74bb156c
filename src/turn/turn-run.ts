/** The state of one turn while it runs. */
import type { ContentBlock, Message } from '../protocol/message.ts';
import { type AttoUsd, addCosts, toUsd } from './cost.ts';
import { estimateRequest } from './count-tokens.ts';
import type { HistoryMessage } from './history.ts';
import { startInterrupt } from './interrupt.ts';
import { type AnswerVerdict, summarize, type TurnEnding } from './outcome.ts';
import type { AttemptResult } from './run-attempt.ts';
import type { Selection, SelectionInput } from './select-model.ts';
import type {
  AttemptFailure,
  ContextSize,
  ModelRef,
  TurnLimit,
  TurnOutcome,
} from './turn-event.ts';
import type { TurnPlan } from './turn-plan.ts';
import type { TurnDependencies, TurnRequest } from './turn-request.ts';

/** The oldest messages of a request that a model did not take whole. */
export interface LeftOut {
  /** The messages before. */
  readonly whole: readonly Message[];
  /** How many of them are no longer sent. */
  readonly count: number;
  /** Stands in their place. */
  readonly summary?: Message | undefined;
}

export interface TurnRun extends SelectionInput {
  /** Grows by what each step adds. */
  request: TurnRequest;
  readonly startedMs: number;
  /** Results of all attempts, in order. */
  readonly results: AttemptResult[];
  readonly failures: AttemptFailure[];
  /** The attempt whose text counts; absent once that text was discarded. */
  last: AttemptResult | undefined;
  model: ModelRef | undefined;
  /** A crashed provider is started afresh once a turn. */
  hasRestarted: boolean;
  /** Messages of the steps before the running one: each a call of tools and its results. */
  readonly steps: HistoryMessage[];
  /** Attempts of the steps before the running one. */
  attemptsBefore: number;
  hasRunTool: boolean;
  /** What was left out because the conversation was too long; absent until then. */
  leftOut: LeftOut | undefined;
  /** Which bound was reached: the running step is the last, and has no tools. */
  limit: TurnLimit | undefined;
  /** What the answer is by the schema it was asked for. */
  answer: AnswerVerdict | undefined;
  /** A wrong answer is sent back once a turn. */
  hasRepaired: boolean;
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
    steps: [],
    attemptsBefore: 0,
    hasRunTool: false,
    leftOut: undefined,
    limit: undefined,
    answer: undefined,
    hasRepaired: false,
  };
}

/** The model as events name it: an alias is resolved. */
export function refOf({ candidate, spec }: Selection): ModelRef {
  return { provider: candidate.ref.provider, model: spec.id };
}

/** Number of the attempt that comes next, 1-based within its step. */
export function nextAttempt({ results, attemptsBefore }: TurnRun): number {
  return results.length - attemptsBefore + 1;
}

/** Number of the running step, 1-based: each but the last has two messages. */
export function stepNumber({ steps }: TurnRun): number {
  return steps.length / 2 + 1;
}

/** The model's message and what is said to it join the turn; another call follows. */
export function addStep(
  run: TurnRun,
  message: HistoryMessage,
  reply: readonly ContentBlock[],
): void {
  const { request } = run;
  const answers: Message = { id: run.dependencies.newId(), role: 'user', content: reply };
  run.steps.push(message, answers);
  run.request = {
    ...request,
    turn: request.turn + 1,
    messages: [...request.messages, message, answers],
    previousTools: request.tools,
  };
  run.attemptsBefore = run.results.length;
  run.last = undefined;
}

/** What all attempts so far have cost; what is not known of them counts nothing. */
export function knownCost({ results }: TurnRun, running?: AttoUsd | undefined): AttoUsd {
  const known = [...results.map((result) => result.cost), running];
  return addCosts(known.filter((cost) => cost !== undefined)) ?? 0n;
}

/** Whether the finished attempts and what the running one has cost go beyond the limit. */
export function isOverCost(run: TurnRun, running: AttoUsd | undefined): boolean {
  const { maxCostUsd } = run.plan;
  return maxCostUsd !== undefined && toUsd(knownCost(run, running)) > maxCostUsd;
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
    limit: run.limit,
    turns: stepNumber(run),
    contextSize: contextSize(run),
    hasRunTool: run.hasRunTool,
    answer: run.answer,
    earlierText: run.steps.map(textOf).findLast((text) => text !== ''),
  });
}

/** What was asked last, and the answer to it. */
function contextSize(run: TurnRun): ContextSize {
  const { message } = run.last?.brought ?? {};
  const content = message?.blocks() ?? [];
  const answer = content.length === 0 ? [] : [{ id: '', role: 'assistant' as const, content }];
  const messages = [...run.request.messages, ...answer];
  const { assembledContext } = run.request;
  const tokens = estimateRequest({ messages, assembledContext });
  return { messages: messages.length, tokens, exact: false };
}

/** What a message says, its blocks joined. */
function textOf({ role, content }: Message): string {
  if (role === 'user') return '';
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('');
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
  if (outcome.status === 'error') return undefined;
  const isCut = ending.type === 'interrupted';
  if (isCut && ending.cause === 'idle') return undefined;
  return assistantMessage(run, isCut);
}

/** What the last attempt brought, as a message; `undefined` when that is nothing. */
export function assistantMessage(run: TurnRun, isCut: boolean): HistoryMessage | undefined {
  const { last, model } = run;
  if (last === undefined || model === undefined) return undefined;
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
