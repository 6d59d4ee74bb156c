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
}

/** Builds the body of `POST /responses`, without a vendor's own fields. Nothing is stored there. */
export function responsesRequest(request: ModelRequest, style: ResponsesRequestStyle): JsonObject {
  const { params } = request;
  const instructions = systemText(request.assembledContext);
  const schema = params?.responseSchemaJson;
  return {
    model: request.modelId,
    input: inputItems(request.messages),
    stream: true,
    store: false,
    ...(style.includesEncryptedReasoning ? { include: ['reasoning.encrypted_content'] } : {}),
    ...(instructions === '' ? {} : { instructions }),
    ...toolFields(request, style),
    ...present('max_output_tokens', params?.maxOutputTokens),
    ...(style.takesTemperature ? present('temperature', params?.temperature) : {}),
    ...(style.takesResponseSchema && schema !== undefined ? { text: textFormat(schema) } : {}),
  };
}

/** The history as items, in the order in which they came. */
function inputItems(messages: readonly Message[]): readonly JsonObject[] {
  const answered = new Set(
    messages.flatMap(({ content }) =>
      content.flatMap((block) => (block.type === 'tool-result' ? [block.toolUseId] : [])),
    ),
  );
  return messages.flatMap(({ role, content }) =>
    role === 'user' ? userItems(content) : assistantItems(content, answered),
  );
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
  return isText || block.isError ? resultText(block.content, block.isError) : parts;
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
  answered: ReadonlySet<string>,
): readonly JsonObject[] {
  const items: JsonObject[] = [];
  let waiting: JsonObject[] = [];
  const missing: JsonObject[] = [];
  for (const block of blocks) {
    if (block.type === 'thinking') {
      const item = reasoningItem(block.text, block.signature);
      if (item) waiting.push(item);
      continue;
    }
    const item = assistantItem(block);
    if (item === undefined) continue;
    items.push(...waiting, item);
    waiting = [];
    if (block.type === 'tool-use' && !answered.has(block.id)) missing.push(interrupted(block.id));
  }
  return [...items, ...missing];
}

function assistantItem(block: ContentBlock): JsonObject | undefined {
  if (block.type === 'tool-use') {
    const { id, name } = block;
    const args = JSON.stringify(block.arguments);
    return { type: 'function_call', call_id: id, name, arguments: args };
  }
  if (block.type !== 'text' || block.text === '') return undefined;
  const content = [{ type: 'output_text', text: block.text, annotations: [] }];
  return { type: 'message', role: 'assistant', content };
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
