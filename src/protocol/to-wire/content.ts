import type { WireInit } from '../codec/message-type.ts';
import type * as wire from '../gen/pluggableharness/content/v1/types_pb.js';
import type { ContentBlock, Message } from '../message.ts';
import type { ContextSection } from '../model-request.ts';
import { roles, stabilities } from '../wire-enums.ts';
import { int64 } from './values.ts';

export function toWireMessage(message: Message): WireInit<wire.Message> {
  return {
    id: message.id,
    role: roles.numbers[message.role],
    content: message.content.map(toWireBlock),
    producedByModelId: message.producedByModelId,
    producedByProvider: message.producedByProvider,
  };
}

export function toWireSection(section: ContextSection): WireInit<wire.ContextSection> {
  return {
    provider: section.provider,
    label: section.label,
    content: section.content.map(toWireBlock),
    tokens: int64(section.tokens),
    stability: stabilities.numbers[section.stability],
    truncated: section.truncated,
  };
}

function toWireBlock(block: ContentBlock): WireInit<wire.ContentBlock> {
  return { block: blockCase(block) };
}

type BlockInit = WireInit<wire.ContentBlock>['block'];

function blockCase(block: ContentBlock): NonNullable<BlockInit> {
  switch (block.type) {
    case 'text':
      return { case: 'text', value: { text: block.text } };
    case 'tool-use':
      return {
        case: 'toolUse',
        value: { id: block.id, name: block.name, arguments: block.arguments },
      };
    case 'tool-result':
      return {
        case: 'toolResult',
        value: {
          toolUseId: block.toolUseId,
          content: block.content.map(toWireBlock),
          isError: block.isError,
        },
      };
    case 'image':
      return { case: 'image', value: { data: block.data, mediaType: block.mediaType } };
    case 'document':
      return {
        case: 'document',
        value: {
          data: block.data,
          mediaType: block.mediaType,
          filename: block.filename,
        },
      };
    case 'thinking':
      return { case: 'thinking', value: { text: block.text, signature: block.signature } };
    case 'redacted-thinking':
      return { case: 'redactedThinking', value: { data: block.data } };
  }
}
