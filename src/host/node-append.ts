/** A file that is only added to. By Node's callbacks, as `node-files` says. */
import * as callbacks from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import type { AppendFile } from './host.ts';
import { makeFolders } from './make-folders.ts';

const PRIVATE_DIRECTORY = 0o700;

const open = promisify(callbacks.open);
const write = promisify(callbacks.write);
const synchronize = promisify(callbacks.fdatasync);
const close = promisify(callbacks.close);

/** A link at `path` is refused; directories are made when absent. */
export async function openAppend(path: string, mode: number): Promise<AppendFile> {
  await makeFolders(dirname(path), PRIVATE_DIRECTORY);
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW } = callbacks.constants;
  const descriptor = await open(path, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, mode);
  return {
    async append(text) {
      let rest: Uint8Array = Buffer.from(text);
      // A disk that fills up takes a part first, and refuses the next call.
      while (rest.length > 0) rest = rest.subarray((await write(descriptor, rest)).bytesWritten);
    },
    sync: () => synchronize(descriptor),
    close: () => close(descriptor),
  };
}
