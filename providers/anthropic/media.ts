// Images and documents as the vendor takes them. What it would not read is refused before anything
// is sent, never left out.
import type { DocumentBlock, ImageBlock, ModelSpec } from 'agent-hcl/sdk';
import { invalidRequest } from './errors.ts';

import type { WireDocument, WireImage } from './wire.ts';

const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

/** @throws ModelFailure - `invalid_request`: the model, the type or the size does not allow it. */
export function wireImage(image: ImageBlock, model: ModelSpec): WireImage {
  if (!model.supportsVision) throw invalidRequest(`${model.id} does not take images`);
  const mediaType = plainType(image.mediaType);
  if (!IMAGE_TYPES.includes(mediaType)) {
    throw invalidRequest(
      `an image of type "${mediaType}" can not be sent; use ${IMAGE_TYPES.join(', ')}`,
    );
  }
  requireData(image.data, 'an image');
  return {
    type: 'image',
    source: { type: 'base64', media_type: mediaType, data: base64(image.data) },
  };
}

/** @throws ModelFailure - `invalid_request`: the model, the type or the content does not allow it. */
export function wireDocument(document: DocumentBlock, model: ModelSpec): WireDocument {
  if (!model.supportsDocuments) throw invalidRequest(`${model.id} does not take documents`);
  requireData(document.data, 'a document');
  const title = document.filename ? { title: document.filename } : {};
  return { type: 'document', source: documentSource(document), ...title };
}

function documentSource({ data, mediaType }: DocumentBlock): WireDocument['source'] {
  const type = plainType(mediaType);
  if (type === 'application/pdf') return { type: 'base64', media_type: type, data: base64(data) };
  if (type === 'text/plain') return { type: 'text', media_type: type, data: utf8Text(data) };
  throw invalidRequest(
    `a document of type "${type}" can not be sent; use application/pdf, text/plain`,
  );
}

function requireData(data: Uint8Array, what: string): void {
  if (data.length === 0) throw invalidRequest(`${what} without data can not be sent`);
}

/** Without parameters; `image/jpg` is a common slip for the registered name. */
function plainType(mediaType: string): string {
  const type = (mediaType.split(';', 1)[0] ?? '').trim().toLowerCase();
  return type === 'image/jpg' ? 'image/jpeg' : type;
}

function base64(data: Uint8Array): string {
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64');
}

function utf8Text(data: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(data);
  } catch (error) {
    throw invalidRequest('a text document is not valid UTF-8', error);
  }
}
