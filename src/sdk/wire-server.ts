import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';

/** How a body is cut into writes. */
export type Chunking =
  /** One write. */
  | 'whole'
  /** A write a byte. */
  | 'bytes'
  /** Random cuts, the same for the same seed. */
  | { readonly seed: number };

/** One recorded response. */
export interface PlayedResponse {
  /** Default 200. */
  readonly status?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | Uint8Array | undefined;
  /** Default `whole`. */
  readonly chunking?: Chunking | undefined;
  /** The response is held back until this resolves. */
  readonly after?: Promise<unknown> | undefined;
  /**
   * What follows the body: its proper end (default), nothing, a broken connection (a reset), or a
   * connection that closes before the body's end.
   */
  readonly ending?: 'end' | 'hang' | 'reset' | 'cut' | undefined;
  /** Nothing is sent at all: the request hangs, or its connection is reset. */
  readonly instead?: 'hang' | 'reset' | undefined;
}

/** One request as it arrived. */
export interface RecordedRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** Names in lower case, as received. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  /** Resolves when the client's connection is closed: proof of a cancellation. */
  readonly closed: Promise<void>;
}

/** A local HTTP server that stands in for a vendor. */
export interface WireServer {
  /** `http://127.0.0.1:port`, or `https://localhost:port` with TLS. */
  readonly url: string;
  readonly port: number;
  /** Every request so far. */
  readonly requests: readonly RecordedRequest[];
  /** Connections accepted so far, with or without a request. */
  readonly connectionCount: number;
  /** Resolves when another connection is accepted. */
  nextConnection(): Promise<void>;
  /** The next request that arrives. */
  nextRequest(): Promise<RecordedRequest>;
  /** Closes every connection and goes on listening, as a vendor does with idle ones. */
  dropConnections(): void;
  /** Closes every connection and stops. */
  close(): Promise<void>;
}

export interface WireServerOptions {
  /** Serves TLS with this certificate, PEM. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
}

/**
 * Starts a server on loopback that answers with recorded bytes. Nothing of it knows a vendor.
 *
 * @param answer - One response for all requests, or a function that chooses.
 */
export async function startWireServer(
  answer: PlayedResponse | ((request: RecordedRequest) => PlayedResponse),
  options: WireServerOptions = {},
): Promise<WireServer> {
  const state = new ServerState();
  const listener: RequestListener = (incoming, outgoing) => {
    receive(incoming)
      .then((request) => {
        state.record(request);
        return play(typeof answer === 'function' ? answer(request) : answer, outgoing);
      })
      // The client went away, which tests do on purpose; `closed` tells them.
      .catch(() => outgoing.destroy());
  };
  const server =
    options.tls === undefined ? createServer(listener) : createTlsServer(options.tls, listener);
  server.on('connection', (socket) => state.connected(socket));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return state.asWireServer(
    server,
    options.tls === undefined ? 'http://127.0.0.1' : 'https://localhost',
  );
}

class ServerState {
  readonly #requests: RecordedRequest[] = [];
  readonly #sockets = new Set<Socket>();
  #waiting: ((request: RecordedRequest) => void)[] = [];
  #expecting: (() => void)[] = [];
  #connectionCount = 0;

  record(request: RecordedRequest): void {
    this.#requests.push(request);
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve(request);
  }

  connected(socket: Socket): void {
    this.#connectionCount += 1;
    this.#sockets.add(socket);
    const expecting = this.#expecting;
    this.#expecting = [];
    for (const resolve of expecting) resolve();
    socket.once('close', () => this.#sockets.delete(socket));
    socket.on('error', () => {});
  }

  #drop(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  asWireServer(server: Server, origin: string): WireServer {
    const state = this;
    // Listening on TCP, so it is an address and not a path.
    const { port } = server.address() as AddressInfo;
    return {
      url: `${origin}:${port}`,
      port,
      requests: this.#requests,
      get connectionCount() {
        return state.#connectionCount;
      },
      nextConnection: () => new Promise((resolve) => this.#expecting.push(resolve)),
      nextRequest: () => new Promise((resolve) => this.#waiting.push(resolve)),
      dropConnections: () => this.#drop(),
      close: async () => {
        this.#drop();
        if (server.listening) await once(server.close(), 'close');
      },
    };
  }
}

async function receive(incoming: IncomingMessage): Promise<RecordedRequest> {
  const closed = closingOf(incoming.socket);
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return {
    method: incoming.method ?? '',
    path: incoming.url ?? '',
    headers: incoming.headers,
    body: Buffer.concat(chunks).toString('utf8'),
    closed,
  };
}

const closings = new WeakMap<Socket, Promise<void>>();

/** One listener a connection, however many requests it carries. */
function closingOf(socket: Socket): Promise<void> {
  const known = closings.get(socket);
  if (known !== undefined) return known;
  const closing = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  closings.set(socket, closing);
  return closing;
}

async function play(response: PlayedResponse, outgoing: Outgoing): Promise<void> {
  await response.after;
  if (response.instead === 'reset') reset(outgoing);
  if (response.instead !== undefined) return;
  outgoing.writeHead(response.status ?? 200, response.headers ?? {});
  outgoing.flushHeaders();
  const body = Buffer.from(response.body ?? '');
  for (const chunk of cut(body, response.chunking ?? 'whole')) await write(outgoing, chunk);
  switch (response.ending ?? 'end') {
    case 'end':
      outgoing.end();
      return;
    case 'hang':
      return;
    case 'reset':
      reset(outgoing);
      return;
    case 'cut':
      outgoing.destroy();
  }
}

type Outgoing = Parameters<RequestListener>[1];

function reset(outgoing: Outgoing): void {
  outgoing.socket?.resetAndDestroy();
}

/** Lets the bytes leave before the next, so that chunks are seen apart. */
async function write(outgoing: Outgoing, chunk: Uint8Array): Promise<void> {
  if (outgoing.destroyed) throw new Error('connection closed');
  await new Promise<void>((resolve, reject) => {
    outgoing.write(chunk, (error) => (error ? reject(error) : resolve()));
  });
}

function cut(body: Uint8Array, chunking: Chunking): readonly Uint8Array[] {
  if (body.length === 0) return [];
  if (chunking === 'whole') return [body];
  if (chunking === 'bytes') return Array.from(body, (byte) => Uint8Array.of(byte));
  const random = seededRandom(chunking.seed);
  const chunks: Uint8Array[] = [];
  for (let start = 0; start < body.length; ) {
    const end = start + 1 + Math.floor(random() * 256);
    chunks.push(body.subarray(start, end));
    start = end;
  }
  return chunks;
}

/** mulberry32: small, and good enough to cut bytes. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
