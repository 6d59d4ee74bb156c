/** What a session file holds, one record a line: the public format `session-record`. */
import type { JsonObject } from '../protocol/json.ts';
import type { MessageJson } from './message-json.ts';

/** Of the format: a record of a higher one can not be understood by this program. */
export const RECORD_VERSION = 1;

/** Token counters as in the JSON of a run; one that nobody reported is absent. */
export interface UsageJson {
  readonly input_tokens?: number | undefined;
  readonly output_tokens?: number | undefined;
  readonly cache_read_tokens?: number | undefined;
  readonly cache_write_tokens?: number | undefined;
  readonly reasoning_tokens?: number | undefined;
}

/** Always the first line. */
export interface SessionHeader {
  readonly type: 'session';
  readonly id: string;
  readonly created_at: string;
  /** The configuration it belongs to: `--continue` sees the sessions of the same one only. */
  readonly configuration: string;
  readonly cwd: string;
  /** The session whose history this one began with. */
  readonly forked_from: string | null;
}

/** A program began to write. */
export interface OpenedRecord {
  readonly type: 'opened';
  readonly at: string;
  readonly program: string;
  readonly profile: string;
  /** Where requests of this run may go. */
  readonly origins: readonly string[];
  /** Bytes of a torn last line that were removed. */
  readonly repaired_bytes: number;
}

/** A call of a model is over: what it cost is said here, and never computed again. */
export interface AttemptEndRecord {
  readonly type: 'attempt_end';
  readonly at: string;
  readonly turn_id: string;
  readonly attempt: number;
  readonly provider: string;
  readonly model: string;
  readonly status: AttemptStatus;
  readonly usage: UsageJson;
  /** `null`: not known. */
  readonly cost_usd: number | null;
}

export type AttemptStatus = 'ok' | 'failed' | 'cut';

export interface TurnEndRecord {
  readonly type: 'turn_end';
  readonly at: string;
  readonly turn_id: string;
  readonly status: string;
  readonly stop_reason: string | null;
  readonly limit: string | null;
  readonly incomplete: boolean;
  readonly duration_ms: number;
  readonly usage: UsageJson;
  readonly cost_usd: number | null;
  readonly error_category: string | null;
}

/** A call of a model in the ledger; a later record of the same call replaces an earlier one. */
export interface CallRecord {
  readonly type: 'call';
  readonly at: string;
  /** `null`: of a conversation that is not kept. */
  readonly session_id: string | null;
  /** Turn and attempt: what tells calls apart. */
  readonly call: string;
  readonly provider: string;
  readonly model: string;
  /** `started`: its end was not seen yet, or never. */
  readonly status: 'started' | AttemptStatus;
  readonly usage: UsageJson;
  readonly cost_usd: number | null;
}

export type SessionRecord =
  | SessionHeader
  | OpenedRecord
  /** The system prompt from here on. */
  | { readonly type: 'system'; readonly text: string | null }
  | { readonly type: 'message'; readonly message: MessageJson }
  | {
      readonly type: 'turn_start';
      readonly at: string;
      readonly turn_id: string;
      /** Ids of what is asked. */
      readonly messages: readonly string[];
    }
  /** An event as `stream-json` prints it; texts of the same kind that follow each other are joined. */
  | { readonly type: 'event'; readonly event: JsonObject }
  | AttemptEndRecord
  | TurnEndRecord
  /** These messages join the history. */
  | { readonly type: 'history'; readonly append: readonly string[] }
  /** The history consists of these messages from here on. */
  | { readonly type: 'history'; readonly order: readonly string[] };

/** The line of a record, with its newline. */
export function recordLine(record: SessionRecord | CallRecord): string {
  return `${JSON.stringify({ v: RECORD_VERSION, ...record })}\n`;
}
