// Steps with tools: what a scripted model calls, and the handlers that answer.
import type { JsonObject } from '../../src/protocol/json.ts';
import type { ContentBlock, ToolResultBlock } from '../../src/protocol/message.ts';
import type { ProviderEvent } from '../../src/protocol/model-provider.ts';
import type { ModelRequest } from '../../src/protocol/model-request.ts';
import type { ToolHandler, ToolHandlers } from '../../src/turn/tool-handler.ts';
import { stop, usage } from './fake-provider.ts';
import { tool } from './sample-request.ts';

/** The events of one whole tool call. */
export function toolCall(id: string, name: string, input: JsonObject = {}): ProviderEvent[] {
  return [
    { type: 'tool-call-start', id, name },
    { type: 'tool-call-delta', id, argumentsFragment: JSON.stringify(input) },
    { type: 'tool-call-done', id },
  ];
}

/** A step that calls one tool and ends; 10 tokens in, 5 out. */
export function callingStep(id: string, name: string, input: JsonObject = {}): ProviderEvent[] {
  return [...toolCall(id, name, input), usage(10, 5), stop('tool_use')];
}

export const SEARCH = [tool('search')];

export function says(text: string): ToolHandler {
  return async () => ({ type: 'result', text });
}

export function handlers(entries: Readonly<Record<string, ToolHandler>>): ToolHandlers {
  return new Map(Object.entries(entries));
}

/** Id, words and mark of every result in the last message of a request. */
export function lastResults(request: ModelRequest | undefined) {
  const content = request?.messages.at(-1)?.content ?? [];
  return content.filter(isResult).map(({ toolUseId, content: [words], isError }) => ({
    id: toolUseId,
    text: words?.type === 'text' ? words.text : undefined,
    isError,
  }));
}

function isResult(block: ContentBlock): block is ToolResultBlock {
  return block.type === 'tool-result';
}
