/** A file that may be absent: the user's own `config.hcl`, the lock file. */
import { join } from 'node:path';
import { type Decoded, errorDiagnostic } from '../diagnostics/diagnostic.ts';
import type { Files } from '../host/host.ts';
import { MAX_CONFIG_BYTES, readFault } from './find.ts';

/** Path of the lock file of a project. */
export function lockFilePath(projectRoot: string): string {
  return join(projectRoot, '.agent', 'agent.lock.hcl');
}

/** @returns No value and no diagnostic when the file does not exist. */
export async function readOptionalFile(path: string, files: Files): Promise<Decoded<Uint8Array>> {
  try {
    const { kind, sizeBytes } = await files.info(path);
    const isReadable = kind === 'file' && sizeBytes <= MAX_CONFIG_BYTES;
    if (isReadable) return { value: await files.read(path), diagnostics: [] };
  } catch (error) {
    return { value: undefined, diagnostics: readFault(path, error) };
  }
  const detail = `${path} is not a file of at most ${MAX_CONFIG_BYTES} bytes.`;
  const summary = 'Configuration file can not be read';
  const diagnostic = errorDiagnostic({ code: 'config-unreadable', summary, detail });
  return { value: undefined, diagnostics: [diagnostic] };
}
