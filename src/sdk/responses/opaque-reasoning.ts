/**
 * How a reasoning item travels as the signature of a thinking block: the UTF-8 bytes of its
 * encrypted content, as received. Nobody in between looks inside.
 */
import type { JsonObject } from '../../protocol/json.ts';
import { stringAt } from '../json.ts';

/** @returns `undefined` when the item carries nothing that could be replayed. */
export function reasoningSignature(item: JsonObject): Uint8Array | undefined {
  const encrypted = stringAt(item, 'encrypted_content');
  return encrypted ? new TextEncoder().encode(encrypted) : undefined;
}

/**
 * The input item for a thinking block, without its id: with one the server may look for an item it
 * never stored.
 *
 * @returns `undefined` for a block without a signature, which can not be replayed.
 */
export function reasoningItem(text: string, signature: Uint8Array): JsonObject | undefined {
  if (signature.length === 0) return undefined;
  return {
    type: 'reasoning',
    summary: text === '' ? [] : [{ type: 'summary_text', text }],
    encrypted_content: new TextDecoder().decode(signature),
  };
}
