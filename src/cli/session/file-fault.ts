/** Why a file of the user's state could not be used, for a person. */
import type { SessionPlace } from '../../session/paths.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'no space is left on the disk',
  EDQUOT: 'the quota of the disk is used up',
  EROFS: 'the file system is read-only',
  EACCES: 'the file or its folder is not accessible',
  EPERM: 'the file or its folder is not accessible',
  EISDIR: 'it is a folder',
  ENOTDIR: 'it is a file where a folder is expected',
};

/** @param folder - Where sessions would be. */
export function notKept(error: unknown, folder: string): string {
  return `This session is not kept: ${reasonOf(error)} (${folder}).`;
}

export function cannotRead({ id, path }: SessionPlace, error: unknown): string {
  return `Session ${id} can not be read: ${reasonOf(error)} (${path}).`;
}

/** @param folder - Of the sessions. */
export function cannotList(error: unknown, folder: string): string {
  return `The sessions can not be listed: ${reasonOf(error)} (${folder}).`;
}

export function cannotRemove({ id, path }: SessionPlace, error: unknown): string {
  return `Session ${id} can not be removed: ${reasonOf(error)} (${path}).`;
}

/** @param folder - Of the ledger. */
export function costNotNoted(error: unknown, folder: string): string {
  return `What this costs is not noted: ${reasonOf(error)} (${folder}).`;
}

/** Without a full stop. */
export function notLogged(error: unknown, path: string): string {
  return `the log can not be written: ${reasonOf(error)} (${path})`;
}

/** Without a full stop. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return REASONS[code] ?? (error instanceof Error ? error.message : String(error));
}
