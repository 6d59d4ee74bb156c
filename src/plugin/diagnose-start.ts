/** Finds out why a program did not become a provider, by looking at what is on the disk. */
import type { FileInfo, Files, ProcessEnd } from '../host/host.ts';
import type { LaunchSpec } from './launch-spec.ts';
import type { StartReason } from './start-reason.ts';

/** @param end - How the process ended before it had printed a handshake. */
export async function diagnoseEnd(
  files: Files,
  spec: LaunchSpec,
  end: ProcessEnd,
): Promise<StartReason> {
  const found = await lookAt(files, spec.program);
  if (found === undefined) return { type: 'missing' };
  if (found.kind === 'directory') return { type: 'is-directory' };
  if (end.type === 'exited') return { type: 'exited', end };
  const runsItself = spec.command === spec.program;
  if (runsItself && !found.isExecutable) return { type: 'not-executable' };
  return { type: 'not-started', code: end.code };
}

async function lookAt(files: Files, path: string): Promise<FileInfo | undefined> {
  try {
    return await files.info(path);
  } catch {
    return undefined; // absent, or so well hidden that it is absent for us
  }
}
