import type { JsonObject, JsonValue } from '../../protocol/json.ts';
import type { ModelRequest, ToolChoice } from '../../protocol/model-request.ts';
import { parseJson } from '../json.ts';
import { toolJsonSchema } from '../tool-schema.ts';
import { type ChatMessageStyle, chatMessages } from './messages.ts';

/** What one server takes; a field that is not named here is never sent. */
export interface ChatRequestStyle extends ChatMessageStyle {
  readonly maxTokensField: 'max_tokens' | 'max_completion_tokens';
  /** Ask for counters at the end of the stream. */
  readonly streamOptions: boolean;
  /** The server's word for "must call a tool"; absent: it takes no tool choice. */
  readonly anyToolChoice?: 'required' | 'any' | undefined;
  /** Whether the model takes a temperature now. */
  readonly takesTemperature: boolean;
  readonly takesStop: boolean;
  /** Whether tools are marked as not strict, for servers whose default is strict. */
  readonly marksNotStrict?: boolean | undefined;
  /** Whether a structured answer is asked for by `response_format`. */
  readonly takesResponseSchema: boolean;
}

/** Builds the body of `POST /chat/completions`, without a vendor's own fields. */
export function chatRequest(request: ModelRequest, style: ChatRequestStyle): JsonObject {
  const { params } = request;
  const schema = params?.responseSchemaJson;
  return {
    model: request.modelId,
    messages: chatMessages(request.assembledContext, request.messages, style),
    stream: true,
    ...(style.streamOptions ? { stream_options: { include_usage: true } } : {}),
    ...toolFields(request, style),
    ...present(style.maxTokensField, params?.maxOutputTokens),
    ...(style.takesTemperature ? present('temperature', params?.temperature) : {}),
    ...(style.takesStop && params && params.stopSequences.length > 0
      ? { stop: params.stopSequences }
      : {}),
    ...(style.takesResponseSchema && schema !== undefined
      ? { response_format: responseFormat(schema) }
      : {}),
  };
}

function toolFields({ tools, params }: ModelRequest, style: ChatRequestStyle): JsonObject {
  if (tools.length === 0) return {};
  const choice = toolChoice(params?.toolChoice, style);
  return {
    tools: tools.map(({ name, description, inputSchema }) => ({
      type: 'function',
      function: {
        name,
        description,
        parameters: toolJsonSchema(inputSchema),
        ...(style.marksNotStrict === true ? { strict: false } : {}),
      },
    })),
    ...(choice === undefined ? {} : { tool_choice: choice }),
  };
}

/** Auto is what every server does when nothing is said. */
function toolChoice(
  choice: ToolChoice | undefined,
  { anyToolChoice }: ChatRequestStyle,
): JsonValue | undefined {
  if (choice === undefined || anyToolChoice === undefined) return undefined;
  switch (choice.mode) {
    case 'auto':
      return undefined;
    case 'any':
      return anyToolChoice;
    case 'none':
      return 'none';
    case 'specific':
      return { type: 'function', function: { name: choice.toolName ?? '' } };
  }
}

function responseFormat(schemaJson: string): JsonObject {
  const schema = parseJson(schemaJson) ?? {};
  return { type: 'json_schema', json_schema: { name: 'answer', schema, strict: false } };
}

function present(name: string, value: number | undefined): JsonObject {
  return value === undefined ? {} : { [name]: value };
}
