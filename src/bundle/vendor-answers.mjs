// A local server that answers one prompt in each dialect that the shipped providers speak, so that
// the build can record what an answer compiles. Nothing here is sent to anybody.
import { once } from 'node:events';
import { createServer } from 'node:http';

const ANSWER = 'Recorded.';
const IDS = { id: 'recorded', model: 'recorded' };

const named = (events) =>
  events.map(([type, data]) => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);

const plain = (chunks) => chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`);

const part = { type: 'output_text', text: ANSWER, annotations: [] };
const item = { id: 'item', type: 'message', role: 'assistant', content: [part] };
const place = { item_id: 'item', output_index: 0, content_index: 0 };
const response = { ...IDS, object: 'response', output: [item] };
const chunk = (delta, finish_reason) => ({ ...IDS, choices: [{ index: 0, delta, finish_reason }] });

/** Bodies by the end of the path. */
const STREAMS = [
  [
    '/messages',
    named([
      ['message_start', { message: { ...IDS, role: 'assistant', content: [], usage: {} } }],
      ['content_block_start', { index: 0, content_block: { type: 'text', text: '' } }],
      ['content_block_delta', { index: 0, delta: { type: 'text_delta', text: ANSWER } }],
      ['content_block_stop', { index: 0 }],
      ['message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } }],
      ['message_stop', {}],
    ]),
  ],
  [
    '/responses',
    named([
      ['response.created', { response: { ...response, status: 'in_progress', output: [] } }],
      ['response.output_item.added', { output_index: 0, item: { ...item, content: [] } }],
      ['response.content_part.added', { ...place, part: { ...part, text: '' } }],
      ['response.output_text.delta', { ...place, delta: ANSWER }],
      ['response.output_text.done', { ...place, text: ANSWER }],
      ['response.output_item.done', { output_index: 0, item }],
      ['response.completed', { response: { ...response, status: 'completed', usage: {} } }],
    ]),
  ],
  [
    '/chat/completions',
    [
      ...plain([chunk({ role: 'assistant', content: ANSWER }, null), chunk({}, 'stop')]),
      'data: [DONE]\n\n',
    ],
  ],
  [
    ':streamGenerateContent',
    plain([
      {
        candidates: [
          { content: { role: 'model', parts: [{ text: ANSWER }] }, finishReason: 'STOP' },
        ],
        usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1 },
        modelVersion: 'recorded',
      },
    ]),
  ],
];

/** Starts it on loopback. @returns Its root address, and how to end it. */
export async function startVendors() {
  const server = createServer((request, answer) => {
    request.resume();
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const [, stream] = STREAMS.find(([end]) => pathname.endsWith(end)) ?? [];
    if (stream) {
      answer.writeHead(200, { 'content-type': 'text/event-stream' });
      answer.end(stream.join(''));
    } else if (pathname.endsWith('/models')) {
      answer.writeHead(200, { 'content-type': 'application/json' });
      answer.end(JSON.stringify({ data: [{ id: 'recorded' }] }));
    } else {
      answer.writeHead(404).end();
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
