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
  | 'echo'
  /** Nothing is ever sent. */
  | 'hang'
  /** The connection is reset after the request. */
  | 'reset'
  | StubResponse;

export interface StubResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | undefined;
}

export interface LoopbackStub {
  /** `http://127.0.0.1:port`. */
  readonly url: string;
  /** Connections so far. */
  readonly connections: number;
  /** Target, headers and body of every request so far, as one text each. */
  readonly requests: readonly string[];
  mode: StubMode;
  /** The next request, once its head is here; `closed` resolves with its connection. */
  nextRequest(): Promise<{ readonly closed: Promise<void> }>;
  close(): Promise<void>;
}

const UNAVAILABLE: StubResponse = { status: 503, headers: { 'content-length': '0' } };

/** @param mode - How it answers at first. */
export async function startLoopbackStub(mode: StubMode = 'unavailable'): Promise<LoopbackStub> {
  const stub = new Stub(mode);
  const { server } = stub;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return stub;
}

class Stub implements LoopbackStub {
  readonly requests: string[] = [];
  readonly server = createServer((incoming, outgoing) => this.#take(incoming, outgoing));
  mode: StubMode;
  readonly #sockets = new Set<Socket>();
  #waiting: ((request: { readonly closed: Promise<void> }) => void)[] = [];
  #connections = 0;

  constructor(mode: StubMode) {
    this.mode = mode;
    this.server.on('connection', (socket) => {
      this.#connections += 1;
      this.#sockets.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => this.#sockets.delete(socket));
      if (this.mode === 'closed') socket.destroy();
    });
  }

  get url(): string {
    const address = this.server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  }

  get connections(): number {
    return this.#connections;
  }

  nextRequest(): Promise<{ readonly closed: Promise<void> }> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    if (this.server.listening) await once(this.server.close(), 'close');
  }

  #take(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    if (waiting.length > 0) {
      const closed = new Promise<void>((resolve) => incoming.socket.once('close', resolve));
      for (const resolve of waiting) resolve({ closed });
    }
    // The caller may hang up at any moment; its request is on record by then or never was one.
    receive(incoming)
      .then((request) => {
        this.requests.push(request);
        answer(this.mode, request, outgoing);
      })
      .catch(() => outgoing.destroy());
  }
}

async function receive(incoming: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const head = JSON.stringify({ target: incoming.url, headers: incoming.headers });
  return `${head}\n${Buffer.concat(chunks).toString('utf8')}`;
}

function answer(mode: StubMode, request: string, outgoing: ServerResponse): void {
  switch (mode) {
    case 'hang':
      return;
    case 'closed':
    case 'reset':
      outgoing.socket?.resetAndDestroy();
      return;
    case 'echo':
      send({ status: 401, headers: { 'content-type': 'application/json' }, body: request });
      return;
    case 'unavailable':
      send(UNAVAILABLE);
      return;
    default:
      send(mode);
  }

  function send({ status, headers, body }: StubResponse): void {
    outgoing.writeHead(status, headers ?? {});
    outgoing.end(body);
  }
}
