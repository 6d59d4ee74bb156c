/** Writes below the working directory: a project may have put links there that lead elsewhere. */
import { isAbsolute, relative, sep } from 'node:path';
import type { Host, WriteOptions } from '../host/host.ts';

const READABLE_BY_ALL = 0o644;

/**
 * Replaces a file; below the working directory no component of its path may be a symbolic link.
 *
 * @param path - Absolute.
 * @returns Why it was not written, without a full stop; `undefined` when it was.
 */
export async function writeInProject(
  { files, workingDirectory }: Pick<Host, 'files' | 'workingDirectory'>,
  path: string,
  text: string,
  mode = READABLE_BY_ALL,
): Promise<string | undefined> {
  try {
    await files.writeAtomically(path, text, mode, linkRule(workingDirectory, path));
    return undefined;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ELOOP') {
      return `${path} is a symbolic link or lies behind one, and the program follows none inside a project`;
    }
    if (typeof code === 'string') return `${path} can not be written (${code})`;
    throw error;
  }
}

/**
 * Follows no link below the working directory; outside of it links are the user's own.
 *
 * @param path - Absolute.
 */
export function linkRule(workingDirectory: string, path: string): WriteOptions {
  const way = relative(workingDirectory, path);
  const isInside = way !== '' && !isAbsolute(way) && way !== '..' && !way.startsWith(`..${sep}`);
  return { refuseLinksBelow: isInside ? workingDirectory : undefined };
}
