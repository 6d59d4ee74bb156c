import { createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A TCP server that only does what the test says. */
export async function rawServer(onSocket: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  let accept = () => {};
  const accepted = new Promise<void>((resolve) => {
    accept = resolve;
  });
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onSocket(socket);
    accept();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return { port: typeof address === 'object' && address !== null ? address.port : 0, accepted };
}
