/** Where a plugin listens: a short path in a private directory, or a loopback port. */

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { chmod, chown, mkdtemp, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { dirname, join } from 'node:path';
import { DEFAULT_PORTS, LAUNCH_VARIABLES } from '../protocol/handshake.ts';

/** Bytes of a socket path that the system takes; Node binds a longer one under a cut name. */
const LONGEST_PATH = { linux: 107, other: 103 } as const;

export interface ListenSetup {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}

export interface Listener {
  readonly network: 'unix' | 'tcp';
  /** As the handshake line prints it. */
  readonly address: string;
  readonly server: Server;
  /** Takes no new connections and removes what was made in the file system. Synchronous, once. */
  close(): void;
}

/** A start that can not succeed; its message is for the person who configured the host. */
export class StartRefused extends Error {}

/**
 * Starts listening; connections come as `connection` events of the server.
 *
 * @throws StartRefused - a socket path that is too long, an unknown group, no free port.
 */
export function listen(setup: ListenSetup): Promise<Listener> {
  return setup.platform === 'win32' ? listenOnPort(setup) : listenOnSocket(setup);
}

async function listenOnSocket({ environment, platform }: ListenSetup): Promise<Listener> {
  const given = environment[LAUNCH_VARIABLES.socketDirectory];
  const group = environment[LAUNCH_VARIABLES.socketGroup];
  const groupId = group ? await groupIdOf(group) : undefined;
  const temporary = environment['TMPDIR'] || '/tmp';
  const own = given ? undefined : await mkdtemp(join(temporary, 'plugin'));
  const path = given ? join(given, `p${randomBytes(4).toString('hex')}`) : join(own ?? '', 's');
  const remove = (): void => rmSync(own ?? path, { recursive: true, force: true });
  try {
    checkLength(path, platform);
    const server = newServer();
    server.listen(path);
    await once(server, 'listening');
    await restrict(path, own, groupId);
    return { network: 'unix', address: path, server, close: onceOnly(server, remove) };
  } catch (error) {
    remove();
    throw error;
  }
}

function checkLength(path: string, platform: NodeJS.Platform): void {
  const length = Buffer.byteLength(path);
  const limit = platform === 'linux' ? LONGEST_PATH.linux : LONGEST_PATH.other;
  if (length <= limit) return;
  throw new StartRefused(
    `the socket path in ${dirname(path)} would be ${length} bytes long, and this system takes ` +
      `${limit}; set TMPDIR or ${LAUNCH_VARIABLES.socketDirectory} to a shorter directory`,
  );
}

/** The owner alone may connect, or the group the host names. */
async function restrict(
  path: string,
  own: string | undefined,
  groupId: number | undefined,
): Promise<void> {
  if (groupId === undefined) return chmod(path, 0o600);
  for (const [target, mode] of [
    [path, 0o660],
    [own, 0o710],
  ] as const) {
    if (target === undefined) continue;
    await chown(target, -1, groupId);
    await chmod(target, mode);
  }
}

async function groupIdOf(group: string): Promise<number> {
  if (/^\d+$/.test(group)) return Number(group);
  // Node has no look-up by name.
  const lines = (await readFile('/etc/group', 'utf8').catch(() => '')).split('\n');
  const entry = lines.map((line) => line.split(':')).find(([name]) => name === group);
  if (entry?.[2] !== undefined) return Number(entry[2]);
  throw new StartRefused(`${LAUNCH_VARIABLES.socketGroup} names the unknown group "${group}"`);
}

async function listenOnPort({ environment }: ListenSetup): Promise<Listener> {
  const min = portIn(environment[LAUNCH_VARIABLES.minPort]) ?? DEFAULT_PORTS.min;
  const max = portIn(environment[LAUNCH_VARIABLES.maxPort]) ?? DEFAULT_PORTS.max;
  for (let port = min; port <= max; port += 1) {
    const server = newServer();
    if (!(await isFree(server, port))) continue;
    const address = `127.0.0.1:${port}`;
    return { network: 'tcp', address, server, close: onceOnly(server, () => {}) };
  }
  throw new StartRefused(`no port from ${min} to ${max} is free on 127.0.0.1`);
}

function portIn(text: string | undefined): number | undefined {
  const port = Number(text);
  return text && Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
}

async function isFree(server: Server, port: number): Promise<boolean> {
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  }
}

/** A connection closes with its host's half: a killed host is noticed by nothing else. */
function newServer(): Server {
  return createServer({ noDelay: true });
}

function onceOnly(server: Server, remove: () => void): () => void {
  let isClosed = false;
  return () => {
    if (isClosed) return;
    isClosed = true;
    server.close();
    remove();
  };
}
