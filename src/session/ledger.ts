/** What calls have cost, apart from the conversations: one file a month, no content in it. */
import { join } from 'node:path';
import type { Clock, Files } from '../host/host.ts';
import { addUsage, addUsd, usageOf } from './costs.ts';
import { SessionLog } from './log.ts';
import { type RawRecord, readRecords } from './read-records.ts';
import type { CallRecord, UsageJson } from './record.ts';

export function ledgerRoot(stateDirectory: string): string {
  return join(stateDirectory, 'ledger');
}

export interface LedgerInput {
  readonly files: Files;
  readonly clock: Pick<Clock, 'now'>;
  readonly folder: string;
  readonly onBroken: (error: unknown) => void;
}

/**
 * Opens the month's file; several processes add to it side by side, a line at a time.
 *
 * @throws Node's system error.
 */
export async function openLedger(input: LedgerInput): Promise<SessionLog> {
  const { files, clock, folder, onBroken } = input;
  const month = new Date(clock.now()).toISOString().slice(0, 7);
  const file = await files.openAppend(join(folder, `${month}.jsonl`), 0o600);
  // Whoever wrote last may have been ended within a line.
  await file.append('\n');
  return new SessionLog({ file, sizeBytes: 0, onBroken });
}

export interface Calls {
  readonly calls: readonly CallRecord[];
  readonly unreadableLines: number;
  /** Names of files that could not be read at all. */
  readonly unreadableFiles: readonly string[];
}

/** Every call once, as last noted. @param since - RFC 3339; earlier ones are left out. */
export async function readLedger(folder: string, files: Files, since?: string): Promise<Calls> {
  const names = await files.list(folder).catch(() => []);
  const months = names
    .filter((name) => /^\d{4}-\d\d\.jsonl$/.test(name))
    .filter((name) => since === undefined || name.slice(0, 7) >= since.slice(0, 7))
    .sort();
  const calls = new Map<string, CallRecord>();
  const unreadableFiles: string[] = [];
  let unreadableLines = 0;
  for (const month of months) {
    const bytes = await files.read(join(folder, month)).catch(() => undefined);
    if (bytes === undefined) {
      unreadableFiles.push(month);
      continue;
    }
    const read = readRecords(bytes);
    unreadableLines += read.unreadableLines;
    for (const record of read.records) {
      const call = callOf(record);
      if (call === undefined) unreadableLines += 1;
      // A call counts for the moment it began.
      else calls.set(call.call, { ...call, at: calls.get(call.call)?.at ?? call.at });
    }
  }
  const all = [...calls.values()].filter(({ at }) => since === undefined || at >= since);
  return { calls: all, unreadableLines, unreadableFiles };
}

function callOf(record: RawRecord): CallRecord | undefined {
  const { type, at, call, provider, model, status, cost_usd: cost } = record;
  if (type !== 'call' || typeof at !== 'string' || typeof call !== 'string') return undefined;
  if (typeof provider !== 'string' || typeof model !== 'string') return undefined;
  const session = record['session_id'];
  return {
    type,
    at,
    call,
    provider,
    model,
    session_id: typeof session === 'string' ? session : null,
    status: status === 'ok' || status === 'failed' || status === 'cut' ? status : 'started',
    usage: usageOf(record['usage']),
    cost_usd: typeof cost === 'number' ? cost : null,
  };
}

/** Sums over some calls. */
export interface CallTotal {
  readonly calls: number;
  /** Failed, cut, or never seen to end. */
  readonly unfinishedCalls: number;
  readonly usage: UsageJson;
  /** `null` when any part is not known. */
  readonly costUsd: number | null;
  /** Of those whose cost is known. */
  readonly knownCostUsd: number;
  readonly unpricedCalls: number;
}

export function totalOf(calls: readonly CallRecord[]): CallTotal {
  const costs = calls.map(({ cost_usd: cost }) => cost);
  const known = costs.filter((cost) => cost !== null);
  return {
    calls: calls.length,
    unfinishedCalls: calls.filter(({ status }) => status !== 'ok').length,
    usage: addUsage(calls.map(({ usage }) => usage)),
    costUsd: addUsd(costs),
    knownCostUsd: addUsd(known) ?? 0,
    unpricedCalls: costs.length - known.length,
  };
}

/** Calls with the same key, in the order of the keys. */
export function groupCalls(
  calls: readonly CallRecord[],
  keyOf: (call: CallRecord) => string,
): readonly (readonly [string, readonly CallRecord[]])[] {
  const groups = new Map<string, CallRecord[]>();
  for (const call of calls) {
    const key = keyOf(call);
    const group = groups.get(key) ?? [];
    group.push(call);
    groups.set(key, group);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
}
