/** A session that is open for writing: new, resumed, or begun with the history of another. */
import type { Clock, Files, Lock } from '../host/host.ts';
import type { HistoryMessage } from '../turn/history.ts';
import { SessionLog } from './log.ts';
import { messageJson } from './message-json.ts';
import { lockPath, type SessionPlace } from './paths.ts';
import { type ReadRecords, readRecords } from './read-records.ts';
import { RECORD_VERSION, type SessionRecord } from './record.ts';
import { type Replay, replay } from './replay.ts';
import { sessionNotes } from './session-notes.ts';

export interface OpenOptions {
  readonly files: Files;
  readonly clock: Pick<Clock, 'now'>;
  readonly program: string;
  readonly profile: string;
  readonly configuration: string;
  readonly workingDirectory: string;
  readonly origins: readonly string[];
  /** Why a session may not go on in this run, if so. */
  readonly refuse?: ((kept: Replay) => Refusal | undefined) | undefined;
  /** Applied to every text before it is written. */
  readonly redact: (text: string) => string;
  /** Called once when from now on nothing is kept. */
  readonly onBroken: (error: unknown) => void;
}

export interface Refusal {
  readonly message: string;
  readonly sessionId: string;
  /** Where it would go for the first time. */
  readonly origins: readonly string[];
}

export interface Session {
  readonly id: string;
  readonly place: SessionPlace;
  readonly log: SessionLog;
  /** Messages of the conversation so far. */
  readonly history: readonly HistoryMessage[];
  readonly systemPrompt: string | undefined;
  /** Earlier figures of the conversation. */
  readonly replay: Replay | undefined;
  /** What happened to the file since it was last written, for a person. */
  readonly notes: readonly string[];
  /** Waits for the disk, and lets others write. */
  close(): Promise<void>;
}

export type OpenedSession =
  | { readonly type: 'open'; readonly session: Session }
  /** Another process writes to it. */
  | { readonly type: 'in-use'; readonly lock: Lock & { readonly type: 'taken' } }
  | Unopened;

type Unopened =
  | { readonly type: 'unusable'; readonly message: string }
  | ({ readonly type: 'refused' } & Refusal);

/** What was kept of a session; reading it needs no lock and changes nothing. */
export type KeptSession =
  | { readonly type: 'read'; readonly replay: Replay; readonly file: ReadRecords }
  | { readonly type: 'unusable'; readonly message: string };

export async function readSession(place: SessionPlace, files: Files): Promise<KeptSession> {
  const file = readRecords(await files.read(place.path), { skipsDeltas: true });
  if (file.isNewer) {
    const message = `Session ${place.id} was written by a later version of this program, which this one (format ${RECORD_VERSION}) can not read.`;
    return { type: 'unusable', message };
  }
  const kept = replay(file.records);
  if (kept !== undefined) return { type: 'read', replay: kept, file };
  const message = `Session ${place.id} can not be read: its first line is missing or damaged.`;
  return { type: 'unusable', message };
}

/** Whether there is anything to show or to go on with. */
export function isEmpty({ history, messages }: Replay): boolean {
  return history.length === 0 && messages.size === 0;
}

/** One in which nothing was said. */
export function emptySession(id: string): Unopened {
  return { type: 'unusable', message: `Nothing was said in session ${id}.` };
}

/** Creates the file. @throws Node's system error when it can not be written. */
export async function beginSession(
  place: SessionPlace,
  options: OpenOptions,
  source?: Replay | undefined,
): Promise<OpenedSession> {
  await options.files.makeDirectory(place.folder, 0o700);
  return withLock(place, options, async (release) => {
    const state: OpenState = { release, sizeBytes: 0, notes: [], source };
    const session = await openLog(place, options, state);
    session.log.write({
      type: 'session',
      id: place.id,
      created_at: timeOf(options),
      configuration: options.redact(options.configuration),
      cwd: options.redact(options.workingDirectory),
      forked_from: source?.header.id ?? null,
    });
    const inherited = [...(source?.origins ?? [])];
    session.log.write(openedRecord(options, 0, [...new Set([...inherited, ...options.origins])]));
    for (const record of inheritedRecords(source, options)) session.log.write(record);
    await session.log.flush();
    state.unusedBytes = source === undefined ? session.log.sizeBytes : undefined;
    return session;
  });
}

/** Opens it to go on, and repairs what a sudden end has left. @throws Node's system error. */
export async function resumeSession(
  place: SessionPlace,
  options: OpenOptions,
): Promise<OpenedSession> {
  return withLock(place, options, async (release) => {
    // Read under the lock: only now nobody else writes.
    const kept = await readSession(place, options.files);
    if (kept.type === 'unusable') return kept;
    if (isEmpty(kept.replay)) return emptySession(place.id);
    const refusal = options.refuse?.(kept.replay);
    if (refusal !== undefined) return { type: 'refused', ...refusal };
    const { wholeBytes, tornBytes, unreadableLines } = kept.file;
    if (tornBytes > 0) await options.files.truncate(place.path, wholeBytes);
    const notes = sessionNotes(place.id, kept.replay, tornBytes, unreadableLines);
    const state = { release, sizeBytes: wholeBytes, notes, source: kept.replay };
    const session = await openLog(place, options, state);
    for (const record of recoveredRecords(kept.replay, options)) session.log.write(record);
    session.log.write(openedRecord(options, tornBytes, options.origins));
    await session.log.flush();
    return session;
  });
}

async function withLock(
  place: SessionPlace,
  { files }: OpenOptions,
  open: (release: () => Promise<void>) => Promise<Session | Unopened>,
): Promise<OpenedSession> {
  const lock = await files.lock(lockPath(place));
  if (lock.type === 'taken') return { type: 'in-use', lock };
  try {
    const opened = await open(lock.release);
    if (!('type' in opened)) return { type: 'open', session: opened };
    await lock.release();
    return opened;
  } catch (error) {
    await lock.release();
    throw error;
  }
}

interface OpenState {
  readonly release: () => Promise<void>;
  readonly sizeBytes: number;
  readonly notes: readonly string[];
  readonly source: Replay | undefined;
  /** Size of a file in which nothing was said: it goes when it is closed. */
  unusedBytes?: number | undefined;
}

async function openLog(
  place: SessionPlace,
  { files, onBroken }: OpenOptions,
  state: OpenState,
): Promise<Session> {
  const { release, sizeBytes, notes, source } = state;
  const { path } = place;
  const file = await files.openAppend(path, 0o600);
  const log = new SessionLog({
    file,
    sizeBytes,
    cut: (bytes) => files.truncate(path, bytes),
    onBroken,
  });
  return {
    id: place.id,
    place,
    log,
    history: source?.history ?? [],
    systemPrompt: source?.systemPrompt,
    replay: source,
    notes,
    async close() {
      await log.close();
      // One that stays all the same is listed nowhere.
      if (log.sizeBytes === state.unusedBytes) await files.remove(path).catch(() => undefined);
      await release();
    },
  };
}

/** Messages and their order; what they have cost stays with the session that paid it. */
function inheritedRecords(
  source: Replay | undefined,
  { redact }: OpenOptions,
): readonly SessionRecord[] {
  if (source === undefined) return [];
  const { history, systemPrompt } = source;
  return [
    ...(systemPrompt === undefined
      ? []
      : [{ type: 'system', text: redact(systemPrompt) } as const]),
    ...history.map(
      (message) => ({ type: 'message', message: messageJson(message, redact) }) as const,
    ),
    { type: 'history', order: history.map(({ id }) => id) },
  ];
}

/** Before the record that the file was opened: should that one be lost, they are still found. */
function recoveredRecords(
  { recovered }: Replay,
  { redact }: OpenOptions,
): readonly SessionRecord[] {
  if (recovered.length === 0) return [];
  const answers = recovered.filter(({ role }) => role === 'assistant');
  return [
    ...answers.map(
      (message) => ({ type: 'message', message: messageJson(message, redact) }) as const,
    ),
    { type: 'history', append: recovered.map(({ id }) => id) },
  ];
}

function openedRecord(
  options: OpenOptions,
  repairedBytes: number,
  origins: readonly string[],
): SessionRecord {
  const { program, profile, redact } = options;
  return {
    type: 'opened',
    at: timeOf(options),
    program,
    profile,
    origins: origins.map(redact),
    repaired_bytes: repairedBytes,
  };
}

function timeOf({ clock }: OpenOptions): string {
  return new Date(clock.now()).toISOString();
}
