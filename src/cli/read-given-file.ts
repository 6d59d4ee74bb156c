/** Reads a file that the command line or a message names, which may be of any size and kind. */
import { resolve } from 'node:path';
import type { Host } from '../host/host.ts';

/** What the vendors take at most in one request; more is a mistake, or memory for nothing. */
const MAX_BYTES = 32 * 1024 * 1024;

/**
 * @param path - Relative to the working directory.
 * @throws When it can not be read, or has more than 32 MiB: of a file nothing is read then, of a pipe
 * or a device no more.
 */
export async function readGivenFile(
  path: string,
  { files, workingDirectory }: Pick<Host, 'files' | 'workingDirectory'>,
): Promise<Uint8Array> {
  const place = resolve(workingDirectory, path);
  const { kind, sizeBytes } = await files.info(place);
  const isLarge = kind === 'file' && sizeBytes > MAX_BYTES;
  const bytes = isLarge ? undefined : await files.readAtMost(place, MAX_BYTES);
  if (bytes !== undefined) return bytes;
  const size = isLarge ? `${sizeBytes} bytes` : 'more';
  throw new Error(`it has ${size}; at most ${MAX_BYTES} (32 MiB) are allowed`);
}
