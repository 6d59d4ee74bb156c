/** A vendor that is never there: takes every request, keeps it, and answers nothing useful. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { JsonValue } from '../protocol/json.ts';
import { parseJson } from './parse-json.ts';

/** A request as it reached the vendor. */
export interface VendorRequest {
  readonly method: string;
  /** Path and query, such as `/v1/models?limit=5`. */
  readonly target: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text; empty when there is none. */
  readonly body: string;
  /** The body where it is JSON. */
  readonly json: JsonValue | undefined;
}

/** A recorded response, or one that depends on the request. */
export type StubAnswer = StubResponse | ((request: VendorRequest) => StubResponse);

/** How the stub answers. */
export type StubMode =
  /** 503 and an empty body. */
  | 'unavailable'
  /** 401 with the request's own headers and target as its body, as careless vendors do. */
  | 'echo'
  /** Nothing is ever sent. */
  | 'hang'
  /** The connection is reset after the request. */
  | 'reset'
  | StubAnswer;

export interface StubResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | undefined;
  /** Each byte of the body is sent by itself. */
  readonly isByteByByte?: boolean | undefined;
}

export interface LoopbackStub {
  /** `http://127.0.0.1:port`. */
  readonly url: string;
  /** Every request so far, in the order they were whole. */
  readonly requests: readonly VendorRequest[];
  /** Header values and body of every answer so far, as one text each. */
  readonly answers: readonly string[];
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
  readonly requests: VendorRequest[] = [];
  readonly answers: string[] = [];
  readonly server = createServer((incoming, outgoing) => this.#take(incoming, outgoing));
  mode: StubMode;
  readonly #sockets = new Set<Socket>();
  #waiting: ((request: { readonly closed: Promise<void> }) => void)[] = [];

  constructor(mode: StubMode) {
    this.mode = mode;
    this.server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  get url(): string {
    const address = this.server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
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
        return this.#answer(request, outgoing);
      })
      .catch(() => outgoing.destroy());
  }

  async #answer(request: VendorRequest, outgoing: ServerResponse): Promise<void> {
    const { mode } = this;
    if (mode === 'hang') return;
    if (mode === 'reset') {
      outgoing.socket?.resetAndDestroy();
      return;
    }
    const response = responseTo(mode, request);
    this.answers.push(answerText(response));
    await send(outgoing, response);
  }
}

async function receive(incoming: IncomingMessage): Promise<VendorRequest> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString('utf8');
  const headers = Object.entries(incoming.headersDistinct).map(([name, values = []]) => [
    name,
    values.join(', '),
  ]);
  return {
    method: incoming.method ?? '',
    target: incoming.url ?? '',
    headers: Object.fromEntries(headers),
    body,
    json: parseJson(body),
  };
}

/** Target, headers and body as one text, for searches. */
export function requestText({ target, headers, body }: VendorRequest): string {
  return `${JSON.stringify({ target, headers })}\n${body}`;
}

function answerText({ headers = {}, body = '' }: StubResponse): string {
  return [...Object.values(headers), body].join('\n');
}

function responseTo(
  mode: Exclude<StubMode, 'hang' | 'reset'>,
  request: VendorRequest,
): StubResponse {
  if (mode === 'echo') return { status: 401, headers: ECHOED, body: requestText(request) };
  if (mode === 'unavailable') return UNAVAILABLE;
  return typeof mode === 'function' ? mode(request) : mode;
}

const ECHOED = { 'content-type': 'application/json' };

async function send(
  outgoing: ServerResponse,
  { status, headers, body = '', isByteByByte }: StubResponse,
): Promise<void> {
  outgoing.writeHead(status, headers ?? {});
  if (isByteByByte) {
    for (const byte of Buffer.from(body)) {
      // Waiting for each keeps the system from joining them.
      await new Promise((resolve) => outgoing.write(Buffer.of(byte), resolve));
    }
    outgoing.end();
  } else outgoing.end(body);
}
