import { Connection, loadClient } from './connection.ts';
import { EarlySocket } from './early-socket.ts';
import { openSocket, type Route } from './open-socket.ts';

/** The connections of one HTTP client: in use by one request each, idle, or opened early. */
export class ConnectionPool {
  readonly #idle = new Map<string, Connection[]>();
  readonly #early = new Map<string, EarlySocket>();
  #isClosed = false;

  /** A connection to the route's origin: an idle one, the early one, or a new one. */
  async acquire(route: Route, signal: AbortSignal): Promise<Connection> {
    const { origin } = route.url;
    const idle = this.#takeIdle(origin);
    if (idle !== undefined) return idle;
    const [socket, module] = await Promise.all([this.#socket(route, signal), loadClient()]);
    return new Connection(route, socket, module.default);
  }

  /** Takes a connection back after its response was read to the end. */
  release(route: Route, connection: Connection): void {
    if (this.#isClosed || !connection.isOpen) {
      connection.destroy();
      return;
    }
    const { origin } = route.url;
    const open = (this.#idle.get(origin) ?? []).filter(({ isOpen }) => isOpen);
    this.#idle.set(origin, [...open, connection]);
  }

  /** Opens a connection now for the request that comes next. */
  prepare(route: Route): void {
    const { origin } = route.url;
    if (this.#isClosed || this.#early.has(origin)) return;
    this.#early.set(origin, new EarlySocket(route));
    loadClient().catch(() => {});
  }

  /** Closes what is not in use; a connection in use closes when its request is over. */
  close(): void {
    this.#isClosed = true;
    for (const connections of this.#idle.values()) {
      for (const connection of connections) connection.destroy();
    }
    for (const early of this.#early.values()) early.close();
    this.#idle.clear();
    this.#early.clear();
  }

  #takeIdle(origin: string): Connection | undefined {
    const connections = this.#idle.get(origin) ?? [];
    for (;;) {
      const connection = connections.pop();
      if (connection === undefined || connection.isOpen) return connection;
    }
  }

  async #socket(route: Route, signal: AbortSignal) {
    const early = this.#early.get(route.url.origin);
    this.#early.delete(route.url.origin);
    return (await early?.take(signal)) ?? openSocket(route, signal);
  }
}
