// Requests and their parts, as the tests of several providers build them.
import type { ContentBlock, Message, Role } from '../../src/protocol/message.ts';
import type { ModelRequest, ToolDeclaration } from '../../src/protocol/model-request.ts';
import { ModelFailure } from '../../src/sdk/model-failure.ts';

/** A request of one short user message, changed as given. */
export function sampleRequest(modelId: string, changes: Partial<ModelRequest> = {}): ModelRequest {
  return {
    modelId,
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

/** Category and message of a request that is refused before it is sent. */
export function refusalOf(build: () => unknown): string {
  try {
    build();
  } catch (error) {
    if (error instanceof ModelFailure) return `${error.error.category}: ${error.message}`;
    throw error;
  }
  return 'accepted';
}
