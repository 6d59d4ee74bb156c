import type { JsonObject, JsonValue } from '../../protocol/json.ts';
import type { ContentBlock, Message } from '../../protocol/message.ts';
import type { ModelRequest, ToolChoice } from '../../protocol/model-request.ts';
import { dataUrl, resultText, systemText } from '../chat-completions/messages.ts';
import { parseJson } from '../json.ts';
import { toolJsonSchema } from '../tool-schema.ts';
import { reasoningItem } from './opaque-reasoning.ts';

/** What one server takes; a field that is not named here is never sent. */
export interface ResponsesRequestStyle {
  /** Ask for encrypted reasoning, which a stateless conversation must send back. */
  readonly includesEncryptedReasoning: boolean;
  readonly takesTemperature: boolean;
  readonly takesResponseSchema: boolean;
  /** Whether tools are marked as not strict, for servers whose default is strict. */
  readonly marksNotStrict: boolean;
  /** Whether the model tells its remarks on the way from its answer, and wants to be told so. */
  readonly hasPhases?: boolean | undefined;
  /** Role of a context that goes as an item; absent: it goes as `instructions`. */
  readonly contextRole?: 'system' | 'developer' | undefined;
}

/** Builds the body of `POST /responses`, without a vendor's own fields. Nothing is stored there. */
export function responsesRequest(request: ModelRequest, style: ResponsesRequestStyle): JsonObject {
  const { params } = request;
  const instructions = systemText(request.assembledContext);
  const schema = params?.responseSchemaJson;
  return {
    model: request.modelId,
    input: inputItems(request, style),
    stream: true,
    store: false,
    ...(style.includesEncryptedReasoning ? { include: ['reasoning.encrypted_content'] } : {}),
    ...(instructions === '' || style.contextRole !== undefined ? {} : { instructions }),
    ...toolFields(request, style),
    ...present('max_output_tokens', params?.maxOutputTokens),
    ...(style.takesTemperature ? present('temperature', params?.temperature) : {}),
    ...(style.takesResponseSchema && schema !== undefined ? { text: textFormat(schema) } : {}),
  };
}

/** Context, then the history as items, in the order in which they came. */
function inputItems(request: ModelRequest, style: ResponsesRequestStyle): readonly JsonObject[] {
  const { messages, modelId } = request;
  const context = style.contextRole === undefined ? '' : systemText(request.assembledContext);
  const answered = new Set(
    messages.flatMap(({ content }) =>
      content.flatMap((block) => (block.type === 'tool-result' ? [block.toolUseId] : [])),
    ),
  );
  const history = messages.flatMap((message) =>
    message.role === 'user'
      ? userItems(message.content)
      : assistantItems(ownBlocks(message, modelId), {
          answered,
          hasPhases: style.hasPhases === true,
        }),
  );
  return context === ''
    ? history
    : [{ role: style.contextRole ?? 'system', content: context }, ...history];
}

/** Encrypted reasoning belongs to the model that made it; another one refuses it. */
function ownBlocks(message: Message, modelId: string): readonly ContentBlock[] {
  const author = message.producedByModelId;
  const isOwn = author === undefined || author === modelId;
  return isOwn ? message.content : message.content.filter(({ type }) => type !== 'thinking');
}

function userItems(blocks: readonly ContentBlock[]): readonly JsonObject[] {
  const outputs = blocks.flatMap((block): readonly JsonObject[] => {
    if (block.type !== 'tool-result') return [];
    return [{ type: 'function_call_output', call_id: block.toolUseId, output: outputOf(block) }];
  });
  const parts = blocks.flatMap(inputPart);
  return [...outputs, ...(parts.length === 0 ? [] : [{ role: 'user', content: parts }])];
}

function outputOf(block: ContentBlock & { readonly type: 'tool-result' }): JsonValue {
  const parts = block.content.flatMap(inputPart);
  const isText = parts.every((part) => part['type'] === 'input_text');
  if (isText) return resultText(block.content, block.isError);
  const mark = { type: 'input_text', text: 'Error: the tool failed' };
  return block.isError ? [mark, ...parts] : parts;
}

function inputPart(block: ContentBlock): readonly JsonObject[] {
  switch (block.type) {
    case 'text':
      return block.text === '' ? [] : [{ type: 'input_text', text: block.text }];
    case 'image': {
      const url = dataUrl(block.mediaType, block.data);
      return [{ type: 'input_image', image_url: url, detail: 'auto' }];
    }
    case 'document': {
      const data = dataUrl(block.mediaType, block.data);
      return [{ type: 'input_file', filename: block.filename ?? 'document', file_data: data }];
    }
    default:
      return [];
  }
}

/**
 * A reasoning item stands where it was made, and only before the item it led to: the server
 * refuses one without its successor.
 */
function assistantItems(
  blocks: readonly ContentBlock[],
  { answered, hasPhases }: AssistantOptions,
): readonly JsonObject[] {
  const items: JsonObject[] = [];
  let waiting: JsonObject[] = [];
  const missing: JsonObject[] = [];
  const lastWork = blocks.findLastIndex(({ type }) => type === 'tool-use');
  for (const [index, block] of blocks.entries()) {
    if (block.type === 'thinking') {
      const item = reasoningItem(block.text, block.signature);
      if (item) waiting.push(item);
      continue;
    }
    const phase = index < lastWork ? 'commentary' : 'final_answer';
    const item = assistantItem(block, hasPhases ? { phase } : {});
    if (item === undefined) continue;
    items.push(...waiting, item);
    waiting = [];
    if (block.type === 'tool-use' && !answered.has(block.id)) missing.push(interrupted(block.id));
  }
  return [...items, ...missing];
}

interface AssistantOptions {
  /** Ids of the calls that have a result. */
  readonly answered: ReadonlySet<string>;
  readonly hasPhases: boolean;
}

/** What is said before a tool call is a remark on the way; the vendor marks both, and so do we. */
function assistantItem(block: ContentBlock, phase: JsonObject): JsonObject | undefined {
  if (block.type === 'tool-use') {
    const { id, name } = block;
    const args = JSON.stringify(block.arguments);
    return { type: 'function_call', call_id: id, name, arguments: args };
  }
  if (block.type !== 'text' || block.text === '') return undefined;
  const content = [{ type: 'output_text', text: block.text, annotations: [] }];
  return { type: 'message', role: 'assistant', content, ...phase };
}

/** After an interruption a call has no output; the server refuses a history with an open call. */
function interrupted(callId: string): JsonObject {
  const output = 'Error: interrupted before a result was there';
  return { type: 'function_call_output', call_id: callId, output };
}

function toolFields({ tools, params }: ModelRequest, style: ResponsesRequestStyle): JsonObject {
  if (tools.length === 0) return {};
  const choice = toolChoice(params?.toolChoice);
  return {
    tools: tools.map(({ name, description, inputSchema }) => ({
      type: 'function',
      name,
      description,
      parameters: toolJsonSchema(inputSchema),
      ...(style.marksNotStrict ? { strict: false } : {}),
    })),
    ...(choice === undefined ? {} : { tool_choice: choice }),
  };
}

function toolChoice(choice: ToolChoice | undefined): JsonValue | undefined {
  switch (choice?.mode) {
    case 'any':
      return 'required';
    case 'none':
      return 'none';
    case 'specific':
      return { type: 'function', name: choice.toolName ?? '' };
    default:
      return undefined;
  }
}

function textFormat(schemaJson: string): JsonObject {
  const schema = parseJson(schemaJson) ?? {};
  return { format: { type: 'json_schema', name: 'answer', schema, strict: false } };
}

function present(name: string, value: number | undefined): JsonObject {
  return value === undefined ? {} : { [name]: value };
}
