/** Reads a file that the command line or a message names, which may be of any size. */
import { resolve } from 'node:path';
import type { Host } from '../host/host.ts';

/** What the vendors take at most in one request; more is a mistake, or memory for nothing. */
const MAX_BYTES = 32 * 1024 * 1024;

/**
 * @param path - Relative to the working directory.
 * @throws When it can not be read, or has more than 32 MiB: then nothing of it is read. What has
 * no size, as a pipe, is read first.
 */
export async function readGivenFile(
  path: string,
  { files, workingDirectory }: Pick<Host, 'files' | 'workingDirectory'>,
): Promise<Uint8Array> {
  const place = resolve(workingDirectory, path);
  refuseAbove((await files.info(place)).sizeBytes);
  const bytes = await files.read(place);
  refuseAbove(bytes.length);
  return bytes;
}

function refuseAbove(sizeBytes: number): void {
  if (sizeBytes <= MAX_BYTES) return;
  throw new Error(`it has ${sizeBytes} bytes; at most ${MAX_BYTES} (32 MiB) are allowed`);
}
