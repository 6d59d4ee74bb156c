/** Where sessions lie: one file each, in one folder for each configuration. */
import { join } from 'node:path';
import { suggest } from '../diagnostics/suggest.ts';
import type { Files } from '../host/host.ts';

const ENDING = '.jsonl';
const ULID = /^[0-9A-HJKMNP-TV-Z]{26}$/;

export interface SessionPlace {
  readonly id: string;
  readonly path: string;
  /** Absolute folder that holds it. */
  readonly folder: string;
}

/** @param folder - Absolute. */
export function placeOf(folder: string, id: string): SessionPlace {
  return { id, folder, path: join(folder, `${id}${ENDING}`) };
}

/** Beside the session, so that it goes where the session goes. */
export function lockPath({ folder, id }: SessionPlace): string {
  return join(folder, `${id}.lock`);
}

export function sessionsRoot(stateDirectory: string): string {
  return join(stateDirectory, 'sessions');
}

/** Names in a folder; none for one of these faults. @throws Node's system error for any other. */
async function namesIn(
  folder: string,
  files: Pick<Files, 'list'>,
  passedOver: readonly string[] = ['ENOENT'],
): Promise<readonly string[]> {
  try {
    return await files.list(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && passedOver.includes(`${error.code}`))
      return [];
    throw error;
  }
}

/** Sessions of one folder in the order they were begun. */
async function sessionsIn(
  folder: string,
  files: Pick<Files, 'list'>,
  passedOver?: readonly string[],
): Promise<readonly SessionPlace[]> {
  const names = await namesIn(folder, files, passedOver);
  return names
    .filter((name) => name.endsWith(ENDING) && ULID.test(name.slice(0, -ENDING.length)))
    .sort()
    .map((name) => placeOf(folder, name.slice(0, -ENDING.length)));
}

/** Sessions of every configuration. @throws Node's system error for a folder that can not be read. */
export async function allSessions(
  root: string,
  files: Pick<Files, 'list'>,
): Promise<readonly SessionPlace[]> {
  const folders = await namesIn(root, files);
  // A file among the folders is none of ours.
  const lists = folders.map((name) => sessionsIn(join(root, name), files, ['ENOENT', 'ENOTDIR']));
  const places = await Promise.all(lists);
  return places.flat().sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Those of one folder, the last used first. @throws Node's system error when it can not be read. */
export async function byLastUse(
  folder: string,
  files: Pick<Files, 'list' | 'info'>,
): Promise<readonly SessionPlace[]> {
  const places = await sessionsIn(folder, files);
  const dated = await Promise.all(
    places.map(async (place) => ({
      place,
      usedMs: await files.info(place.path).then(
        ({ modifiedMs }) => modifiedMs,
        () => 0,
      ),
    })),
  );
  return dated
    .sort((a, b) => b.usedMs - a.usedMs || (a.place.id < b.place.id ? 1 : -1))
    .map(({ place }) => place);
}

export type FoundSession =
  | { readonly type: 'found'; readonly place: SessionPlace }
  | { readonly type: 'not-found'; readonly message: string };

/** By its id or a beginning of it that no other session has; upper and lower case are the same. */
export function findSession(places: readonly SessionPlace[], given: string): FoundSession {
  const wanted = given.toUpperCase();
  const matches = places.filter(({ id }) => id.startsWith(wanted));
  const [only, other] = matches;
  if (only !== undefined && wanted !== '' && (other === undefined || only.id === wanted)) {
    return { type: 'found', place: only };
  }
  if (only !== undefined) {
    const shown = matches.slice(-5).map(({ id }) => id);
    const message = `${matches.length} sessions begin with "${given}": ${shown.join(', ')}${matches.length > 5 ? ' and others' : ''}. Give more of the id.`;
    return { type: 'not-found', message };
  }
  const nearest = nearestId(places, wanted);
  const hint = nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
  const message = `There is no session "${given}".${hint} "agent sessions list" shows them.`;
  return { type: 'not-found', message };
}

function nearestId(places: readonly SessionPlace[], wanted: string): string | undefined {
  const beginnings = new Map(places.map(({ id }) => [id.slice(0, wanted.length), id]));
  const near = suggest(wanted, beginnings.keys());
  return near === undefined ? undefined : beginnings.get(near);
}
