import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { addressOf, hostOf, portOf } from './addresses.ts';
import { badCertificate, noResponse, type Place, tooSlow } from './failures.ts';
import type { HttpProxy } from './proxy.ts';
import { openTunnel } from './tunnel.ts';

/** What one connection is to be. */
export interface Route {
  readonly provider: string;
  /** The vendor's URL; only its origin matters. */
  readonly url: URL;
  readonly proxy: HttpProxy | undefined;
  /** PEM texts to trust; absent: Node's default. */
  readonly certificates: readonly string[] | undefined;
  readonly connectMs: number;
}

/**
 * Opens a connection on which the first request can be written: TCP, through the proxy where one
 * is given, TLS for `https`. A proxied vendor's name is never looked up here.
 *
 * @param signal - Closes everything at once; the promise then rejects with its reason.
 * @throws ModelFailure - what stood in the way, or that `connectMs` passed.
 */
export async function openSocket(route: Route, signal: AbortSignal): Promise<Socket> {
  const opened: Socket[] = [];
  const stop = stopAfter(route, signal);
  try {
    signal.throwIfAborted();
    return await Promise.race([dial(route, opened), stop.stopped]);
  } catch (error) {
    for (const socket of opened) socket.destroy();
    throw error;
  } finally {
    stop.clear();
  }
}

/** Who a message about a route names. */
export function placeOf(route: Route): Place {
  return { provider: route.provider, address: addressOf(route.url) };
}

function stopAfter(route: Route, signal: AbortSignal) {
  let clear = () => {};
  const stopped = new Promise<never>((_, reject) => {
    const late = () => reject(tooSlow(placeOf(route), 'did not connect', route.connectMs));
    const timer = setTimeout(late, route.connectMs);
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    clear = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    };
  });
  return { stopped, clear };
}

/** Everything opened on the way is listed, so that whoever gives up can close it. */
async function dial(route: Route, opened: Socket[]): Promise<Socket> {
  const { url, proxy, certificates } = route;
  const place = placeOf(route);
  const near =
    proxy === undefined
      ? { url, place, certificates }
      : {
          url: proxy.url,
          place: { ...place, address: `the proxy ${proxy.address}` },
          certificates,
        };
  let socket = await openTcp(near, opened);
  if (proxy?.url.protocol === 'https:') socket = await secure(socket, near, opened);
  if (url.protocol !== 'https:') return socket;
  if (proxy !== undefined) await openTunnel(socket, url, proxy, place);
  return secure(socket, { url, place, certificates }, opened);
}

/** One end of one hop. */
interface Peer {
  readonly url: URL;
  readonly place: Place;
  readonly certificates: readonly string[] | undefined;
}

async function openTcp(peer: Peer, opened: Socket[]): Promise<Socket> {
  const socket = connectTcp({ host: hostOf(peer.url), port: portOf(peer.url), noDelay: true });
  keep(socket, opened);
  try {
    await ready(socket, 'connect');
  } catch (error) {
    throw noResponse(peer.place, error);
  }
  return socket;
}

async function secure(below: Socket, peer: Peer, opened: Socket[]): Promise<Socket> {
  const host = hostOf(peer.url);
  const socket = connectTls({
    socket: below,
    host,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(peer.certificates === undefined ? {} : { ca: [...peer.certificates] }),
    ALPNProtocols: ['http/1.1'],
  });
  keep(socket, opened);
  try {
    await ready(socket, 'secureConnect');
  } catch (error) {
    // Set only when the peer's certificate was looked at and refused.
    const isUntrusted = Boolean(socket.authorizationError);
    throw isUntrusted ? badCertificate(peer.place, error) : noResponse(peer.place, error);
  }
  return socket;
}

function keep(socket: Socket, opened: Socket[]): void {
  opened.push(socket);
  // Whoever waits hears of an error; one that comes while nobody does must not end the process.
  socket.on('error', () => {});
}

function ready(socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: Error) => {
      socket.off(event, onReady);
      socket.off('error', settle);
      socket.off('close', onClose);
      if (error === undefined) resolve();
      else reject(error);
    };
    const onReady = () => settle();
    const onClose = () => settle(new Error('connection closed'));
    socket.once(event, onReady);
    socket.once('error', settle);
    socket.once('close', onClose);
  });
}
