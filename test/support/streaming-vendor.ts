/** A local vendor of the Messages interface whose answers a test writes piece by piece. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { event, VENDOR_MODEL, vendorConfig } from './messages-vendor.ts';

/** An answer that has begun. */
export interface StreamedAnswer {
  /** The user's last message, as it was sent. */
  readonly prompt: string;
  /** All that was sent with it, as JSON. */
  readonly history: string;
  /** Sends a delta of text, or of another kind that begins a block of its own. */
  text(delta: string): void;
  thinking(delta: string): void;
  /** A whole call of a tool. */
  toolCall(name: string, argumentsJson: string): void;
  end(): void;
}

export interface StreamingVendor {
  readonly config: string;
  /** The next request, already answered with the beginning of a stream. */
  nextAnswer(model?: string): Promise<StreamedAnswer>;
  /** Answers the next request with a failure. */
  refuse(status: number, error: object): Promise<void>;
}

export async function streamingVendor(): Promise<StreamingVendor> {
  const arrived: { readonly body: string; readonly response: ServerResponse }[] = [];
  let wake = () => {};
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    arrived.push({ body, response });
    wake();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const next = async () => {
    for (;;) {
      const request = arrived.shift();
      if (request !== undefined) return request;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  // Listening on TCP, so it is an address and not a path.
  const { port } = server.address() as AddressInfo;
  return {
    config: vendorConfig(`http://127.0.0.1:${port}`),
    async nextAnswer(model = VENDOR_MODEL) {
      const { response, body } = await next();
      return begin(response, body, model);
    },
    async refuse(status, error) {
      const { response } = await next();
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ type: 'error', error }));
    },
  };
}

function begin(response: ServerResponse, body: string, model: string): StreamedAnswer {
  let kind: 'none' | 'text' | 'thinking' | 'tool_use' = 'none';
  let index = -1;
  const send = (type: string, fields: object): void => void response.write(event(type, fields));
  const stop = (): void => {
    if (kind !== 'none') send('content_block_stop', { index });
  };
  const start = (type: typeof kind, block: object): void => {
    stop();
    kind = type;
    index += 1;
    send('content_block_start', { index, content_block: { type, ...block } });
  };
  const delta = (fields: object): void => send('content_block_delta', { index, delta: fields });
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const usage = { input_tokens: 100, output_tokens: 1 };
  const message = { id: 'msg_1', type: 'message', role: 'assistant', content: [], usage };
  send('message_start', { message: { ...message, model } });
  return {
    prompt: lastText(body),
    history: body,
    text(text) {
      if (kind !== 'text') start('text', { text: '' });
      delta({ type: 'text_delta', text });
    },
    thinking(thinking) {
      if (kind !== 'thinking') start('thinking', { thinking: '', signature: '' });
      delta({ type: 'thinking_delta', thinking });
    },
    toolCall(name, argumentsJson) {
      start('tool_use', { id: `toolu_${index}`, name, input: {} });
      delta({ type: 'input_json_delta', partial_json: argumentsJson });
    },
    end() {
      stop();
      const reason = kind === 'tool_use' ? 'tool_use' : 'end_turn';
      send('message_delta', { delta: { stop_reason: reason }, usage: { output_tokens: 10 } });
      response.end(event('message_stop', {}));
    },
  };
}

function lastText(body: string): string {
  const { messages } = JSON.parse(body) as {
    readonly messages: readonly { readonly content: readonly { readonly text?: string }[] }[];
  };
  return messages.at(-1)?.content.at(-1)?.text ?? '';
}
