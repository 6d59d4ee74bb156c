/** What this user has allowed, kept outside every project. */
import { createHash } from 'node:crypto';
import { join, relative, sep } from 'node:path';
import type { Host } from '../host/host.ts';
import { userDirectory } from './paths.ts';

/** Grants of one user: per real path of a configuration, and origins for every project. */
interface TrustFile {
  readonly version: 1;
  /** Real path of an `agent.hcl` → keys of asks. */
  readonly files: Readonly<Record<string, readonly string[]>>;
  readonly origins: readonly string[];
}

const EMPTY: TrustFile = { version: 1, files: {}, origins: [] };

export interface TrustStore {
  isGranted(file: string, key: string, origin: string | undefined): boolean;
  grant(file: string, keys: readonly string[]): Promise<void>;
  grantOrigin(origin: string): Promise<void>;
  /** Takes back everything granted to one file. */
  revoke(file: string): Promise<void>;
  /** Why nothing can be trusted here, if so. */
  readonly refusal?: string | undefined;
}

/**
 * Opens `trust.json` in the state directory. When that directory lies inside the project, nothing
 * in it counts: the project could have brought it along.
 *
 * @param projectRoot - Absolute, links resolved.
 */
export async function openTrustStore(host: Host, projectRoot: string): Promise<TrustStore> {
  const directory = userDirectory('state', host.environment);
  const path = join(directory, 'trust.json');
  const real = await host.files.realPath(directory).catch(() => directory);
  if (isInside(real, projectRoot)) {
    const refusal = `the state directory ${directory} lies inside the project, so nothing is trusted`;
    return { ...storeOf(EMPTY, () => Promise.resolve()), refusal };
  }
  const content = await readTrust(host, path);
  return storeOf(content, (next) =>
    host.files.writeAtomically(path, `${JSON.stringify(next, undefined, 2)}\n`, 0o600),
  );
}

function storeOf(initial: TrustFile, save: (next: TrustFile) => Promise<void>): TrustStore {
  let current = initial;
  const replace = async (next: TrustFile) => {
    current = next;
    await save(next);
  };
  return {
    isGranted: (file, key, origin) =>
      (Object.hasOwn(current.files, file) && (current.files[file] ?? []).includes(key)) ||
      (origin !== undefined && current.origins.includes(origin)),
    grant: (file, keys) => {
      const before = Object.hasOwn(current.files, file) ? (current.files[file] ?? []) : [];
      const files = { ...current.files, [file]: [...new Set([...before, ...keys])].sort() };
      return replace({ ...current, files });
    },
    grantOrigin: (origin) =>
      replace({ ...current, origins: [...new Set([...current.origins, origin])].sort() }),
    revoke: (file) => {
      const { [file]: _revoked, ...files } = current.files;
      return replace({ ...current, files });
    },
  };
}

async function readTrust(host: Host, path: string): Promise<TrustFile> {
  try {
    const content: unknown = JSON.parse(new TextDecoder().decode(await host.files.read(path)));
    return isTrustFile(content) ? content : EMPTY;
  } catch {
    // Absent or unreadable: nothing is granted, which asks again and harms nobody.
    return EMPTY;
  }
}

function isTrustFile(value: unknown): value is TrustFile {
  if (typeof value !== 'object' || value === null) return false;
  const { version, files, origins } = value as Partial<TrustFile>; // read as unknown fields below
  const isList = (list: unknown) =>
    Array.isArray(list) && list.every((item) => typeof item === 'string');
  return (
    version === 1 &&
    isList(origins) &&
    typeof files === 'object' &&
    files !== null &&
    Object.values(files).every(isList)
  );
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (!way.startsWith(`..${sep}`) && way !== '..' && !way.startsWith(sep));
}

/** `sha256:…` of bytes or a text. */
export function sha256(content: string | Uint8Array): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}

/** One digest over all asks of a file: what `AGENT_TRUST` names in a pipeline. */
export function trustDigest(keys: readonly string[]): string {
  return sha256([...keys].sort().join('\n'));
}
