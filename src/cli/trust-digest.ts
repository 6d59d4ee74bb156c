/** Digests of what is asked for, and of the files behind it. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type Ask, askKey } from '../config/trust/ask.ts';
import type { Files } from '../host/host.ts';

/** `sha256:…` of bytes or a text. */
export function sha256(content: string | Uint8Array): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}

/** What is kept of an ask: it changes with any of its values, and tells none of them. */
export function askDigest(ask: Ask): string {
  return sha256(askKey(ask));
}

/** One digest over all asks of a file: what `AGENT_TRUST` names in a pipeline. */
export function trustDigest(asks: readonly Ask[]): string {
  return sha256(asks.map(askDigest).sort().join('\n'));
}

/**
 * `sha256:…` of a file, or of all files of a directory with their names.
 *
 * @returns `undefined` when it can not be read.
 */
export async function pathDigest(path: string, files: Files): Promise<string | undefined> {
  try {
    const { kind } = await files.info(path);
    if (kind === 'file') return sha256(await files.read(path));
    if (kind !== 'directory') return undefined;
    const names = [...(await files.list(path))].sort();
    const lines = await Promise.all(
      names.map(async (name) => `${name} ${await fileDigest(join(path, name), files)}`),
    );
    return sha256(lines.join('\n'));
  } catch {
    return undefined; // gone or not readable: the caller asks all the same, without a digest
  }
}

/** Directories of certificates are flat: what is no file in them is not read. */
async function fileDigest(path: string, files: Files): Promise<string> {
  const isFile = await files.info(path).then(
    ({ kind }) => kind === 'file',
    () => false,
  );
  return isFile ? sha256(await files.read(path)) : 'no file';
}
