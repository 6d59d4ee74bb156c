/** Reads what a person names: it may be of any size and kind. */
import { close, constants, createReadStream, fstat, open, readSync } from 'node:fs';
import { Socket } from 'node:net';
import { promisify } from 'node:util';

/** @returns `undefined` for a file that holds more bytes than that. */
export async function readAtMost(path: string, maxBytes: number): Promise<Uint8Array | undefined> {
  // Opening a pipe that nobody writes to would wait for ever, and keep the program from ending.
  const fd = await promisify(open)(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const found = await promisify(fstat)(fd);
  if (found.isFile() && found.size > maxBytes) {
    await promisify(close)(fd);
    return undefined;
  }
  // Both close the file.
  return gather(found.isFIFO() ? piped(fd) : createReadStream('', { fd }), maxBytes);
}

/** A socket waits without a thread, so a signal ends the program all the same. */
async function* piped(fd: number): AsyncGenerator<Uint8Array> {
  const socket = new Socket({ fd, readable: true, writable: false });
  const first = readNow(fd);
  if (first?.length === 0) {
    // A socket would wait for the first writer.
    socket.destroy();
    return;
  }
  if (first !== undefined) yield first;
  yield* socket;
}

/** @returns `undefined` when a writer is there and has not written yet. */
function readNow(fd: number): Uint8Array | undefined {
  const buffer = Buffer.alloc(4_096);
  try {
    return buffer.subarray(0, readSync(fd, buffer));
  } catch {
    return undefined;
  }
}

async function gather(
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  const read: Uint8Array[] = [];
  let count = 0;
  for await (const piece of source) {
    read.push(piece);
    count += piece.length;
    if (count > maxBytes) return undefined;
  }
  return Buffer.concat(read);
}
