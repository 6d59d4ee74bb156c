import { FALLBACK_MODELS } from '../../../providers/openrouter/models.ts';
import type { Api } from '../../../providers/openrouter/options.ts';
import { buildRequest } from '../../../providers/openrouter/request.ts';
import type { ContentBlock, Message, Role } from '../../../src/protocol/message.ts';
import type { ModelRequest, ToolDeclaration } from '../../../src/protocol/model-request.ts';
import { ModelFailure } from '../../../src/sdk/model-failure.ts';

/** A request of one short user message, changed as given. */
export function request(changes: Partial<ModelRequest> = {}): ModelRequest {
  return {
    modelId: 'anthropic/claude-sonnet-4.5',
    messages: [message('user', text('Hi'))],
    tools: [],
    assembledContext: [],
    cacheBreakpoints: [],
    ...changes,
  };
}

export function message(role: Role, ...content: readonly ContentBlock[]): Message {
  return { id: 'ulid', role, content };
}

export function text(words: string): ContentBlock {
  return { type: 'text', text: words };
}

export function call(id: string, name = 'look'): ContentBlock {
  return { type: 'tool-use', id, name, arguments: {} };
}

export function result(toolUseId: string, words = 'done', isError = false): ContentBlock {
  return { type: 'tool-result', toolUseId, content: [text(words)], isError };
}

export function thought(words: string, signature: string): ContentBlock {
  return { type: 'thinking', text: words, signature: new TextEncoder().encode(signature) };
}

export function tool(name: string): ToolDeclaration {
  const inputSchema = {
    type: 'object',
    description: '',
    properties: {},
    required: [],
    enumValues: [],
  } as const;
  return { name, description: `Does ${name}.`, inputSchema };
}

/** What would be built, as the JSON the gateway gets. */
export function build(changes: Partial<ModelRequest> = {}, api: Api = 'chat') {
  const body = buildRequest(request(changes), FALLBACK_MODELS, api);
  const sent: Record<string, unknown> = JSON.parse(JSON.stringify(body));
  return sent;
}

/** Category and message of a request that is refused before it is sent. */
export function refusal(changes: Partial<ModelRequest>): string {
  try {
    build(changes);
  } catch (error) {
    if (error instanceof ModelFailure) return `${error.error.category}: ${error.message}`;
    throw error;
  }
  return 'accepted';
}
