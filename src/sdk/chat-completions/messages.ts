import type { JsonObject, JsonValue } from '../../protocol/json.ts';
import type {
  ContentBlock,
  Message,
  ToolResultBlock,
  ToolUseBlock,
} from '../../protocol/message.ts';
import type { ContextSection } from '../../protocol/model-request.ts';

/** How one server wants its messages. */
export interface ChatMessageStyle {
  /** Role of the one leading system message; servers with templates know `system` alone. */
  readonly systemRole: 'system' | 'developer';
  /** Content of an assistant message that only calls tools: templates break on null. */
  readonly emptyContent: '' | null;
  /** Field in which earlier reasoning goes back; absent: it does not. */
  readonly reasoningField?: string | undefined;
  /** Fields of an assistant message for its blocks, such as a signed reasoning to replay. */
  readonly assistantFields?: ((blocks: readonly ContentBlock[]) => JsonObject) | undefined;
  /** The server's form of a tool call's id; the same id must give the same form. */
  readonly toolCallId?: ((id: string) => string) | undefined;
  /** Whether a document may be sent as a `file` part. */
  readonly takesFiles: boolean;
  /** Several texts of one message become one; some servers take a single text part. */
  readonly joinsTexts?: boolean | undefined;
}

/** Translates context and history; consecutive messages of one role are joined. */
export function chatMessages(
  context: readonly ContextSection[],
  messages: readonly Message[],
  style: ChatMessageStyle,
): readonly JsonObject[] {
  const system = systemText(context);
  const translated = joinRoles(messages).flatMap((message, index, all) =>
    message.role === 'user'
      ? userMessages(message.content, style)
      : assistantMessages(message.content, all[index + 1]?.content ?? [], style),
  );
  return system === '' ? translated : [{ role: style.systemRole, content: system }, ...translated];
}

/** All sections as one text; empty when there is nothing to say. */
export function systemText(context: readonly ContextSection[]): string {
  return context
    .flatMap(({ content }) => content)
    .flatMap((block) => (block.type === 'text' && block.text !== '' ? [block.text] : []))
    .join('\n\n');
}

interface Turn {
  readonly role: Message['role'];
  readonly content: readonly ContentBlock[];
}

function joinRoles(messages: readonly Message[]): readonly Turn[] {
  const turns: Turn[] = [];
  for (const { role, content } of messages) {
    const last = turns.at(-1);
    if (last?.role === role)
      turns[turns.length - 1] = { role, content: [...last.content, ...content] };
    else turns.push({ role, content });
  }
  return turns;
}

/** Results first, each a message of its own; then files of results, and what the user says. */
function userMessages(
  blocks: readonly ContentBlock[],
  style: ChatMessageStyle,
): readonly JsonObject[] {
  const results = blocks.filter((block) => block.type === 'tool-result');
  const spoken = [
    ...results.flatMap(({ content }) => content.filter(({ type }) => type !== 'text')),
    ...blocks.filter(({ type }) => type !== 'tool-result'),
  ];
  const parts = spoken.flatMap((block) => userPart(block, style));
  return [
    ...results.map((result) => resultMessage(result, style)),
    ...(parts.length === 0 ? [] : [{ role: 'user', content: userContent(parts, style) }]),
  ];
}

function userContent(parts: readonly JsonObject[], style: ChatMessageStyle): JsonValue {
  const texts = parts.map((part) => part['text']).filter((text) => typeof text === 'string');
  const isText = texts.length === parts.length;
  return isText && (parts.length === 1 || style.joinsTexts === true) ? texts.join('\n\n') : parts;
}

function userPart(block: ContentBlock, style: ChatMessageStyle): readonly JsonObject[] {
  switch (block.type) {
    case 'text':
      return block.text === '' ? [] : [{ type: 'text', text: block.text }];
    case 'image':
      return [{ type: 'image_url', image_url: { url: dataUrl(block.mediaType, block.data) } }];
    case 'document': {
      const file = {
        filename: block.filename ?? 'document',
        file_data: dataUrl(block.mediaType, block.data),
      };
      return style.takesFiles ? [{ type: 'file', file }] : [];
    }
    default:
      return [];
  }
}

/** `data:TYPE;base64,…`. */
export function dataUrl(mediaType: string, data: Uint8Array): string {
  return `data:${mediaType};base64,${Buffer.from(data).toString('base64')}`;
}

function resultMessage(
  { toolUseId, content, isError }: ToolResultBlock,
  style: ChatMessageStyle,
): JsonObject {
  return {
    role: 'tool',
    tool_call_id: style.toolCallId?.(toolUseId) ?? toolUseId,
    content: resultText(content, isError),
  };
}

/** The dialect has no flag for a failure, so the text says it. */
export function resultText(content: readonly ContentBlock[], isError: boolean): string {
  const text = content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n');
  return isError ? `Error: ${text === '' ? 'the tool failed' : text}` : text;
}

function assistantMessages(
  blocks: readonly ContentBlock[],
  answer: readonly ContentBlock[],
  style: ChatMessageStyle,
): readonly JsonObject[] {
  const text = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('');
  const calls = blocks.filter((block) => block.type === 'tool-use');
  const thinking = blocks.flatMap((block) => (block.type === 'thinking' ? [block.text] : []));
  const fields = style.assistantFields?.(blocks) ?? {};
  if (text === '' && calls.length === 0 && Object.keys(fields).length === 0) return [];
  const reasoning = style.reasoningField;
  return [
    {
      role: 'assistant',
      content: text === '' && calls.length > 0 ? style.emptyContent : text,
      ...(reasoning === undefined ? {} : { [reasoning]: thinking.join('') }),
      ...fields,
      ...(calls.length === 0 ? {} : { tool_calls: calls.map((call) => callOf(call, style)) }),
    },
    ...missingResults(calls, answer, style),
  ];
}

function callOf({ id, name, arguments: args }: ToolUseBlock, style: ChatMessageStyle): JsonObject {
  return {
    id: style.toolCallId?.(id) ?? id,
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  };
}

/** After an interruption a call has no result; servers refuse a history with an open call. */
function missingResults(
  calls: readonly ToolUseBlock[],
  answer: readonly ContentBlock[],
  style: ChatMessageStyle,
): readonly JsonObject[] {
  const answered = new Set(
    answer.flatMap((block) => (block.type === 'tool-result' ? [block.toolUseId] : [])),
  );
  const content = [{ type: 'text', text: 'interrupted before a result was there' }] as const;
  return calls
    .filter(({ id }) => !answered.has(id))
    .map(({ id }) =>
      resultMessage({ type: 'tool-result', toolUseId: id, content, isError: true }, style),
    );
}
