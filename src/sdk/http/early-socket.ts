import type { Socket } from 'node:net';
import { openSocket, type Route } from './open-socket.ts';

/** A connection nobody used by then is closed, milliseconds. */
const HOLD_MS = 30_000;

/** A connection opened before it is needed. Nothing is written on it until it is taken. */
export class EarlySocket {
  readonly #controller = new AbortController();
  readonly #opening: Promise<Socket>;
  #hold: NodeJS.Timeout | undefined;
  #hasFailed = false;

  constructor(route: Route, holdMs = HOLD_MS) {
    this.#opening = openSocket(route, this.#controller.signal);
    this.#opening.then(
      (socket) => this.#keep(socket, holdMs),
      // Nobody asked yet: the first request tries again and tells.
      () => {
        this.#hasFailed = true;
      },
    );
  }

  /**
   * Hands the connection over, waiting for it if need be.
   *
   * @returns `undefined` when it failed or was closed meanwhile: open another.
   * @throws ModelFailure - it failed while we waited for it; `signal`'s reason on an abort.
   */
  async take(signal: AbortSignal): Promise<Socket | undefined> {
    if (this.#hasFailed) return undefined;
    const onAbort = () => this.#controller.abort(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      const socket = await this.#opening;
      if (this.#hold !== undefined) await this.#noticeClose();
      signal.throwIfAborted();
      if (socket.destroyed || !socket.writable || socket.readableEnded) return undefined;
      socket.ref();
      return socket;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  close(): void {
    clearTimeout(this.#hold);
    this.#controller.abort();
    this.#opening.then(
      (socket) => socket.destroy(),
      () => {},
    );
  }

  /** A server that closed meanwhile has often said so already: one turn of the loop hears it. */
  async #noticeClose(): Promise<void> {
    clearTimeout(this.#hold);
    await new Promise((resolve) => setImmediate(resolve));
  }

  #keep(socket: Socket, holdMs: number): void {
    socket.unref();
    this.#hold = setTimeout(() => socket.destroy(), holdMs).unref();
  }
}
