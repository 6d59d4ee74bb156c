import type * as wire from '../gen/pluggableharness/content/v1/types_pb.js';
import type { ContentBlock, Message } from '../message.ts';
import type { ContextSection } from '../model-request.ts';
import { roles, stabilities } from '../wire-enums.ts';
import { requiredName, safeInteger } from './values.ts';

export function readMessage(message: wire.Message, path: string): Message {
  return {
    id: message.id,
    role: requiredName(roles, message.role, `${path}.role`),
    content: readBlocks(message.content),
    producedByModelId: message.producedByModelId,
    producedByProvider: message.producedByProvider,
  };
}

export function readSection(section: wire.ContextSection, path: string): ContextSection {
  return {
    provider: section.provider,
    label: section.label,
    content: readBlocks(section.content),
    tokens: safeInteger(section.tokens, `${path}.tokens`),
    stability: requiredName(stabilities, section.stability, `${path}.stability`),
    truncated: section.truncated,
  };
}

/** Blocks of a kind that a later contract added are passed over. */
function readBlocks(blocks: readonly wire.ContentBlock[]): readonly ContentBlock[] {
  return blocks.flatMap((block) => readBlock(block) ?? []);
}

function readBlock({ block }: wire.ContentBlock): ContentBlock | undefined {
  switch (block.case) {
    case 'text':
      return { type: 'text', text: block.value.text };
    case 'toolUse': {
      const { id, name, arguments: parsed = {} } = block.value;
      return { type: 'tool-use', id, name, arguments: parsed };
    }
    case 'toolResult': {
      const { toolUseId, content, isError } = block.value;
      return { type: 'tool-result', toolUseId, content: readBlocks(content), isError };
    }
    case 'image':
      return { type: 'image', data: block.value.data, mediaType: block.value.mediaType };
    case 'document': {
      const { data, mediaType, filename } = block.value;
      return { type: 'document', data, mediaType, filename };
    }
    case 'thinking':
      return { type: 'thinking', text: block.value.text, signature: block.value.signature };
    case 'redactedThinking':
      return { type: 'redacted-thinking', data: block.value.data };
    case undefined:
      return undefined;
  }
}
