import { terminalSafe } from '../../format/terminal-safe.ts';
import type { Files } from '../../host/host.ts';
import { jsonLine } from '../../output/json-line.ts';
import { SCHEMA_VERSION } from '../../output/printer.ts';
import {
  allSessions,
  findSession,
  lockPath,
  type SessionPlace,
  sessionsRoot,
} from '../../session/paths.ts';
import type { Replay } from '../../session/replay.ts';
import { isEmpty, type KeptSession, readSession } from '../../session/session.ts';
import type { SessionsArguments } from '../arguments.ts';
import type { CommandContext } from '../command-context.ts';
import { userDirectory } from '../paths.ts';
import { reportUsage } from '../report-usage.ts';
import { cannotList, cannotRead, cannotRemove } from '../session/file-fault.ts';
import { sessionMarkdown } from '../session/markdown.ts';
import { listJson, listText, showJson } from '../session/sessions-report.ts';

/** `agent sessions`: kept conversations, of every configuration. */
export async function sessions(args: SessionsArguments, context: CommandContext): Promise<number> {
  const { host } = context;
  const root = sessionsRoot(userDirectory('state', host.environment));
  let places: readonly SessionPlace[];
  try {
    places = await allSessions(root, host.files);
  } catch (error) {
    await host.stderr.write(`Error: ${terminalSafe(cannotList(error, root))}\n`);
    return 1;
  }
  if (args.action === 'list') return list(places, args, context);
  const found = args.ids.map((id) => findSession(places, id));
  for (const result of found) {
    if (result.type === 'not-found') return reportUsage(result.message, ['sessions'], context);
  }
  const chosen = found.flatMap((result) => (result.type === 'found' ? [result.place] : []));
  if (args.action === 'remove') return remove(chosen, args, context);
  const [place] = chosen;
  return place === undefined ? 2 : show(place, args, context);
}

/** One that can not be read is named and passed over. */
async function list(
  places: readonly SessionPlace[],
  args: SessionsArguments,
  { host }: CommandContext,
): Promise<number> {
  const found: Replay[] = [];
  for (const place of places) {
    const kept = await read(place, host.files);
    if (kept.type === 'read' && isEmpty(kept.replay)) continue;
    if (kept.type === 'read') found.push(kept.replay);
    else if (!args.quiet) await host.stderr.write(`Warning: ${terminalSafe(kept.message)}\n`);
  }
  found.sort((a, b) => (a.lastUsedAt < b.lastUsedAt ? 1 : -1));
  await host.stdout.write(args.json ? jsonLine(listJson(found)) : listText(found));
  return 0;
}

async function read(place: SessionPlace, files: Files): Promise<KeptSession> {
  try {
    return await readSession(place, files);
  } catch (error) {
    return { type: 'unusable', message: cannotRead(place, error) };
  }
}

async function show(
  place: SessionPlace,
  args: SessionsArguments,
  { host }: CommandContext,
): Promise<number> {
  const kept = await read(place, host.files);
  if (kept.type === 'unusable') {
    await host.stderr.write(`Error: ${terminalSafe(kept.message)}\n`);
    return 1;
  }
  const isJson = args.action === 'export' ? args.format === 'json' : args.json;
  if (isJson) {
    await host.stdout.write(jsonLine(showJson(kept.replay)));
    return 0;
  }
  const text = sessionMarkdown(kept.replay);
  await host.stdout.write(host.stdout.isTerminal ? terminalSafe(text) : text);
  return 0;
}

async function remove(
  places: readonly SessionPlace[],
  args: SessionsArguments,
  { host }: CommandContext,
): Promise<number> {
  const removed: string[] = [];
  for (const place of places) {
    const fault = await removeOne(place, host.files);
    if (fault === undefined) removed.push(place.id);
    else await host.stderr.write(`Error: ${terminalSafe(fault)}\n`);
  }
  const text = removed.map((id) => `Removed ${id}.\n`).join('');
  await host.stdout.write(args.json ? jsonLine({ schema_version: SCHEMA_VERSION, removed }) : text);
  return removed.length === places.length ? 0 : 1;
}

/** @returns Why it stays, such as that a running program writes to it; `undefined` when it is gone. */
async function removeOne(place: SessionPlace, files: Files): Promise<string | undefined> {
  try {
    const lock = await files.lock(lockPath(place));
    if (lock.type === 'taken') {
      return `Session ${place.id} is in use by process ${lock.processId} on ${lock.machine}.`;
    }
    try {
      await files.remove(place.path);
    } finally {
      await lock.release();
    }
    return undefined;
  } catch (error) {
    return cannotRemove(place, error);
  }
}
