// How a server counts a prompt: what a completion of it would send, to an address of its own.
import { type CountTokensRequest, isJsonObject, type JsonObject } from 'agent-hcl/sdk';
import type { Dialect } from './dialects.ts';
import { invalidRequest } from './errors.ts';
import { buildRequest, type RequestTarget } from './request.ts';

export interface CountCall {
  readonly url: string;
  readonly body: JsonObject;
  /** Where the answer holds the number. */
  readonly field: string;
}

/** Addresses of one configuration. */
export interface CountAddresses {
  /** Of a completion. */
  readonly completion: string;
  /** Beside the interface: without its version. */
  atRoot(path: string): string;
}

/** Whether a server counts what this interface sends; the other ones have no count of a whole request. */
export function canCount({ counting }: Dialect, api: RequestTarget['api']): boolean {
  return counting === 'input-tokens' || (counting === 'tokenize' && api === 'chat');
}

/**
 * The question that counts a prompt.
 *
 * @throws ModelFailure - as for a completion; `invalid_request`: what the server would not count.
 */
export function countCall(
  request: CountTokensRequest,
  target: RequestTarget,
  addresses: CountAddresses,
): CountCall {
  const { body } = buildRequest({ ...request, cacheBreakpoints: [] }, target);
  const { stream: _stream, stream_options: _options, ...counted } = body;
  if (target.dialect.counting !== 'tokenize') {
    const url = `${addresses.completion}/input_tokens`;
    return { url, body: counted, field: 'input_tokens' };
  }
  requireTextOnly(counted);
  return { url: addresses.atRoot('tokenize'), body: templated(counted), field: 'count' };
}

/** What vLLM puts into the model's template. */
const TEMPLATED = ['model', 'messages', 'tools', 'chat_template_kwargs'];

function templated(body: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([name]) => TEMPLATED.includes(name)));
}

/** vLLM counts a mark in place of a picture, and a count must be exact. */
function requireTextOnly({ messages }: JsonObject): void {
  const parts = (Array.isArray(messages) ? messages : []).flatMap((message) => {
    const content = isJsonObject(message) ? message['content'] : undefined;
    return Array.isArray(content) ? content : [];
  });
  const isText = parts.every((part) => isJsonObject(part) && part['type'] === 'text');
  if (!isText) throw invalidRequest('the server does not count images and documents');
}
