import type { Socket } from 'node:net';
import { classifyHttpStatus } from '../classify-http-status.ts';
import { portOf } from './addresses.ts';
import { noResponse, type Place, proxyRefused } from './failures.ts';
import type { HttpProxy } from './proxy.ts';

/** More than any proxy says; a peer that sends more is not one. */
const MAX_HEAD_BYTES = 16 * 1024;

/**
 * Asks an HTTP proxy for a tunnel to the origin of `url`, whose name the proxy alone looks up. On
 * return the socket leads to the vendor.
 *
 * @throws ModelFailure - the proxy refused, with its status, or is not an HTTP proxy.
 */
export async function openTunnel(
  socket: Socket,
  url: URL,
  proxy: HttpProxy,
  place: Place,
): Promise<void> {
  const target = `${url.hostname}:${portOf(url)}`;
  const authorization =
    proxy.authorization === undefined ? '' : `proxy-authorization: ${proxy.authorization}\r\n`;
  socket.write(`CONNECT ${target} HTTP/1.1\r\nhost: ${target}\r\n${authorization}\r\n`);

  const head = await readHead(socket, { ...place, address: `the proxy ${proxy.address}` });
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1]);
  if (status >= 200 && status < 300) return;
  throw proxyRefused(place, proxy.address, { ...refusal(status), status });
}

function refusal(status: number) {
  // The proxy's own password is a credential of the operator, like the vendor's key.
  if (status === 407) return { category: 'auth_error', retryable: false } as const;
  return classifyHttpStatus(status);
}

/** Reads up to the empty line and leaves what follows it in the socket. */
function readHead(socket: Socket, place: Place): Promise<string> {
  return new Promise((resolve, reject) => {
    let head = Buffer.alloc(0);
    const settle = (finish: () => void) => {
      socket.off('data', onData);
      socket.off('end', onEnd);
      socket.off('close', onEnd);
      socket.pause();
      finish();
    };
    const onData = (chunk: Buffer) => {
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf('\r\n\r\n');
      const isHttp = head.length < 5 || head.toString('latin1', 0, 5) === 'HTTP/';
      if (!isHttp || (end < 0 && head.length > MAX_HEAD_BYTES)) {
        settle(() => reject(noResponse(place, new Error('it does not answer like an HTTP proxy'))));
      } else if (end >= 0) {
        const rest = head.subarray(end + 4);
        settle(() => {
          // After the listeners are gone: a flowing socket would hand it straight back to them.
          if (rest.length > 0) socket.unshift(rest);
          resolve(head.toString('latin1', 0, end));
        });
      }
    };
    const onEnd = () => settle(() => reject(noResponse(place, new Error('connection closed'))));
    socket.on('data', onData);
    socket.on('end', onEnd);
    socket.on('close', onEnd);
  });
}
