/**
 * A conversation on top of a chain of models: the contract every configured provider shares
 * (`conformance` §6). *Ask* is one call without tools, *chat* may use them; the question and the
 * answer of both join the history. *Add* buffers a user message for the next call.
 */
import type { ContentBlock, Message } from '../protocol/message.ts';
import type { ToolDeclaration } from '../protocol/model-request.ts';
import { countTokens, estimateRequest, type TokenCount } from './count-tokens.ts';
import { findModel } from './find-model.ts';
import { answerOpenCalls, appendTurn, type HistoryMessage, handOver } from './history.ts';
import { runTurn, type TurnResult } from './run-turn.ts';
import { systemContext } from './system-context.ts';
import type { TurnEvent, TurnOutcome } from './turn-event.ts';
import type { TurnPlan } from './turn-plan.ts';
import type { TurnDependencies, TurnRequest } from './turn-request.ts';

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

/** How much a conversation holds. */
export interface ConversationSize {
  /** Messages of the history and those added for the next call. */
  readonly messages: number;
  readonly tokens: number;
  /** False: estimated from the text. */
  readonly exact: boolean;
}

export interface Conversation {
  /** What the user says, as text or as content with attachments. Ends with `turn-end`. */
  stream(content: UserContent, signal: AbortSignal): AsyncGenerator<TurnEvent, TurnOutcome>;
  /** As `stream`, for who needs the end only. A failed call is an outcome, never a rejection. */
  chat(content: UserContent, signal?: AbortSignal): Promise<TurnOutcome>;
  /** As `chat`, without tools; those declared stay for the next `chat`. */
  ask(content: UserContent, signal?: AbortSignal): Promise<TurnOutcome>;
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
  count(signal?: AbortSignal): Promise<ConversationSize & Pick<TokenCount, 'warning'>>;
}

export type UserContent = string | readonly ContentBlock[];

/**
 * Turns of one conversation can not overlap: while one is running `add` and `reset` throw, `chat`,
 * `ask` and the first step of `stream` reject.
 */
export function createConversation(options: ConversationOptions): Conversation {
  const state: State = {
    options,
    plan: options.plan,
    systemPrompt: options.systemPrompt,
    tools: options.tools ?? [],
    history: options.history ?? [],
    buffer: [],
    previousTools: undefined,
    turns: 0,
    isRunning: false,
  };
  return {
    stream: (content, signal) => run(state, content, state.tools, signal),
    chat: (content, signal) => finish(run(state, content, state.tools, orNever(signal))),
    ask: (content, signal) => finish(run(state, content, [], orNever(signal))),
    add(content) {
      refuseOverlap(state);
      state.buffer.push(userMessage(state, content));
    },
    reset() {
      refuseOverlap(state);
      state.history = [];
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
    size: () => sizeOf(state),
    count: (signal) => countSize(state, orNever(signal)),
  };
}

interface State {
  readonly options: ConversationOptions;
  readonly tools: readonly ToolDeclaration[];
  readonly buffer: Message[];
  plan: TurnPlan;
  systemPrompt: string | undefined;
  history: readonly HistoryMessage[];
  /** Tools of the last answered turn. */
  previousTools: readonly ToolDeclaration[] | undefined;
  turns: number;
  isRunning: boolean;
}

/** The history is complete before its consumer sees `turn-end`, and may leave there. */
async function* run(
  state: State,
  content: UserContent,
  tools: readonly ToolDeclaration[],
  signal: AbortSignal,
): AsyncGenerator<TurnEvent, TurnOutcome> {
  refuseOverlap(state);
  state.isRunning = true;
  const asked = answerOpenCalls(state.history, [...state.buffer, userMessage(state, content)]);
  const request = nextRequest(state, asked, tools);
  const { dependencies } = state.options;
  const events: AsyncIterator<TurnEvent, TurnResult> = runTurn(
    request,
    state.plan,
    dependencies,
    signal,
  );
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
  state: State,
  { tools }: TurnRequest,
  asked: readonly Message[],
  { answer, steps, outcome }: TurnResult,
): void {
  state.isRunning = false;
  state.turns += (outcome.turns ?? 1) - 1;
  if (answer === undefined && steps.length === 0) return;
  const added = [...asked, ...steps];
  state.history =
    answer === undefined ? [...state.history, ...added] : appendTurn(state.history, added, answer);
  state.buffer.length = 0;
  state.previousTools = tools;
}

async function finish(turn: AsyncGenerator<TurnEvent, TurnOutcome>): Promise<TurnOutcome> {
  for (;;) {
    const step = await turn.next();
    if (step.done === true) return step.value;
  }
}

function nextRequest(
  state: State,
  asked: readonly Message[],
  tools: readonly ToolDeclaration[],
): TurnRequest {
  const { sessionId, workingDirectory, dependencies } = state.options;
  state.turns += 1;
  return {
    turn: state.turns,
    sessionId,
    turnId: dependencies.newId(),
    workingDirectory,
    messages: [...state.history, ...asked],
    assembledContext: systemContext(state.systemPrompt),
    tools,
    previousTools: state.previousTools,
  };
}

function userMessage({ options }: State, content: UserContent): Message {
  return {
    id: options.dependencies.newId(),
    role: 'user',
    content: typeof content === 'string' ? [{ type: 'text', text: content }] : content,
  };
}

function sizeOf(state: State): ConversationSize {
  const messages = [...state.history, ...state.buffer];
  const tokens = estimateRequest({ messages, assembledContext: systemContext(state.systemPrompt) });
  return { messages: messages.length, tokens, exact: false };
}

async function countSize(
  state: State,
  signal: AbortSignal,
): Promise<ConversationSize & Pick<TokenCount, 'warning'>> {
  const size = sizeOf(state);
  const { dependencies } = state.options;
  const ref = state.plan.candidates[0]?.ref;
  if (ref === undefined || signal.aborted) return size;
  const lookup = await dependencies.providers(ref.provider, signal);
  if (lookup.type === 'unavailable') return size;
  const messages = [...state.history, ...state.buffer];
  const request = {
    modelId: findModel(lookup.capabilities.models, ref.model)?.id ?? ref.model,
    messages: handOver(messages, ref.provider).messages,
    assembledContext: systemContext(state.systemPrompt),
    tools: state.tools,
  };
  const count = await countTokens(lookup.provider, request, dependencies.memory, signal);
  return { ...size, ...count };
}

function refuseOverlap({ isRunning }: State): void {
  if (isRunning) throw new Error('a turn of this conversation is still running');
}

function orNever(signal: AbortSignal | undefined): AbortSignal {
  return signal ?? new AbortController().signal;
}
