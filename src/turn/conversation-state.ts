/** What a conversation consists of, and the requests that come of it. */
import type { ContentBlock, Message } from '../protocol/message.ts';
import type { ToolDeclaration } from '../protocol/model-request.ts';
import type { SizedConversation } from './conversation-size.ts';
import { answerOpenCalls, type HistoryMessage } from './history.ts';
import { messagesSent, type SentContext } from './sent-context.ts';
import { systemContext } from './system-context.ts';
import type { TurnPlan } from './turn-plan.ts';
import type { TurnDependencies, TurnRequest } from './turn-request.ts';

export type UserContent = string | readonly ContentBlock[];

export interface ConversationState {
  readonly dependencies: TurnDependencies;
  readonly sessionId: string;
  readonly workingDirectory: string;
  readonly tools: readonly ToolDeclaration[];
  readonly buffer: Message[];
  plan: TurnPlan;
  systemPrompt: string | undefined;
  history: readonly HistoryMessage[];
  /** What of the history is sent. */
  context: SentContext;
  /** Tools of the last answered turn. */
  previousTools: readonly ToolDeclaration[] | undefined;
  turns: number;
  isRunning: boolean;
}

export interface Question extends Pick<TurnRequest, 'tools' | 'answerSchema'> {
  readonly content: UserContent;
}

/** A question as messages that continue what was sent, and the request that asks it. */
export function ask(
  state: ConversationState,
  { content, tools, answerSchema }: Question,
): { readonly asked: readonly Message[]; readonly request: TurnRequest } {
  const sent = messagesSent(state.history, state.context);
  const asked = answerOpenCalls(sent, [...state.buffer, userMessage(state, content)]);
  return { asked, request: { ...nextRequest(state, asked, tools), answerSchema } };
}

function nextRequest(
  state: ConversationState,
  asked: readonly Message[],
  tools: ConversationState['tools'],
): TurnRequest {
  const { sessionId, workingDirectory, dependencies } = state;
  return {
    turn: state.turns + 1,
    sessionId,
    turnId: dependencies.newId(),
    workingDirectory,
    messages: [...messagesSent(state.history, state.context), ...asked],
    assembledContext: systemContext(state.systemPrompt),
    tools,
    previousTools: state.previousTools,
  };
}

export function userMessage({ dependencies }: ConversationState, content: UserContent): Message {
  return {
    id: dependencies.newId(),
    role: 'user',
    content: typeof content === 'string' ? [{ type: 'text', text: content }] : content,
  };
}

export function sized(state: ConversationState): SizedConversation {
  const { history, buffer, context, systemPrompt, tools } = state;
  const sent = [...messagesSent(history, context), ...buffer];
  const messages = history.length + buffer.length;
  return { sent, messages, leftOut: context.start, systemPrompt, tools };
}
