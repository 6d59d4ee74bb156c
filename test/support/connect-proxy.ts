import { once } from 'node:events';
import { createServer, request as forward, type IncomingMessage, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** A real HTTP proxy on loopback. Host names mean what its own table says, to it alone. */
export interface ConnectProxy {
  readonly port: number;
  /** `host:port` of every tunnel asked for, in order. */
  readonly tunnels: readonly string[];
  /** URL of every plain request that was forwarded. */
  readonly forwarded: readonly string[];
  /** `proxy-authorization` of every request, in order. */
  readonly authorizations: readonly (string | undefined)[];
  close(): Promise<void>;
}

export interface ConnectProxyOptions {
  /** Host name to the local port that stands for it; any other host is refused with 502. */
  readonly hosts: Readonly<Record<string, number>>;
  /** Value that `proxy-authorization` must have; else 407. */
  readonly authorization?: string | undefined;
  /** Answers every CONNECT with this text instead. */
  readonly rawAnswer?: string | undefined;
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
}

export async function startConnectProxy(options: ConnectProxyOptions): Promise<ConnectProxy> {
  const seen = {
    tunnels: [] as string[],
    forwarded: [] as string[],
    authorizations: [] as (string | undefined)[],
  };
  const sockets = new Set<Socket>();
  const server = options.tls === undefined ? createServer() : createTlsServer(options.tls);
  server.on('connection', (socket: Socket) => keep(socket, sockets));
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    seen.tunnels.push(request.url ?? '');
    seen.authorizations.push(request.headers['proxy-authorization']);
    keep(socket, sockets);
    tunnel(request, socket, options);
  });
  forwardPlainRequests(server, options, seen);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    ...seen,
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await once(server.close(), 'close');
    },
  };
}

function keep(socket: Socket, sockets: Set<Socket>): void {
  sockets.add(socket);
  socket.once('close', () => sockets.delete(socket));
  socket.on('error', () => {});
}

function tunnel(request: IncomingMessage, socket: Socket, options: ConnectProxyOptions): void {
  if (options.rawAnswer !== undefined) {
    socket.end(options.rawAnswer);
    return;
  }
  const { hostname } = new URL(`http://${request.url}`);
  const port = options.hosts[hostname];
  if (!isAllowed(request, options)) {
    socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
  } else if (port === undefined) {
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  } else {
    const vendor = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\nvia: test\r\n\r\n');
      socket.pipe(vendor).pipe(socket);
    });
    // Either end takes the other along, as a proxy does.
    vendor.once('close', () => socket.destroy());
    socket.once('close', () => vendor.destroy());
    vendor.on('error', () => {});
  }
}

function forwardPlainRequests(
  server: Server,
  options: ConnectProxyOptions,
  seen: { forwarded: string[]; authorizations: (string | undefined)[] },
): void {
  server.on('request', (incoming, outgoing) => {
    const url = new URL(incoming.url ?? '', 'http://no-host');
    seen.forwarded.push(incoming.url ?? '');
    seen.authorizations.push(incoming.headers['proxy-authorization']);
    const port = options.hosts[url.hostname];
    if (!isAllowed(incoming, options)) outgoing.writeHead(407).end();
    else if (port === undefined) outgoing.writeHead(502).end();
    else {
      const { 'proxy-authorization': _own, ...headers } = incoming.headers;
      const path = `${url.pathname}${url.search}`;
      const onward = forward({ port, host: '127.0.0.1', method: incoming.method, path, headers });
      onward.on('response', (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
      });
      onward.on('error', () => outgoing.destroy());
      incoming.pipe(onward);
    }
  });
}

function isAllowed(request: IncomingMessage, { authorization }: ConnectProxyOptions): boolean {
  return authorization === undefined || request.headers['proxy-authorization'] === authorization;
}
