import { readSettings, type Settings } from '../../../providers/openai/options.ts';
import { buildRequest } from '../../../providers/openai/request.ts';
import type { JsonObject } from '../../../src/protocol/json.ts';
import type { ContentBlock, Message } from '../../../src/protocol/message.ts';
import type { GenerationParams, ModelRequest } from '../../../src/protocol/model-request.ts';
import { configView } from '../../../src/sdk/options.ts';

function settingsOf(config: JsonObject = {}): Settings {
  return readSettings(configView({ api_key: 'sk-test', ...config }));
}

export function message(
  role: Message['role'],
  content: readonly ContentBlock[],
  producedByModelId?: string,
): Message {
  return { id: '1', role, content, ...(producedByModelId ? { producedByModelId } : {}) };
}

export function text(words: string): ContentBlock {
  return { type: 'text', text: words };
}

export function request(changes: Partial<ModelRequest> = {}): ModelRequest {
  return {
    modelId: 'gpt-5.6-sol',
    messages: [message('user', [text('Hi')])],
    tools: [],
    assembledContext: [],
    cacheBreakpoints: [],
    ...changes,
  };
}

export function params(changes: Partial<GenerationParams>): GenerationParams {
  return { stopSequences: [], ...changes };
}

export function built(changes: Partial<ModelRequest> = {}, config: JsonObject = {}) {
  return buildRequest(request(changes), settingsOf(config));
}
