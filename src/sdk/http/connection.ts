import type { Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import type { Client, Dispatcher } from 'undici';
import type { HttpRequest, HttpResponse } from '../http.ts';
import { Exchange, type ExchangeOptions } from './exchange.ts';
import { badSetting, errorCode } from './failures.ts';
import { placeOf, type Route } from './open-socket.ts';
import type { RequestScope } from './request-scope.ts';

/** How long an unused connection is kept when the server does not say, milliseconds. */
const KEEP_ALIVE_MS = 15_000;

let loading: Promise<{ readonly default: typeof Client }> | undefined;

/** Loads the HTTP parser once, while the first connection is being made. */
export function loadClient(): Promise<{ readonly default: typeof Client }> {
  loading ??= loadWithoutOptimizing();
  return loading;
}

/**
 * The parser is WebAssembly, and V8 would spend 200 ms at exit optimising it. Set no earlier: V8's
 * settings are part of what code caches are valid for, and each module of Node that is loaded with
 * others than Node's own is compiled anew.
 */
function loadWithoutOptimizing() {
  setFlagsFromString('--liftoff-only');
  return import('undici/lib/dispatcher/client.js');
}

/** One socket to one origin, carrying one request after the other, never two at once. */
export class Connection {
  readonly #route: Route;
  readonly #socket: Socket;
  readonly #client: Client;

  constructor(route: Route, socket: Socket, ClientClass: typeof Client) {
    this.#route = route;
    this.#socket = socket;
    let isTaken = false;
    this.#client = new ClientClass(route.url.origin, {
      // Deadlines are ours (`RequestScope`): undici's are coarse and say less.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connect: (_options, callback) => {
        const used = isTaken ? new Error('connection closed') : null;
        isTaken = true;
        // Not at once: the client is still noting that it connects.
        queueMicrotask(() => (used === null ? callback(null, socket) : callback(used, null)));
      },
    });
  }

  /** Whether another request can be sent on it. */
  get isOpen(): boolean {
    return !this.#client.destroyed && !this.#socket.destroyed && this.#socket.writable;
  }

  /** Sends one request; resolves when the response's headers are there. */
  send(request: HttpRequest, scope: RequestScope, options: ExchangeOptions): Promise<HttpResponse> {
    const exchange = new Exchange(placeOf(this.#route), scope, options);
    scope.signal.addEventListener('abort', () => this.destroy(), { once: true });
    if (scope.signal.aborted) this.destroy();
    this.#client.dispatch(this.#dispatchOptions(request), exchange);
    return exchange.response.catch((error: unknown) => {
      this.destroy();
      if (errorCode(error) !== 'UND_ERR_INVALID_ARG') throw error;
      throw badSetting(this.#route.provider, 'the request can not be sent', error);
    });
  }

  /** Closes the socket at once, whatever is under way. */
  destroy(): void {
    this.#socket.destroy();
    void this.#client.destroy().catch(() => {});
  }

  #dispatchOptions(request: HttpRequest): Dispatcher.DispatchOptions {
    const { url, proxy } = this.#route;
    const target = new URL(request.url);
    // Without TLS a proxy is not a tunnel: it is given the whole URL.
    const isForwarded = proxy !== undefined && url.protocol === 'http:';
    const authorization = isForwarded ? proxy.authorization : undefined;
    return {
      method: request.method,
      path: `${isForwarded ? target.origin : ''}${target.pathname}${target.search}`,
      headers: {
        // Without it every coding is welcome, and some proxies would take that at its word.
        'accept-encoding': 'identity',
        ...request.headers,
        ...(authorization === undefined ? {} : { 'proxy-authorization': authorization }),
      },
      body: request.body ?? null,
    };
  }
}
