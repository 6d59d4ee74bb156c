/**
 * A conversation on top of a chain of models: the contract every configured provider shares
 * (`conformance` §6). *Ask* is one call without tools, *chat* may use them; the question and the
 * answer of both join the history. *Add* buffers a user message for the next call.
 */
import type { Message } from '../protocol/message.ts';
import type { ToolDeclaration } from '../protocol/model-request.ts';
import { type ConversationSize, countSize, estimateSize } from './conversation-size.ts';
import {
  ask,
  type ConversationState,
  type Question,
  sized,
  type UserContent,
  userMessage,
} from './conversation-state.ts';
import type { HistoryMessage } from './history.ts';
import { type Preview, previewTurn } from './preview.ts';
import { runTurn, type TurnResult } from './run-turn.ts';
import { WHOLE_HISTORY, withLeftOut } from './sent-context.ts';
import type { AnswerSchema } from './structured-answer.ts';
import type { TurnEvent, TurnOutcome } from './turn-event.ts';
import type { TurnPlan } from './turn-plan.ts';
import type { TurnDependencies, TurnRequest } from './turn-request.ts';

export type { UserContent };

export interface ConversationOptions {
  readonly plan: TurnPlan;
  readonly dependencies: TurnDependencies;
  readonly sessionId: string;
  readonly workingDirectory: string;
  /** Empty or absent: no system text at all. */
  readonly systemPrompt?: string | undefined;
  /** Messages of a resumed conversation. */
  readonly history?: readonly HistoryMessage[] | undefined;
  /** Declared to the model in `chat` and `stream`; running them is not part of this version. */
  readonly tools?: readonly ToolDeclaration[] | undefined;
}

export interface Conversation {
  /** What the user says, as text or with attachments. Ends with `turn-end`; see `structured` there. */
  stream(content: UserContent, signal: AbortSignal, schema?: AnswerSchema): TurnEvents;
  /** As `stream`, for who needs the end only. A failed call is an outcome, never a rejection. */
  chat(content: UserContent, signal?: AbortSignal): Promise<TurnOutcome>;
  /** As `chat`, without tools; those declared stay for the next `chat`. With a schema as `stream`. */
  ask(content: UserContent, signal?: AbortSignal, schema?: AnswerSchema): Promise<TurnOutcome>;
  /** What `stream` would send first; nothing is sent, and nothing changes. */
  preview(content: UserContent, signal: AbortSignal, schema?: AnswerSchema): Promise<Preview>;
  /** Buffers one user message; a failed call keeps it for the next. */
  add(content: UserContent): void;
  /** Forgets history and buffer; system prompt, plan and tools stay. */
  reset(): void;
  /** From the next call on; what the history holds of other vendors stays theirs. */
  setPlan(plan: TurnPlan): void;
  /** From the next call on; `undefined` for none. */
  setSystemPrompt(text: string | undefined): void;
  /** Answered turns, in order. */
  history(): readonly HistoryMessage[];
  /** At once, from the text. */
  size(): ConversationSize;
  /** As the first model of the chain counts it, where its provider can. */
  count(signal?: AbortSignal): ReturnType<typeof countSize>;
}

type TurnEvents = AsyncGenerator<TurnEvent, TurnOutcome>;
type Turn = AsyncIterator<TurnEvent, TurnResult>;

/**
 * Turns of one conversation can not overlap: while one is running `add` and `reset` throw, `chat`,
 * `ask` and the first step of `stream` reject.
 */
export function createConversation(options: ConversationOptions): Conversation {
  const { dependencies, tools = [] } = options;
  const state: ConversationState = {
    dependencies,
    sessionId: options.sessionId,
    workingDirectory: options.workingDirectory,
    plan: options.plan,
    systemPrompt: options.systemPrompt,
    tools,
    history: options.history ?? [],
    buffer: [],
    context: WHOLE_HISTORY,
    previousTools: undefined,
    turns: 0,
    isRunning: false,
  };
  return {
    stream: (content, signal, answerSchema) => run(state, { content, tools, answerSchema }, signal),
    chat: (content, signal) => finish(run(state, { content, tools }, orNever(signal))),
    ask: (content, signal, answerSchema) =>
      finish(run(state, { content, tools: [], answerSchema }, orNever(signal))),
    preview(content, signal, answerSchema) {
      const { request } = ask(state, { content, tools, answerSchema });
      return previewTurn(request, state.plan, dependencies, signal);
    },
    add(content) {
      refuseOverlap(state);
      state.buffer.push(userMessage(state, content));
    },
    reset() {
      refuseOverlap(state);
      state.history = [];
      state.context = WHOLE_HISTORY;
      state.buffer.length = 0;
      state.previousTools = undefined;
    },
    setPlan(plan) {
      state.plan = plan;
    },
    setSystemPrompt(text) {
      state.systemPrompt = text;
    },
    history: () => state.history,
    size: () => estimateSize(sized(state)),
    count: (signal) =>
      countSize(sized(state), state.plan.candidates[0]?.ref, dependencies, orNever(signal)),
  };
}

/** The history is complete before its consumer sees `turn-end`, and may leave there. */
async function* run(state: ConversationState, question: Question, signal: AbortSignal): TurnEvents {
  refuseOverlap(state);
  state.isRunning = true;
  const { asked, request } = ask(state, question);
  state.turns += 1;
  const events: Turn = runTurn(request, state.plan, state.dependencies, signal);
  try {
    let step = await events.next();
    while (step.done !== true) {
      const event = step.value;
      if (event.type === 'turn-end') {
        step = await events.next();
        if (step.done === true) keep(state, request, asked, step.value);
      } else {
        yield event;
        step = await events.next();
      }
    }
    const { outcome } = step.value;
    yield { type: 'turn-end', outcome };
    return outcome;
  } finally {
    state.isRunning = false;
    await events.return?.();
  }
}

/** A turn that was not answered changes nothing, so that its buffer goes with the next one. */
function keep(
  state: ConversationState,
  { tools }: TurnRequest,
  asked: readonly Message[],
  { answer, steps, leftOut, outcome }: TurnResult,
): void {
  state.isRunning = false;
  state.turns += (outcome.turns ?? 1) - 1;
  if (answer === undefined && steps.length === 0) return;
  const end = answer === undefined ? [] : [answer];
  state.history = [...state.history, ...asked, ...steps, ...end];
  state.context = withLeftOut(state.context, leftOut);
  state.buffer.length = 0;
  state.previousTools = tools;
}

async function finish<T>(turn: AsyncGenerator<TurnEvent, T>): Promise<T> {
  for (;;) {
    const step = await turn.next();
    if (step.done === true) return step.value;
  }
}

function refuseOverlap({ isRunning }: ConversationState): void {
  if (isRunning) throw new Error('a turn of this conversation is still running');
}

function orNever(signal: AbortSignal | undefined): AbortSignal {
  return signal ?? new AbortController().signal;
}
