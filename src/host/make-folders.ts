/**
 * A directory with its parents, each made once: made by Node's `recursive`, one that can not be
 * there (`/proc/x`) is tried for ever. By Node's callbacks, as `node-files` says.
 */
import * as callbacks from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

const make = promisify(callbacks.mkdir);
const stat = promisify(callbacks.stat);

/**
 * Leaves an existing directory as it is. Rejects with Node's system error when it can not be made.
 *
 * @param path - Absolute.
 */
export async function makeFolders(path: string, mode: number): Promise<void> {
  const error = await faultOf(path, mode);
  if (error === undefined) return;
  const parent = dirname(path);
  if (error.code !== 'ENOENT' || parent === path) throw error;
  await makeFolders(parent, mode);
  const second = await faultOf(path, mode);
  if (second !== undefined) throw second;
}

/** Why it could not be made; nothing when it is there, whoever made it. */
async function faultOf(path: string, mode: number): Promise<NodeJS.ErrnoException | undefined> {
  try {
    await make(path, { mode });
    return undefined;
  } catch (error) {
    if (await isDirectory(path)) return undefined;
    return error as NodeJS.ErrnoException; // what Node's file functions reject with
  }
}

function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
