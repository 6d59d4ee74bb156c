import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { EarlySocket } from '../../../src/sdk/http/early-socket.ts';
import type { Route } from '../../../src/sdk/http/open-socket.ts';
import { never } from '../../support/http-client.ts';
import { rawServer } from '../../support/raw-server.ts';

const routeTo = (port: number): Route => ({
  provider: 'acme',
  url: new URL(`http://127.0.0.1:${port}`),
  proxy: undefined,
  certificates: undefined,
  connectMs: 10_000,
});

test('a connection nobody uses is closed after a while, and then not handed out', async () => {
  let onClosed = () => {};
  const closed = new Promise<void>((resolve) => {
    onClosed = resolve;
  });
  const { port } = await rawServer((socket) => socket.resume().once('close', onClosed));

  const early = new EarlySocket(routeTo(port), 1);
  await closed;

  expect(await early.take(never())).toBeUndefined();
});

test('a connection that was taken is kept', async () => {
  const sockets: Socket[] = [];
  const { port } = await rawServer((socket) => sockets.push(socket));

  const early = new EarlySocket(routeTo(port), 2 ** 31 - 1);
  const socket = await early.take(never());

  expect(socket?.destroyed).toBe(false);
  socket?.destroy();
});

test('a failure is thrown to whoever waits for it, and told to nobody else', async () => {
  const early = new EarlySocket(routeTo(1));

  await expect(early.take(never())).rejects.toMatchObject({ error: { category: 'overloaded' } });

  expect(await early.take(never())).toBeUndefined();
});
