/** Kept conversations as the JSON and the text of `agent sessions`. */
import { formatCost, formatLocalMoment, formatTokens } from '../../format/quantities.ts';
import { terminalSafe } from '../../format/terminal-safe.ts';
import { SCHEMA_VERSION } from '../../output/printer.ts';
import type { JsonObject } from '../../protocol/json.ts';
import { usageObject } from '../../session/costs.ts';
import { messageJson } from '../../session/message-json.ts';
import type { UsageJson } from '../../session/record.ts';
import type { Replay } from '../../session/replay.ts';
import { shorten } from '../../session/session-notes.ts';
import { textTable } from '../text-table.ts';

/** The document of `list --json`. */
export function listJson(sessions: readonly Replay[]): JsonObject {
  return { schema_version: SCHEMA_VERSION, sessions: sessions.map(sessionJson) };
}

/** The document of `show --json` and `export --format json`. */
export function showJson(session: Replay): JsonObject {
  return {
    schema_version: SCHEMA_VERSION,
    session: sessionJson(session),
    // What is JSON by construction; the types of records are closed, those of JSON are not.
    messages: session.history.map((message) => ({ ...messageJson(message, same) }) as JsonObject),
    calls: session.attempts.map(({ provider, model, status, usage, costUsd }) => ({
      provider,
      model,
      status,
      usage: usageObject(usage),
      cost_usd: costUsd,
    })),
  };
}

/** It was redacted when it was written. */
const same = (text: string): string => text;

function sessionJson(session: Replay): JsonObject {
  const { header, title, lastUsedAt, turns, history, usage, costUsd } = session;
  return {
    id: header.id,
    title: shorten(title, 200),
    created_at: header.created_at,
    last_used_at: lastUsedAt,
    configuration: header.configuration,
    cwd: header.cwd,
    forked_from: header.forked_from,
    turns,
    messages: history.length,
    usage: usageObject(usage),
    cost_usd: costUsd,
  };
}

const HEAD = ['ID', 'LAST USED', 'TURNS', 'TOKENS', 'COST', 'DIRECTORY', 'TITLE'];

export function listText(sessions: readonly Replay[]): string {
  if (sessions.length === 0) return 'No conversation is kept.\n';
  const rows = sessions.map(({ header, lastUsedAt, turns, usage, costUsd, title }) => [
    header.id,
    formatLocalMoment(lastUsedAt),
    String(turns),
    formatTokens(allTokens(usage)),
    formatCost(costUsd ?? undefined),
    header.cwd,
    shorten(title, 40),
  ]);
  return textTable([HEAD, ...rows.map((row) => row.map(terminalSafe))]);
}

function allTokens(usage: UsageJson): number {
  return Object.values(usage).reduce<number>((sum, count) => sum + (count ?? 0), 0);
}
