/** Parts of requests, in raw messages. */
import type { WireInit } from '../../protocol/codec/message-type.ts';
import type {
  ContentBlock,
  ContextSection,
  Message,
} from '../../protocol/gen/pluggableharness/content/v1/types_pb.js';
import type { ToolDeclaration } from '../../protocol/gen/pluggableharness/model/v1/types_pb.js';
import { Role, SchemaType, Stability } from '../../protocol/gen/wire-tables.ts';

type Block = WireInit<ContentBlock>;

export function userMessage(text: string, ...more: readonly Block[]): WireInit<Message> {
  const block: Block = { block: { case: 'text', value: { text } } };
  return { id: '01J00000000000000000000000', role: Role.USER, content: [block, ...more] };
}

export function assistantMessage(text: string): WireInit<Message> {
  return { ...userMessage(text), role: Role.ASSISTANT };
}

/** A section of the system's part that does not change between turns. */
export function contextSection(text: string): WireInit<ContextSection> {
  const { content = [] } = userMessage(text);
  return { provider: 'agent', label: 'system', content, stability: Stability.STATIC };
}

/** One transparent pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

export const image: Block = {
  block: { case: 'image', value: { data: PIXEL, mediaType: 'image/png' } },
};

export const document: Block = {
  block: {
    case: 'document',
    value: {
      data: Buffer.from('%PDF-1.4\n%%EOF\n'),
      mediaType: 'application/pdf',
      filename: 'a.pdf',
    },
  },
};

export const clockTool: WireInit<ToolDeclaration> = {
  name: 'clock',
  description: 'Tells the time of a time zone.',
  inputSchema: {
    type: SchemaType.OBJECT,
    properties: { zone: { type: SchemaType.STRING, description: 'A name such as UTC.' } },
    required: ['zone'],
  },
};
