/** A local vendor that speaks the Messages interface: answers by the last words it is sent. */
import { onTestFinished } from 'vitest';
import { type PlayedResponse, startWireServer, type WireServer } from './wire-server.ts';

export interface VendorAnswer {
  readonly text: string;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly cacheReadTokens?: number;
  /** The answer never ends. */
  readonly hangs?: boolean;
}

export interface MessagesVendor {
  readonly server: WireServer;
  /** `agent.hcl` that leads there; the key is in `KEY`. */
  readonly config: string;
  /** Bodies of the requests so far. */
  bodies(): readonly MessagesBody[];
}

export interface MessagesBody {
  readonly system?: unknown;
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
}

/** The model that the configuration names. */
export const VENDOR_MODEL = 'claude-haiku-4-5';

/** @param play - By the number of the request, from 0. */
export async function messagesVendor(
  play: (asked: number) => VendorAnswer | PlayedResponse,
): Promise<MessagesVendor> {
  let asked = 0;
  const server = await startWireServer(() => {
    const answer = play(asked);
    asked += 1;
    return 'text' in answer ? messageOf(answer) : answer;
  });
  onTestFinished(() => server.close());
  return {
    server,
    config: vendorConfig(server.url),
    bodies: () => server.requests.map(({ body }) => JSON.parse(body) as MessagesBody),
  };
}

/** `agent.hcl` that leads to a vendor; the key is in `KEY`. */
export function vendorConfig(url: string): string {
  return `provider "anthropic" {
  api_key  = env("KEY")
  base_url = "${url}"
}
agent_profile "default" {
  model {
    primary {
      provider = "anthropic"
      id       = "${VENDOR_MODEL}"
    }
  }
}
`;
}

/** One event of a stream. */
export function event(type: string, fields: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}

/** A whole answer. */
function messageOf({
  text,
  inputTokens = 100,
  outputTokens = 10,
  cacheReadTokens,
  hangs = false,
}: VendorAnswer): PlayedResponse {
  const usage = {
    input_tokens: inputTokens,
    output_tokens: 1,
    ...(cacheReadTokens === undefined ? {} : { cache_read_input_tokens: cacheReadTokens }),
  };
  const message = { id: 'msg_1', type: 'message', role: 'assistant', content: [], usage };
  const begun = [
    event('message_start', { message: { ...message, model: VENDOR_MODEL } }),
    event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
  ].join('');
  const end = [
    event('content_block_stop', { index: 0 }),
    event('message_delta', {
      delta: { stop_reason: 'end_turn' },
      usage: { output_tokens: outputTokens },
    }),
    event('message_stop', {}),
  ].join('');
  const headers = { 'content-type': 'text/event-stream' };
  return hangs ? { headers, body: begun, ending: 'hang' } : { headers, body: begun + end };
}

/** A failure as the vendor tells it. */
export function failureOf(
  status: number,
  type: string,
  headers: Readonly<Record<string, string>> = {},
): PlayedResponse {
  const body = JSON.stringify({ type: 'error', error: { type, message: 'no' } });
  return { status, headers: { 'content-type': 'application/json', ...headers }, body };
}
