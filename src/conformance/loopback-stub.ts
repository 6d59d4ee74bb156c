/** A vendor that is never there: takes every request, keeps it, and answers nothing useful. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How the stub answers. */
export type StubMode =
  /** 503 and an empty body. */
  | 'unavailable'
  /** Every connection is counted and dropped at once. */
  | 'closed'
  /** 401 with the request's own headers and target as its body, as careless vendors do. */
  | 'echo';

export interface LoopbackStub {
  /** `http://127.0.0.1:port`. */
  readonly url: string;
  /** Connections so far. */
  readonly connections: number;
  /** Target, headers and body of every request so far, as one text each. */
  readonly requests: readonly string[];
  mode: StubMode;
  close(): Promise<void>;
}

export async function startLoopbackStub(): Promise<LoopbackStub> {
  const sockets = new Set<Socket>();
  const requests: string[] = [];
  let connections = 0;
  const server = createServer((incoming, outgoing) => {
    // The caller may hang up at any moment; its request is on record by then or never was one.
    receive(incoming)
      .then((request) => {
        requests.push(request);
        answer(stub.mode, request, outgoing);
      })
      .catch(() => outgoing.destroy());
  });
  server.on('connection', (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
    if (stub.mode === 'closed') socket.destroy();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const stub: LoopbackStub = {
    url: `http://127.0.0.1:${port}`,
    get connections() {
      return connections;
    },
    requests,
    mode: 'unavailable',
    async close() {
      for (const socket of sockets) socket.destroy();
      if (server.listening) await once(server.close(), 'close');
    },
  };
  return stub;
}

async function receive(incoming: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const head = JSON.stringify({ target: incoming.url, headers: incoming.headers });
  return `${head}\n${Buffer.concat(chunks).toString('utf8')}`;
}

function answer(mode: StubMode, request: string, outgoing: ServerResponse): void {
  if (mode === 'closed') {
    outgoing.destroy();
    return;
  }
  if (mode === 'echo') {
    outgoing.writeHead(401, { 'content-type': 'application/json' });
    outgoing.end(request);
    return;
  }
  outgoing.writeHead(503, { 'content-length': '0' });
  outgoing.end();
}
