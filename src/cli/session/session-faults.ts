/** Why a session is not kept or read, for a person. */
import type { SessionPlace } from '../../session/paths.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'no space is left on the disk',
  EDQUOT: 'the quota of the disk is used up',
  EROFS: 'the file system is read-only',
  EACCES: 'the folder is not writable',
  EPERM: 'the folder is not writable',
};

/** @param folder - Where sessions would be. */
export function notKept(error: unknown, folder: string): string {
  return `This session is not kept: ${reasonOf(error)} (${folder}).`;
}

export function cannotRead({ path }: SessionPlace, error: unknown): string {
  return `The session can not be read: ${reasonOf(error)} (${path}).`;
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return REASONS[code] ?? (error instanceof Error ? error.message : String(error));
}
