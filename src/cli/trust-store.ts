/** What this user has allowed, kept outside every project. */
import { basename, dirname, join, relative, sep } from 'node:path';
import type { FileInfo, Files, Host } from '../host/host.ts';
import { userDirectory } from './paths.ts';

/** Grants of one user: per real path of a configuration, and origins for every project. */
interface TrustFile {
  readonly version: 1;
  /** Subject → digests of its asks. */
  readonly files: Readonly<Record<string, readonly string[]>>;
  readonly origins: readonly string[];
}

const EMPTY: TrustFile = { version: 1, files: {}, origins: [] };

export interface TrustStore {
  isGranted(subject: string, digest: string, origin: string | undefined): boolean;
  grant(subject: string, digests: readonly string[]): Promise<void>;
  grantOrigin(origin: string): Promise<void>;
  /** Takes back these; without a list, everything granted to the subject. */
  revoke(subject: string, digests?: readonly string[]): Promise<void>;
  /** Why nothing can be trusted here, if so. */
  readonly refusal?: string | undefined;
}

/**
 * Opens `trust.json` in the state directory. When that directory lies inside the project, nothing
 * in it counts: the project could have brought it along.
 *
 * @param projectRoot - Absolute, links resolved; absent where no project is concerned.
 */
export async function openTrustStore(
  host: Host,
  projectRoot: string | undefined,
): Promise<TrustStore> {
  const directory = userDirectory('state', host.environment);
  const path = join(directory, 'trust.json');
  const real = await realPathOf(directory, host.files);
  if (projectRoot !== undefined && isInside(real, projectRoot)) {
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
  const grantsOf = (subject: string): readonly string[] =>
    Object.hasOwn(current.files, subject) ? (current.files[subject] ?? []) : [];
  const setGrants = (subject: string, digests: readonly string[]) => {
    const { [subject]: _before, ...others } = current.files;
    const files = digests.length === 0 ? others : { ...others, [subject]: digests };
    return replace({ ...current, files });
  };
  return {
    isGranted: (subject, digest, origin) =>
      grantsOf(subject).includes(digest) ||
      (origin !== undefined && current.origins.includes(origin)),
    grant: (subject, digests) =>
      setGrants(subject, [...new Set([...grantsOf(subject), ...digests])].sort()),
    grantOrigin: (origin) =>
      replace({ ...current, origins: [...new Set([...current.origins, origin])].sort() }),
    revoke: (subject, digests) =>
      setGrants(
        subject,
        digests ? grantsOf(subject).filter((digest) => !digests.includes(digest)) : [],
      ),
  };
}

async function readTrust({ files, userId }: Host, path: string): Promise<TrustFile> {
  try {
    // What somebody else may write is no answer of this user.
    if (!isOfUser(await files.info(path), userId)) return EMPTY;
    const content: unknown = JSON.parse(new TextDecoder().decode(await files.read(path)));
    return isTrustFile(content) ? content : EMPTY;
  } catch {
    // Absent or unreadable: nothing is granted, which asks again and harms nobody.
    return EMPTY;
  }
}

function isOfUser({ isWorldWritable, ownerId }: FileInfo, userId: number | undefined): boolean {
  return !isWorldWritable && (userId === undefined || ownerId === userId || ownerId === 0);
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

/** The real path of what may not exist yet: of its nearest ancestor that does. */
async function realPathOf(path: string, files: Files): Promise<string> {
  const real = await files.realPath(path).catch(() => undefined);
  if (real !== undefined || dirname(path) === path) return real ?? path;
  return join(await realPathOf(dirname(path), files), basename(path));
}
