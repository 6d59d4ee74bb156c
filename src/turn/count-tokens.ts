/** How many tokens something is: the provider's exact count, or the one estimate of the system. */
import type { ContentBlock, Message } from '../protocol/message.ts';
import type { ModelProvider } from '../protocol/model-provider.ts';
import type { ContextSection, CountTokensRequest } from '../protocol/model-request.ts';
import type { TurnMemory } from './turn-memory.ts';

export interface TokenCount {
  readonly tokens: number;
  /** False: estimated from the text. */
  readonly exact: boolean;
  /** Said once for a streak of failed counts. */
  readonly warning?: string | undefined;
}

/** Content wrapped as one user message, to be counted on its own. */
export function countRequest(
  modelId: string,
  content: readonly ContentBlock[],
  messageId: string,
): CountTokensRequest {
  const message: Message = { id: messageId, role: 'user', content };
  return { modelId, messages: [message], assembledContext: [], tools: [] };
}

/**
 * Asks the provider. When it does not offer counting that is remembered for the conversation; on
 * any other failure the estimate serves this time, and the next call asks again.
 */
export async function countTokens(
  provider: ModelProvider,
  request: CountTokensRequest,
  memory: TurnMemory,
  signal?: AbortSignal,
): Promise<TokenCount> {
  const estimate: TokenCount = { tokens: estimateRequest(request), exact: false };
  if (memory.countingNotOffered.has(provider.name)) return estimate;
  const outcome = await provider.countTokens(request, signal);
  switch (outcome.type) {
    case 'ok':
      memory.countingFailed.delete(provider.name);
      return { tokens: outcome.value, exact: true };
    case 'not-offered':
      memory.countingNotOffered.add(provider.name);
      return estimate;
    case 'cancelled':
      return estimate;
    case 'error':
      return { ...estimate, warning: failure(provider, outcome.error.message, memory) };
    case 'crash':
      return { ...estimate, warning: failure(provider, outcome.crash.message, memory) };
  }
}

/** `ceil(bytes / 4)` over all text blocks; whatever is not text counts zero. */
export function estimateTokens(content: readonly ContentBlock[]): number {
  return Math.ceil(textBytes(content) / 4);
}

/** The same estimate over messages and context. */
export function estimateRequest(request: {
  readonly messages: readonly Message[];
  readonly assembledContext: readonly ContextSection[];
}): number {
  let bytes = 0;
  for (const { content } of [...request.assembledContext, ...request.messages]) {
    bytes += textBytes(content);
  }
  return Math.ceil(bytes / 4);
}

function textBytes(content: readonly ContentBlock[]): number {
  let bytes = 0;
  for (const block of content) if (block.type === 'text') bytes += Buffer.byteLength(block.text);
  return bytes;
}

function failure(provider: ModelProvider, message: string, memory: TurnMemory): string | undefined {
  if (memory.countingFailed.has(provider.name)) return undefined;
  memory.countingFailed.add(provider.name);
  return `Tokens are estimated, because the provider could not count them: ${message}`;
}
