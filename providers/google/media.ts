// Images and documents as the vendor takes them. What the model would not read is refused before
// anything is sent, never left out.
import type { DocumentBlock, ImageBlock, JsonObject, ModelSpec } from 'agent-hcl/sdk';
import { invalidRequest } from './errors.ts';

/** @throws ModelFailure - `invalid_request`: the model or the content does not allow it. */
export function inlineData(block: ImageBlock | DocumentBlock, model: ModelSpec): JsonObject {
  const isTaken = block.type === 'image' ? model.supportsVision : model.supportsDocuments;
  if (!isTaken) throw invalidRequest(`${model.id} does not take ${block.type}s`);
  if (block.data.length === 0) throw invalidRequest(`a message holds an empty ${block.type}`);
  const [mimeType = ''] = block.mediaType.toLowerCase().split(';', 1);
  return { inlineData: { mimeType: mimeType.trim(), data: base64(block.data) } };
}

function base64(data: Uint8Array): string {
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64');
}
