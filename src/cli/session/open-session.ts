/** Which session a command goes on with, or begins, by its flags. */
import { join } from 'node:path';
import type { Host } from '../../host/host.ts';
import {
  allSessions,
  byLastUse,
  findSession,
  placeOf,
  type SessionPlace,
  sessionsRoot,
} from '../../session/paths.ts';
import type { Replay } from '../../session/replay.ts';
import {
  beginSession,
  emptySession,
  isEmpty,
  type OpenedSession,
  type OpenOptions,
  type Refusal,
  readSession,
  resumeSession,
  type Session,
} from '../../session/session.ts';
import type { HistoryMessage } from '../../turn/history.ts';
import type { SessionArguments } from '../arguments.ts';
import type { CommandContext } from '../command-context.ts';
import type { OpenConfiguration } from '../open-configuration.ts';
import { userDirectory } from '../paths.ts';
import { sha256 } from '../trust-digest.ts';
import { trustOf } from '../trust-gate.ts';
import { version } from '../version.ts';
import { cannotList, cannotRead, notKept } from './file-fault.ts';
import { newOriginAsk } from './new-origin-ask.ts';

/** The conversation a command works in. */
export interface ChosenSession {
  readonly type: 'chosen';
  /** Absent when nothing is kept. */
  readonly session?: Session | undefined;
  readonly history: readonly HistoryMessage[];
  readonly systemPrompt?: string | undefined;
  /** For a person; texts of the file are in them. */
  readonly notes: readonly string[];
}

export type SessionChoice =
  | ChosenSession
  /** Exit code 2. */
  | { readonly type: 'usage-error'; readonly message: string }
  /** It exists but can not be used now. */
  | { readonly type: 'refused'; readonly message: string }
  /** Exit code 3. */
  | ({ readonly type: 'not-trusted' } & Refusal);

export interface SessionInput {
  readonly args: SessionArguments & {
    readonly profile?: string | undefined;
    readonly trustProviders: boolean;
  };
  readonly configuration: OpenConfiguration;
  /** Of a session that begins. */
  readonly newId: string;
  /** Where requests of this run may go. */
  readonly origins: readonly string[];
  /** Of those, what a person has just allowed. */
  readonly allowed?: readonly string[] | undefined;
  /** Called once when a record could not be written. */
  readonly onBroken: (note: string) => void;
  /** A session is only read: nothing is locked, repaired or written. */
  readonly isPreview?: boolean | undefined;
}

const MAX_LISTED = 100;
const NOTHING: ChosenSession = { type: 'chosen', history: [], notes: [] };

/** Never rejects for a file that can not be written: then nothing is kept, and a note says so. */
export async function openSession(
  input: SessionInput,
  context: CommandContext,
): Promise<SessionChoice> {
  const { args } = input;
  if (args.noSession) return NOTHING;
  const setting = await settingOf(input, context);
  const isResuming = args.continueLast || args.resume !== undefined;
  if (setting.refusal !== undefined) {
    const message = `Sessions are neither kept nor resumed here: ${setting.refusal}.`;
    return isResuming ? { type: 'usage-error', message } : { ...NOTHING, notes: [message] };
  }
  if (!isResuming) return setting.isPreview ? NOTHING : begin(setting);
  try {
    return args.resume === undefined
      ? await continueLast(setting, args)
      : await resumeNamed(setting, args, args.resume);
  } catch (error) {
    return { type: 'refused', message: cannotList(error, setting.root) };
  }
}

/** Those of this configuration that can be read, the last used first. @throws Node's system error. */
export async function listSessions(
  input: SessionInput,
  context: CommandContext,
): Promise<readonly Replay[]> {
  const { folder, host } = await settingOf(input, context);
  const places = (await byLastUse(folder, host.files)).slice(0, MAX_LISTED);
  const read = await Promise.all(
    places.map((place) => readSession(place, host.files).catch(() => undefined)),
  );
  return read.flatMap((kept) => (kept?.type === 'read' ? [kept.replay] : []));
}

interface Setting {
  readonly host: Host;
  readonly root: string;
  /** Of the sessions of this configuration. */
  readonly folder: string;
  readonly newId: string;
  readonly options: OpenOptions;
  readonly refusal: string | undefined;
  readonly isPreview: boolean;
}

async function settingOf(
  { args, configuration, newId, origins, allowed = [], onBroken, isPreview = false }: SessionInput,
  { host, secrets }: CommandContext,
): Promise<Setting> {
  const { store, subject } = await trustOf(configuration.loaded, host);
  const owner = subject ?? `<stdin> in ${configuration.loaded.projectRoot}`;
  const isFree = (origin: string) =>
    args.trustProviders || allowed.includes(origin) || store.isGranted('', '', origin);
  const asked = origins.filter((origin) => !isFree(origin));
  const root = sessionsRoot(userDirectory('state', host.environment));
  return {
    host,
    root,
    folder: join(root, sha256(owner).slice('sha256:'.length).slice(0, 16)),
    newId,
    refusal: store.refusal,
    isPreview,
    options: {
      files: host.files,
      clock: host.clock,
      program: version(),
      profile: args.profile ?? 'default',
      configuration: owner,
      workingDirectory: host.workingDirectory,
      origins,
      refuse: (kept) => newOriginAsk(kept, asked),
      redact: secrets.redact,
      onBroken: (error) => onBroken(notKept(error, root)),
    },
  };
}

async function begin({ folder, newId, options, root }: Setting): Promise<SessionChoice> {
  try {
    return chosen(await beginSession(placeOf(folder, newId), options));
  } catch (error) {
    return { ...NOTHING, notes: [notKept(error, root)] };
  }
}

async function continueLast(setting: Setting, args: SessionArguments): Promise<SessionChoice> {
  for (const place of await byLastUse(setting.folder, setting.host.files)) {
    const choice = await resume(setting, place, args.fork);
    // One whose first line was never finished holds nothing to go on with.
    if (choice !== 'unusable') return choice;
  }
  const message = `There is no session of ${setting.options.configuration} to continue.`;
  return { type: 'usage-error', message };
}

async function resumeNamed(
  setting: Setting,
  args: SessionArguments,
  given: string,
): Promise<SessionChoice> {
  const found = findSession(await allSessions(setting.root, setting.host.files), given);
  if (found.type === 'not-found') return { type: 'usage-error', message: found.message };
  const choice = await resume(setting, found.place, args.fork);
  if (choice !== 'unusable') return choice;
  const kept = await readSession(found.place, setting.host.files);
  const unusable = kept.type === 'unusable' ? kept : emptySession(found.place.id);
  return { type: 'refused', message: unusable.message };
}

async function resume(
  setting: Setting,
  place: SessionPlace,
  isFork: boolean,
): Promise<SessionChoice | 'unusable'> {
  const { options, host, isPreview } = setting;
  try {
    if (!isFork && !isPreview) {
      const opened = await resumeSession(place, options);
      return opened.type === 'unusable' ? 'unusable' : chosen(opened);
    }
    const kept = await readSession(place, host.files);
    if (kept.type === 'unusable' || isEmpty(kept.replay)) return 'unusable';
    const refusal = options.refuse?.(kept.replay);
    if (refusal !== undefined) return { type: 'not-trusted', ...refusal };
    const { history, systemPrompt } = kept.replay;
    if (isPreview) return { type: 'chosen', history, systemPrompt, notes: [] };
    return chosen(await beginSession(placeOf(setting.folder, setting.newId), options, kept.replay));
  } catch (error) {
    return withoutKeeping(setting, place, error);
  }
}

/** It can be read but not written: the conversation goes on all the same. */
async function withoutKeeping(
  { host, root, options }: Setting,
  place: SessionPlace,
  cause: unknown,
): Promise<SessionChoice | 'unusable'> {
  const kept = await readSession(place, host.files).catch(() => undefined);
  if (kept === undefined) return { type: 'refused', message: cannotRead(place, cause) };
  if (kept.type === 'unusable') return 'unusable';
  const refusal = options.refuse?.(kept.replay);
  if (refusal !== undefined) return { type: 'not-trusted', ...refusal };
  const { history, systemPrompt } = kept.replay;
  return { type: 'chosen', history, systemPrompt, notes: [notKept(cause, root)] };
}

function chosen(opened: OpenedSession): SessionChoice {
  switch (opened.type) {
    case 'open': {
      const { session } = opened;
      const { history, systemPrompt, notes } = session;
      return {
        type: 'chosen',
        session: session.log.isKept ? session : undefined,
        history,
        systemPrompt,
        notes,
      };
    }
    case 'in-use': {
      const { processId, machine } = opened.lock;
      const message = `The session is in use by process ${processId} on ${machine}. End that one, or go on in a copy with --fork.`;
      return { type: 'refused', message };
    }
    case 'refused':
      return { ...opened, type: 'not-trusted' };
    case 'unusable':
      return { type: 'refused', message: opened.message };
  }
}
