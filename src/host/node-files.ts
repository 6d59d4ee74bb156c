/**
 * Files of this machine. Every command reads some, so that is done by Node's callbacks: its
 * promised files are a module of their own, which takes as long to load as reading a configuration.
 */
import { randomBytes } from 'node:crypto';
import * as callbacks from 'node:fs';
import { appendFile, lstat, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import type { FileInfo, Files, WriteOptions } from './host.ts';
import { makeFolders } from './make-folders.ts';
import { openAppend } from './node-append.ts';
import { takeLock } from './node-lock.ts';

const PRIVATE_DIRECTORY = 0o700;
const ANY_EXECUTE = 0o111;
const WORLD_WRITE = 0o002;

const readFile = promisify(callbacks.readFile);
const realpath = promisify(callbacks.realpath.native);
const stat = promisify(callbacks.stat);
const list = promisify(callbacks.readdir);

export const nodeFiles: Files = {
  read: (path) => readFile(path),
  readAtMost: async (path, maxBytes) =>
    (await import('./read-at-most.ts')).readAtMost(path, maxBytes),
  info,
  realPath: (path) => realpath(path),
  writeAtomically,
  async append(path, content, mode, { refuseLinksBelow } = {}) {
    if (refuseLinksBelow !== undefined) await refuseLinks(refuseLinksBelow, path);
    await makeFolders(dirname(path), PRIVATE_DIRECTORY);
    await appendFile(path, content, { mode });
  },
  openAppend,
  truncate: promisify(callbacks.truncate),
  lock: takeLock,
  makeDirectory: makeFolders,
  list: (path) => list(path),
  remove: (path) => rm(path, { recursive: true, force: true }),
};

async function info(path: string): Promise<FileInfo> {
  const found = await stat(path);
  return {
    kind: found.isFile() ? 'file' : found.isDirectory() ? 'directory' : 'other',
    sizeBytes: found.size,
    isExecutable: (found.mode & ANY_EXECUTE) !== 0,
    isWorldWritable: (found.mode & WORLD_WRITE) !== 0,
    ownerId: found.uid,
    modifiedMs: found.mtimeMs,
  };
}

async function writeAtomically(
  path: string,
  content: string | Uint8Array,
  mode: number,
  options: WriteOptions = {},
): Promise<void> {
  if (options.refuseLinksBelow !== undefined) await refuseLinks(options.refuseLinksBelow, path);
  await makeFolders(dirname(path), PRIVATE_DIRECTORY);
  const name = `.${basename(path)}.${randomBytes(6).toString('hex')}`;
  const temporary = join(dirname(path), name);
  try {
    await writeNew(temporary, content, mode);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function writeNew(path: string, content: string | Uint8Array, mode: number): Promise<void> {
  // `wx`: never through a link or over a file that somebody put there.
  const file = await open(path, 'wx', mode);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Refuses a symbolic link in any component of `path` below `root`, whether it dangles or not. */
async function refuseLinks(root: string, path: string): Promise<void> {
  const inside = relative(root, path);
  if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`)) {
    throw new Error(`the path to write is not inside the directory that was named as its root`);
  }
  let current = root;
  for (const component of inside.split(sep)) {
    current = join(current, component);
    const found = await lstat(current).catch(absentIsNothing);
    if (found === undefined) return;
    if (found.isSymbolicLink()) {
      const message = `ELOOP: refusing to write through a symbolic link, '${current}'`;
      throw Object.assign(new Error(message), { code: 'ELOOP', path: current });
    }
  }
}

function absentIsNothing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}
