// Recorded responses of vendors with the outcome each must have; the format is the same for the
// shared acceptance data and for our own fixtures.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject, JsonValue } from '../../src/protocol/json.ts';
import type { PlayedResponse } from './wire-server.ts';

/** What a completion must come to; a field that is absent is not judged. */
export interface ExpectedOutcome {
  readonly text: string;
  readonly thinking: string;
  /** In the vendor's order; `signature` or `data` as the text on the wire. */
  readonly thinking_blocks?: readonly JsonObject[];
  /** How many reasoning items carried a token that must come out as a signature. */
  readonly opaque_reasoning_blocks?: number;
  /** Tokens of known length, wherever they stood. */
  readonly signatures?: readonly { readonly chars: number }[];
  readonly tool_calls: readonly {
    readonly id?: string;
    readonly name: string;
    readonly arguments: JsonValue;
  }[];
  /** `null`: the vendor reported none, and none may be made up. A counter of `null` is zero. */
  readonly usage: Readonly<Record<UsageCounter, number | null>> | null;
  readonly stop: string | null;
  readonly stop_any_of?: readonly string[];
  readonly error_category: string | null;
  /** An error of this category passes as well. */
  readonly accept_error_category?: string;
  readonly retryable?: boolean;
  readonly retry_after_seconds?: number | null;
  readonly retry_after_ms?: number | null;
  readonly request_id?: string;
  readonly response_id?: string | null;
  readonly model?: string | null;
  readonly rate_limits?: readonly ExpectedLimit[];
}

export type UsageCounter = 'input' | 'output' | 'cache_read' | 'cache_write' | 'reasoning';

export interface ExpectedLimit {
  /** The vendor's own name of the budget. */
  readonly name: string;
  readonly limit?: number | null;
  readonly remaining?: number | null;
  readonly reset_at?: string;
  /** From the moment of the response. */
  readonly reset_after_ms?: number | null;
}

export interface FixtureCase {
  readonly name: string;
  /** Which of a vendor's interfaces the response belongs to. */
  readonly endpoint: string | undefined;
  /** Settings the case assumes. */
  readonly config: JsonObject;
  readonly response: PlayedResponse;
  readonly expected: ExpectedOutcome;
}

/** The completions among the cases of a folder; rosters and counts are judged elsewhere. */
export function loadFixtureCases(folder: string): readonly FixtureCase[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.expected.json'))
    .sort()
    .map((file) => loadCase(folder, file.slice(0, -'.expected.json'.length)))
    .filter(({ expected }) => 'error_category' in expected);
}

function loadCase(folder: string, name: string): FixtureCase {
  const expected = JSON.parse(readFileSync(join(folder, `${name}.expected.json`), 'utf8'));
  const response = recordedResponse(folder, name);
  return { name, endpoint: expected.endpoint, config: expected.config ?? {}, response, expected };
}

/** What the vendor sent in one case. */
export function recordedResponse(folder: string, name: string): PlayedResponse {
  const read = (suffix: string) => readFileSync(join(folder, `${name}${suffix}`));
  const has = (suffix: string) => existsSync(join(folder, `${name}${suffix}`));
  if (!has('.sse')) return plain(JSON.parse(read('.http.json').toString('utf8')));
  return {
    headers: { 'content-type': 'text/event-stream' },
    ...(has('.headers.json') ? JSON.parse(read('.headers.json').toString('utf8')) : {}),
    body: read('.sse'),
  };
}

interface HttpFile {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A body that is a text, such as a proxy's page, is sent as it is. */
function plain({ status, headers, body }: HttpFile): PlayedResponse {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: text };
}
