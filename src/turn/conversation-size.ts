/** How much of a conversation the next call would send. */
import type { Message } from '../protocol/message.ts';
import { countTokens, estimateRequest, type TokenCount } from './count-tokens.ts';
import { findModel } from './find-model.ts';
import { handOver } from './history.ts';
import { systemContext } from './system-context.ts';
import type { ModelRef } from './turn-event.ts';
import type { TurnDependencies, TurnRequest } from './turn-request.ts';

/** How much a conversation holds. */
export interface ConversationSize {
  /** Messages of the history and those added for the next call. */
  readonly messages: number;
  /** How many of them are no longer sent, because the conversation was too long; absent: none. */
  readonly leftOut?: number | undefined;
  /** Of what the next call would send. */
  readonly tokens: number;
  /** False: estimated from the text. */
  readonly exact: boolean;
}

export interface SizedConversation {
  /** What the next call would send. */
  readonly sent: readonly Message[];
  /** Messages that are kept, sent or not. */
  readonly messages: number;
  readonly leftOut: number;
  readonly systemPrompt: string | undefined;
  readonly tools: TurnRequest['tools'];
}

export function estimateSize(conversation: SizedConversation): ConversationSize {
  const { messages, leftOut, sent, systemPrompt } = conversation;
  const assembledContext = systemContext(systemPrompt);
  const tokens = estimateRequest({ messages: sent, assembledContext });
  return { messages, ...(leftOut > 0 ? { leftOut } : {}), tokens, exact: false };
}

/** As this model counts it, where its provider can. */
export async function countSize(
  conversation: SizedConversation,
  ref: ModelRef | undefined,
  dependencies: TurnDependencies,
  signal: AbortSignal,
): Promise<ConversationSize & Pick<TokenCount, 'warning'>> {
  const size = estimateSize(conversation);
  if (ref === undefined || signal.aborted) return size;
  const lookup = await dependencies.providers(ref.provider, signal);
  if (lookup.type === 'unavailable') return size;
  const request = {
    modelId: findModel(lookup.capabilities.models, ref.model)?.id ?? ref.model,
    messages: handOver(conversation.sent, ref.provider).messages,
    assembledContext: systemContext(conversation.systemPrompt),
    tools: conversation.tools,
  };
  const count = await countTokens(lookup.provider, request, dependencies.memory, signal);
  return { ...size, ...count };
}
