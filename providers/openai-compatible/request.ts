// A canonical request as the JSON that one kind of server takes.
import {
  type ContentBlock,
  type DeclaredOption,
  type GenerationParams,
  isJsonObject,
  type JsonObject,
  type ModelRequest,
  type ModelSpec,
  requireOption,
} from 'agent-hcl/sdk';
import { chatRequest } from 'agent-hcl/sdk/chat-completions';
import { responsesRequest } from 'agent-hcl/sdk/responses';
import type { Dialect } from './dialects.ts';
import { invalidRequest, tooLong } from './errors.ts';
import { isLegacyReasoner } from './models.ts';
import { nineLetterId } from './tool-call-ids.ts';

export interface BuiltRequest {
  readonly body: JsonObject;
  /** What was left out, for the log. */
  readonly notes: readonly string[];
}

export interface RequestTarget {
  readonly api: 'chat' | 'responses';
  readonly dialect: Dialect;
  readonly models: readonly ModelSpec[];
}

/**
 * Builds a completion.
 *
 * @throws ModelFailure - `invalid_request`: what this model does not take;
 *   `context_length_exceeded`: a conversation that the server would silently cut.
 */
export function buildRequest(request: ModelRequest, target: RequestTarget): BuiltRequest {
  const model = target.models.find(({ id }) => id === request.modelId);
  if (model === undefined) throw invalidRequest(`there is no model "${request.modelId}"`);
  const isChat = target.api === 'chat';
  const body = isChat ? chatBody(request, model, target.dialect) : responsesBody(request, model);
  if (target.dialect.name === 'ollama') requireRoom(request, model);
  const stops = request.params?.stopSequences ?? [];
  return {
    body: { ...body, ...optionFields(request.providerOptions) },
    notes:
      isChat || stops.length === 0 ? [] : ['stop sequences are left out: only chat takes them'],
  };
}

function chatBody(request: ModelRequest, model: ModelSpec, dialect: Dialect): JsonObject {
  const { anyToolChoice } = dialect;
  const isNine = dialect.toolCallIds === 'nine-letters';
  const isReplayed = dialect.replay === 'field' && !isLegacyReasoner(model.id);
  return {
    ...chatRequest(request, {
      systemRole: 'system',
      emptyContent: '',
      takesFiles: model.supportsDocuments,
      maxTokensField: 'max_tokens',
      streamOptions: dialect.streamOptions,
      takesTemperature: true,
      takesStop: true,
      takesResponseSchema: model.supportsResponseSchema === true,
      joinsTexts: true,
      ...(anyToolChoice === undefined ? {} : { anyToolChoice }),
      ...(isNine ? { toolCallId: nineLetterId } : {}),
      // After a tool call it is wanted back even when it was empty.
      ...(isReplayed ? { reasoningField: 'reasoning_content' } : {}),
      ...(dialect.replay === 'parts' ? { assistantFields: thoughtParts } : {}),
    }),
    ...thinkingFields(request.params, model, dialect),
  };
}

function responsesBody(request: ModelRequest, model: ModelSpec): JsonObject {
  const effort = effortOf(request.params, model);
  return {
    ...responsesRequest(request, {
      includesEncryptedReasoning: false,
      takesTemperature: true,
      takesResponseSchema: model.supportsResponseSchema === true,
      marksNotStrict: false,
    }),
    ...(effort === undefined ? {} : { reasoning: { effort } }),
  };
}

/** Mistral's models get their thoughts back as parts of the answer that followed them. */
function thoughtParts(blocks: readonly ContentBlock[]): JsonObject {
  const content = blocks.flatMap((block): readonly JsonObject[] => {
    if (block.type === 'text') return block.text === '' ? [] : [textPart(block.text)];
    if (block.type !== 'thinking' || block.text === '') return [];
    return [{ type: 'thinking', thinking: [textPart(block.text)] }];
  });
  return content.some(({ type }) => type === 'thinking') ? { content } : {};
}

function textPart(text: string): JsonObject {
  return { type: 'text', text };
}

function thinkingFields(
  params: GenerationParams | undefined,
  model: ModelSpec,
  dialect: Dialect,
): JsonObject {
  const isOff = params?.thinkingDisabled === true;
  switch (dialect.reasoning) {
    case 'none':
      if (isOff) throw invalidRequest(`${model.id} can not be kept from thinking`);
      return {};
    case 'template':
      // Templates call it by either name and pass over the other.
      return isOff ? { chat_template_kwargs: { enable_thinking: false, thinking: false } } : {};
    case 'effort': {
      const effort = effortOf(params, model);
      return effort === undefined ? {} : { reasoning_effort: effort };
    }
    case 'deepseek': {
      if (isOff) return { thinking: { type: 'disabled' } };
      const effort = effortOf(params, model);
      return effort === undefined
        ? {}
        : { thinking: { type: 'enabled' }, reasoning_effort: effort };
    }
  }
}

/** @throws ModelFailure - `invalid_request`: a control that the model does not have. */
function effortOf(params: GenerationParams | undefined, model: ModelSpec): string | undefined {
  const levels = model.thinking?.effort?.levels ?? [];
  if (params?.thinkingBudgetTokens !== undefined) {
    throw invalidRequest(`${model.id} takes no thinking budget`);
  }
  if (params?.thinkingDisabled === true) {
    if (levels.includes('none')) return 'none';
    throw invalidRequest(`${model.id} can not be kept from thinking`);
  }
  const effort = params?.thinkingEffort;
  if (effort !== undefined && levels.length === 0) {
    throw invalidRequest(`${model.id} has no thinking effort to choose`);
  }
  return effort;
}

const NUMBER: DeclaredOption = {
  check: Number.isFinite,
  wanted: 'a number',
};
const OPTIONS: Readonly<Record<string, DeclaredOption>> = {
  top_p: NUMBER,
  seed: NUMBER,
  frequency_penalty: NUMBER,
  presence_penalty: NUMBER,
  body: { check: (value) => isJsonObject(value), wanted: 'an object' },
};

/** The operator knows the server: what is given by name is sent as it is. */
function optionFields(options: JsonObject = {}): JsonObject {
  for (const [name, value] of Object.entries(options)) {
    requireOption(OPTIONS, name, value, invalidRequest);
  }
  const { body, ...numbers } = options;
  return { ...numbers, ...(isJsonObject(body) ? body : {}) };
}

/** So many bytes of text are a token at the very most, short of repeated spaces. */
const MOST_BYTES_PER_TOKEN = 6;

/** Ollama drops the beginning of a conversation that is too long, instructions first, and is quiet. */
function requireRoom({ messages, assembledContext }: ModelRequest, model: ModelSpec): void {
  const bytes = [...assembledContext, ...messages]
    .flatMap(({ content }) => content)
    .reduce((total, block) => total + textBytes(block), 0);
  if (bytes / MOST_BYTES_PER_TOKEN <= model.contextWindow) return;
  throw tooLong(
    `the conversation does not fit into the ${model.contextWindow} tokens that ${model.id} runs with`,
  );
}

function textBytes(block: ContentBlock): number {
  if (block.type === 'text') return Buffer.byteLength(block.text);
  if (block.type !== 'tool-result') return 0;
  return block.content.reduce((total, inner) => total + textBytes(inner), 0);
}
