import type { Dispatcher } from 'undici';
import type { HttpResponse } from '../http.ts';
import { ByteQueue } from './byte-queue.ts';
import { cutOff, noResponse, type Place, tooSlow, unreadableCoding } from './failures.ts';
import { readText } from './read-text.ts';
import type { RequestScope } from './request-scope.ts';

export interface ExchangeOptions {
  readonly headersMs: number;
  readonly idleMs: number;
  /** Called when the body is complete: the connection may serve another request. */
  readonly onDone: () => void;
}

/**
 * One request and its response, as undici's handler on one side and as an `HttpResponse` on the
 * other. Bytes go straight from the parser into the queue; no stream stands between.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly response: Promise<HttpResponse>;

  readonly #place: Place;
  readonly #scope: RequestScope;
  readonly #options: ExchangeOptions;
  readonly #queue: ByteQueue;
  #controller: Dispatcher.DispatchController | undefined;
  #resolve: (response: HttpResponse) => void = () => {};
  #reject: (error: unknown) => void = () => {};
  #hasHeaders = false;

  constructor(place: Place, scope: RequestScope, options: ExchangeOptions) {
    this.#place = place;
    this.#scope = scope;
    this.#options = options;
    this.response = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#queue = new ByteQueue({ onFull: () => this.#pause(), onDrained: () => this.#resume() });
    scope.signal.addEventListener('abort', () => this.#abort(), { once: true });
    if (scope.signal.aborted) this.#abort();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    this.#limit('sent no response headers', this.#options.headersMs);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    // 1xx are remarks on the way, not the response.
    if (status < 200) return;
    this.#hasHeaders = true;
    const coding = String(headers['content-encoding'] ?? 'identity');
    // The body of a failure is a remark; its status says enough.
    if (status < 300 && coding !== 'identity') {
      this.#scope.stop(unreadableCoding(this.#place, coding));
      return;
    }
    this.#limit('sent nothing', this.#options.idleMs);
    const body = this.#body();
    this.#resolve({
      status,
      headers: flatten(headers),
      receivedAtMs: Date.now(),
      body,
      text: (limitBytes) => readText(body, limitBytes),
    });
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    this.#scope.touch();
    this.#queue.push(chunk);
  }

  onResponseEnd(): void {
    this.#scope.close();
    this.#queue.end();
    this.#options.onDone();
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    // After an abort this is only its echo: the reason was given out first, and the first counts.
    this.#scope.close();
    if (this.#hasHeaders) this.#queue.fail(cutOff(this.#place, error));
    else this.#reject(failureBeforeHeaders(this.#place, error));
  }

  async *#body(): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      for (;;) {
        const bytes = await this.#queue.read();
        if (bytes === undefined) return;
        yield bytes;
      }
    } finally {
      // Leaving early is an abort whose reason nobody reads: it closes the socket.
      if (!this.#queue.isEnded) this.#scope.stop(undefined);
    }
  }

  #abort(): void {
    const { reason } = this.#scope.signal;
    this.#queue.abort(reason);
    this.#reject(reason);
  }

  #pause(): void {
    this.#controller?.pause();
    this.#scope.suspendPhase();
  }

  #resume(): void {
    this.#limit('sent nothing', this.#options.idleMs);
    this.#controller?.resume();
  }

  #limit(what: string, limitMs: number): void {
    this.#scope.limitPhase(limitMs, () => tooSlow(this.#place, what, limitMs));
  }
}

/** undici's own complaint about our request passes through: its sender gives it a better name. */
function failureBeforeHeaders(place: Place, error: Error): unknown {
  return 'code' in error && error.code === 'UND_ERR_INVALID_ARG' ? error : noResponse(place, error);
}

function flatten(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
}
