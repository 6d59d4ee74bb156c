// A local vendor: plays messages-API streams in the manner its path names, and keeps times.
import { createServer } from 'node:http';

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'request-id': 'req_bench',
  'anthropic-ratelimit-requests-limit': '50',
  'anthropic-ratelimit-requests-remaining': '49',
};

const event = (type, data) => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;

const delta = (text) =>
  event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } });

const OPENING =
  event('message_start', {
    message: {
      id: 'msg_bench',
      type: 'message',
      role: 'assistant',
      model: 'claude-haiku-4-5',
      content: [],
      usage: { input_tokens: 12, output_tokens: 1 },
    },
  }) + event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } });

const CLOSING =
  event('content_block_stop', { index: 0 }) +
  event('message_delta', {
    delta: { stop_reason: 'end_turn', stop_sequence: null },
    usage: { output_tokens: 30 },
  }) +
  event('message_stop', {});

export const BURST_DELTAS = 20_000;
const PACED_DELTAS = 400;
const PACED_GAP_MS = 5;
const FILLER = 'the quick brown fox jumps '; // 26 bytes

const now = () => performance.timeOrigin + performance.now();

async function play(mode, response, times) {
  response.write(OPENING);
  if (mode === 'one') {
    times.firstDeltaMs = now();
    response.write(delta('Hello from the bench server.'));
  } else if (mode === 'burst') {
    const piece = delta(FILLER).repeat(100);
    for (let sent = 0; sent < BURST_DELTAS; sent += 100) {
      if (!response.write(piece)) await new Promise((resolve) => response.once('drain', resolve));
    }
  } else if (mode === 'lines') {
    for (let index = 0; index < BURST_DELTAS; index += 1) {
      const written = response.write(delta(`line ${index} of the answer\n`));
      if (!written) await new Promise((resolve) => response.once('drain', resolve));
    }
  } else if (mode === 'paced') {
    const start = performance.now();
    for (let index = 0; index < PACED_DELTAS; index += 1) {
      const waitMs = start + index * PACED_GAP_MS - performance.now();
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      response.write(delta(`[${now().toFixed(2)}]`));
    }
  }
  times.endMs = now();
  response.end(CLOSING);
}

/** Starts the server. `requests` lists every request line it saw; `times` those of the last one. */
export async function startServer() {
  const requests = [];
  const times = {};
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    request.resume().on('end', () => {
      response.writeHead(200, HEADERS);
      void play(request.url.split('/')[1], response, times);
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  return {
    url: (mode) => `http://127.0.0.1:${port}/${mode}`,
    requests,
    times,
    close: () => server.close(),
  };
}
