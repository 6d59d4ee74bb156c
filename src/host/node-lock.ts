/**
 * A lock that dies with its process. It is a symbolic link whose target says who holds it: made and
 * filled in one step, which no crash can cut in two.
 */
import { randomBytes } from 'node:crypto';
import * as callbacks from 'node:fs';
import { hostname } from 'node:os';
import process from 'node:process';
import { promisify } from 'node:util';
import type { Lock } from './host.ts';

/** A lock of locks of locks: more can only be crash after crash at the same moment. */
const MOST_TAKEOVERS = 4;

// By Node's callbacks, as `node-files` says.
const readFile = promisify(callbacks.readFile);
const readlink = promisify(callbacks.readlink);
const symlink = promisify(callbacks.symlink);
const unlink = promisify(callbacks.unlink);

export async function takeLock(path: string): Promise<Lock> {
  return take(path, 0);
}

async function take(path: string, depth: number): Promise<Lock> {
  const mine = await ownMark();
  for (;;) {
    if (await create(path, mine)) return { type: 'held', release: () => release(path, mine) };
    const holder = await readHolder(path);
    if (holder === undefined) continue;
    if (depth >= MOST_TAKEOVERS || (await isAlive(holder))) {
      return { type: 'taken', processId: holder.processId, machine: holder.machine };
    }
    const busy = await removeDead(path, holder, depth);
    if (busy !== undefined) return busy;
  }
}

/**
 * Two may find the same dead owner. Only who holds the lock on its removal removes it, and only
 * while it is still the one that was found dead: else the second would remove the first one's new
 * lock.
 */
async function removeDead(path: string, dead: Holder, depth: number): Promise<Lock | undefined> {
  const guard = await take(`${path}.takeover`, depth + 1);
  if (guard.type === 'taken') return guard;
  try {
    const current = await readHolder(path);
    if (current?.mark === dead.mark) await remove(path);
  } finally {
    await guard.release();
  }
  return undefined;
}

interface Holder {
  readonly mark: string;
  readonly processId: number;
  readonly machine: string;
  /** Tells a process from a later one of the same id; empty where the system does not say. */
  readonly startedAt: string;
}

async function ownMark(): Promise<string> {
  const startedAt = await startOf(process.pid);
  return [process.pid, startedAt, randomBytes(6).toString('hex'), hostname()].join(':');
}

async function create(path: string, mark: string): Promise<boolean> {
  try {
    await symlink(mark, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** @returns `undefined` when nobody holds it any more. */
async function readHolder(path: string): Promise<Holder | undefined> {
  const mark = await readlink(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (mark === undefined) return undefined;
  const [processId = '', startedAt = '', , ...machine] = mark.split(':');
  return { mark, processId: Number(processId), startedAt, machine: machine.join(':') };
}

/** What runs on another machine can not be seen from here, so it counts as running. */
async function isAlive({ processId, startedAt, machine }: Holder): Promise<boolean> {
  if (machine !== hostname()) return true;
  try {
    process.kill(processId, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
  const current = await startOf(processId);
  return startedAt === '' || current === '' || current === startedAt;
}

/**
 * When a process began, in ticks since the machine did; empty where there is no `/proc`. One that
 * has ended but was not yet waited for has no beginning any more.
 */
async function startOf(processId: number): Promise<string> {
  const line = await readFile(`/proc/${processId}/stat`, 'utf8').catch(() => '');
  // The second field is the program's name in brackets and may hold blanks.
  const [state = '', ...fields] = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return state === 'Z' || state === 'X' ? 'ended' : (fields[18] ?? '');
}

async function release(path: string, mark: string): Promise<void> {
  const holder = await readHolder(path);
  if (holder?.mark === mark) await remove(path);
}

async function remove(path: string): Promise<void> {
  await unlink(path).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
  });
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
