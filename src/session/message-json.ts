/** Messages of a history as JSON and back. Opaque bytes are carried as base64, byte for byte. */
import type { JsonObject, JsonValue } from '../protocol/json.ts';
import type { ContentBlock } from '../protocol/message.ts';
import type { HistoryMessage } from '../turn/history.ts';
import { isJsonObject } from './json-object.ts';

export interface MessageJson {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly content: readonly BlockJson[];
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  readonly is_cut?: boolean | undefined;
  /** Tool calls whose arguments could not be read: call id → what is wrong. */
  readonly call_failures?: Readonly<Record<string, string>> | undefined;
}

export type BlockJson =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'tool_use';
      readonly id: string;
      readonly name: string;
      readonly arguments: JsonObject;
    }
  | {
      readonly type: 'tool_result';
      readonly tool_use_id: string;
      readonly content: readonly BlockJson[];
      readonly is_error: boolean;
    }
  | { readonly type: 'image'; readonly media_type: string; readonly data: string }
  | {
      readonly type: 'document';
      readonly media_type: string;
      readonly filename?: string | undefined;
      readonly data: string;
    }
  | { readonly type: 'thinking'; readonly text: string; readonly signature: string }
  | { readonly type: 'redacted_thinking'; readonly data: string };

/** Removes secrets from a text. */
type Redact = (text: string) => string;

/** @param redact - Applied to every text; never to opaque bytes, which would be of no use after. */
export function messageJson(message: HistoryMessage, redact: Redact): MessageJson {
  const { id, role, content, producedByProvider, producedByModelId, isCut, callFailures } = message;
  return {
    id,
    role,
    content: content.map((block) => blockJson(block, redact)),
    ...(producedByProvider === undefined ? {} : { provider: producedByProvider }),
    ...(producedByModelId === undefined ? {} : { model: producedByModelId }),
    ...(isCut === true ? { is_cut: true } : {}),
    ...(callFailures === undefined
      ? {}
      : {
          call_failures: Object.fromEntries(
            [...callFailures].map(([call, text]) => [call, redact(text)]),
          ),
        }),
  };
}

function blockJson(block: ContentBlock, redact: Redact): BlockJson {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: redact(block.text) };
    case 'tool-use': {
      const { id, name } = block;
      return { type: 'tool_use', id, name, arguments: redactObject(block.arguments, redact) };
    }
    case 'tool-result': {
      const content = block.content.map((inner) => blockJson(inner, redact));
      const { toolUseId, isError } = block;
      return { type: 'tool_result', tool_use_id: toolUseId, content, is_error: isError };
    }
    case 'image':
      return { type: 'image', media_type: block.mediaType, data: toBase64(block.data) };
    case 'document': {
      const { mediaType, filename, data } = block;
      const named = filename === undefined ? {} : { filename: redact(filename) };
      return { type: 'document', media_type: mediaType, ...named, data: toBase64(data) };
    }
    case 'thinking': {
      const { text, signature } = block;
      return { type: 'thinking', text: redact(text), signature: toBase64(signature) };
    }
    case 'redacted-thinking':
      return { type: 'redacted_thinking', data: toBase64(block.data) };
  }
}

function redactObject(value: JsonObject, redact: Redact): JsonObject {
  const entries = Object.entries(value).map(
    ([key, item]) => [redact(key), redactValue(item, redact)] as const,
  );
  return Object.fromEntries(entries);
}

function redactValue(value: JsonValue, redact: Redact): JsonValue {
  if (typeof value === 'string') return redact(value);
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map((item) => redactValue(item, redact));
  return redactObject(value, redact);
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** @returns `undefined` for what is no message: a file may have been damaged. */
export function messageOf(value: unknown): HistoryMessage | undefined {
  if (!isJsonObject(value)) return undefined;
  const { id, role, content } = value;
  if (typeof id !== 'string' || !(role === 'user' || role === 'assistant')) return undefined;
  const blocks = blocksOf(content);
  if (blocks === undefined) return undefined;
  const { provider, model, is_cut: isCut, call_failures: failures } = value;
  return {
    id,
    role,
    content: blocks,
    ...(typeof provider === 'string' ? { producedByProvider: provider } : {}),
    ...(typeof model === 'string' ? { producedByModelId: model } : {}),
    ...(isCut === true ? { isCut } : {}),
    ...(isJsonObject(failures) ? { callFailures: textMap(failures) } : {}),
  };
}

function blocksOf(value: unknown): readonly ContentBlock[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const blocks = value.map(blockOf);
  return blocks.every((block) => block !== undefined) ? blocks : undefined;
}

function blockOf(value: unknown): ContentBlock | undefined {
  if (!isJsonObject(value)) return undefined;
  const { text, id, name, data, media_type: mediaType, filename, signature } = value;
  switch (value['type']) {
    case 'text':
      return typeof text === 'string' ? { type: 'text', text } : undefined;
    case 'tool_use': {
      const input = value['arguments'];
      if (typeof id !== 'string' || typeof name !== 'string' || !isJsonObject(input))
        return undefined;
      return { type: 'tool-use', id, name, arguments: input };
    }
    case 'tool_result': {
      const content = blocksOf(value['content']);
      const call = value['tool_use_id'];
      if (typeof call !== 'string' || content === undefined) return undefined;
      return { type: 'tool-result', toolUseId: call, content, isError: value['is_error'] === true };
    }
    case 'image':
      if (typeof data !== 'string' || typeof mediaType !== 'string') return undefined;
      return { type: 'image', data: fromBase64(data), mediaType };
    case 'document':
      if (typeof data !== 'string' || typeof mediaType !== 'string') return undefined;
      return {
        type: 'document',
        data: fromBase64(data),
        mediaType,
        ...(typeof filename === 'string' ? { filename } : {}),
      };
    case 'thinking':
      if (typeof text !== 'string' || typeof signature !== 'string') return undefined;
      return { type: 'thinking', text, signature: fromBase64(signature) };
    case 'redacted_thinking':
      return typeof data === 'string'
        ? { type: 'redacted-thinking', data: fromBase64(data) }
        : undefined;
    default:
      return undefined;
  }
}

function textMap(value: JsonObject): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(value).flatMap(([key, text]) => (typeof text === 'string' ? [[key, text]] : [])),
  );
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

function fromBase64(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64'));
}
