import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Listener, listen } from '../../src/sdk/listen.ts';

const groupId = String(process.getgid?.());

let folder = '';
const open: (Listener | Server)[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'listen-'));
});
afterEach(() => {
  for (const listener of open.splice(0)) listener.close();
  rmSync(folder, { recursive: true, force: true });
});

async function listening(
  environment: Readonly<Record<string, string>>,
  platform: NodeJS.Platform = process.platform,
): Promise<Listener> {
  const listener = await listen({ environment, platform });
  open.push(listener);
  return listener;
}

async function answers(listener: Listener): Promise<boolean> {
  const [host, port] = listener.address.split(':');
  const socket =
    listener.network === 'unix' ? connect(listener.address) : connect(Number(port), host);
  await once(socket, 'connect');
  socket.destroy();
  return true;
}

describe('a unix socket', () => {
  test('lies in a private directory of its own, which goes with it', async () => {
    const listener = await listening({ TMPDIR: folder });
    const [own = ''] = readdirSync(folder);

    expect(listener.address).toBe(join(folder, own, 's'));
    expect(statSync(join(folder, own)).mode & 0o777).toBe(0o700);
    expect(statSync(listener.address).mode & 0o777).toBe(0o600);
    expect(await answers(listener)).toBe(true);
    listener.close();
    listener.close();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('lies where the host says, and leaves that directory alone', async () => {
    const listener = await listening({ PLUGIN_UNIX_SOCKET_DIR: folder, TMPDIR: '/nowhere' });

    expect(listener.address.startsWith(`${folder}/p`)).toBe(true);
    expect(await answers(listener)).toBe(true);
    listener.close();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('belongs to the group the host names', async () => {
    const listener = await listening({ TMPDIR: folder, PLUGIN_UNIX_SOCKET_GROUP: groupId });

    expect(statSync(listener.address).mode & 0o777).toBe(0o660);
    expect(statSync(join(listener.address, '..')).mode & 0o777).toBe(0o710);
    expect(String(statSync(listener.address).gid)).toBe(groupId);
  });

  test('for a group nobody knows is refused, and nothing is left behind', async () => {
    const environment = { TMPDIR: folder, PLUGIN_UNIX_SOCKET_GROUP: 'no-such-group' };

    await expect(listening(environment)).rejects.toThrow(
      'PLUGIN_UNIX_SOCKET_GROUP names the unknown group "no-such-group"',
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each([
    { platform: 'linux', limit: 107 },
    { platform: 'darwin', limit: 103 },
  ] as const)('on $platform has a path of at most $limit bytes', async ({ platform, limit }) => {
    // `/p` and eight hexadecimal digits follow the directory.
    const fits = directoryOf(limit - 10);
    const tooLong = directoryOf(limit - 9);

    const listener = await listening({ PLUGIN_UNIX_SOCKET_DIR: fits }, platform);
    expect(Buffer.byteLength(listener.address)).toBe(limit);
    expect(await answers(listener)).toBe(true);

    await expect(listening({ PLUGIN_UNIX_SOCKET_DIR: tooLong }, platform)).rejects.toThrow(
      `would be ${limit + 1} bytes long, and this system takes ${limit}`,
    );
    expect(readdirSync(tooLong)).toEqual([]);
  });

  test('counts bytes, not characters', async () => {
    const directory = join(folder, 'é'.repeat(40));
    mkdirSync(directory);

    await expect(listening({ PLUGIN_UNIX_SOCKET_DIR: directory }, 'linux')).rejects.toThrow(
      'set TMPDIR or PLUGIN_UNIX_SOCKET_DIR to a shorter directory',
    );
  });
});

function directoryOf(bytes: number): string {
  const path = join(folder, 'd'.repeat(bytes - Buffer.byteLength(folder) - 1));
  mkdirSync(path);
  return path;
}

describe('where there are no unix sockets', () => {
  test('the first free port of the range on loopback is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    open.push(taken);
    await once(taken, 'listening');
    const address = taken.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const range = { PLUGIN_MIN_PORT: String(port), PLUGIN_MAX_PORT: String(port + 20) };

    const listener = await listening(range, 'win32');

    expect(listener.network).toBe('tcp');
    expect(Number(listener.address.split(':')[1])).toBeGreaterThan(port);
    expect(Number(listener.address.split(':')[1])).toBeLessThanOrEqual(port + 20);
    expect(await answers(listener)).toBe(true);
    await expect(
      listening({ PLUGIN_MIN_PORT: String(port), PLUGIN_MAX_PORT: String(port) }, 'win32'),
    ).rejects.toThrow(`no port from ${port} to ${port} is free on 127.0.0.1`);
  });
});
