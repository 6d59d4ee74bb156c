/** Events and results as the public JSON of `cli` §3. Pure. */
import { formatTimestamp } from '../format/quantities.ts';
import type { JsonObject, JsonValue } from '../protocol/json.ts';
import type { Redact } from '../protocol/redact.ts';
import type { Usage } from '../protocol/usage.ts';
import type {
  ModelRef,
  ObservedRateLimit,
  TurnError,
  TurnEvent,
  TurnOutcome,
} from '../turn/turn-event.ts';
import { type Redactors, type RunEnd, type RunStart, SCHEMA_VERSION } from './printer.ts';
import { redactJson } from './redact-json.ts';

type Fields = Readonly<Record<string, JsonValue | undefined>>;

/** The first line of a stream. */
export function initJson(run: RunStart, redact: Redact): JsonObject {
  return {
    type: 'init',
    schema_version: SCHEMA_VERSION,
    session_id: run.sessionId ?? null,
    cwd: redact(run.workingDirectory),
    profile: run.profile,
    provider: run.provider ?? null,
    model: run.model ?? null,
    plugins: run.plugins.map(({ name, version, pid }) => ({ name, version, pid: pid ?? null })),
  };
}

/** @returns `undefined` for an event without a line of its own, as `turn-end`, which is the result. */
export function eventJson(event: TurnEvent, redactors: Redactors): JsonObject | undefined {
  const { redact, redactAll } = redactors;
  switch (event.type) {
    case 'turn-start': {
      const { turn, attempt, model } = event;
      return { type: 'turn_start', turn, attempt, provider: model.provider, model: model.model };
    }
    case 'stream-start':
      return { type: 'stream_start', request_id: redact(event.requestId) };
    case 'text-delta':
      return { type: 'text_delta', text: redact(event.text) };
    case 'thinking-delta':
      return { type: 'thinking_delta', text: redact(event.text) };
    case 'tool-call':
      return toolCallJson(event, redact);
    case 'tool-result':
      return toolResultJson(event, redact);
    case 'usage':
      return usageEventJson(event, redact);
    case 'metadata':
      return metadataJson(event, redact);
    case 'retry-scheduled':
      return retryJson(event, redactAll);
    case 'fallback':
      return fallbackJson(event, redactAll);
    case 'warning':
      return { type: 'warning', message: redactAll(event.message) };
    case 'error':
      return errorEventJson(event, redactAll);
    case 'redacted-thinking':
    case 'turn-end':
      return undefined;
  }
}

/** The document of `json` and the last line of `stream-json`. */
export function resultJson(end: RunEnd, { redact, redactAll }: Redactors): JsonObject {
  const { outcome } = end;
  return {
    type: 'result',
    schema_version: SCHEMA_VERSION,
    status: outcome.status,
    exit_code: end.exitCode,
    result: redact(outcome.text),
    ...(outcome.structured === undefined
      ? {}
      : { structured_output: redactJson(outcome.structured, redact) }),
    stop_reason: outcome.stopReason ?? null,
    turns: end.turns,
    ...contextJson(outcome.contextSize),
    usage: usageJson(outcome.usage),
    cost_usd: outcome.costUsd ?? null,
    duration_ms: outcome.durationMs,
    session_id: end.sessionId ?? null,
    provider: outcome.model?.provider ?? null,
    model: outcome.model?.model ?? null,
    request_id: outcome.requestId === undefined ? null : redact(outcome.requestId),
    rate_limits: outcome.rateLimits.map((limit) => rateLimitJson(limit, redact)),
    incomplete: outcome.incomplete,
    limit: outcome.limit ?? null,
    error: outcome.error === undefined ? null : errorJson(outcome.error, redactAll),
  };
}

/** Nothing where no turn was run. */
function contextJson(size: TurnOutcome['contextSize']): JsonObject {
  if (size === undefined) return {};
  const { messages, tokens, exact } = size;
  return { context: { messages, tokens, exact } };
}

function toolCallJson(
  { id, name, arguments: input }: TurnEvent & { readonly type: 'tool-call' },
  redact: Redact,
): JsonObject {
  const redacted = redactJson(input, redact);
  return { type: 'tool_call', id: redact(id), name: redact(name), arguments: redacted };
}

function toolResultJson(
  { id, isError, content }: TurnEvent & { readonly type: 'tool-result' },
  redact: Redact,
): JsonObject {
  return { type: 'tool_result', id: redact(id), is_error: isError, content: redact(content) };
}

function usageEventJson(
  { usage, costUsd, rateLimits }: TurnEvent & { readonly type: 'usage' },
  redact: Redact,
): JsonObject {
  return {
    type: 'usage',
    usage: usageJson(usage),
    cost_usd: costUsd ?? null,
    rate_limits: rateLimits.map((limit) => rateLimitJson(limit, redact)),
  };
}

function errorEventJson(
  { error }: TurnEvent & { readonly type: 'error' },
  redact: Redact,
): JsonObject {
  const detail = optional(error.rawDetail, redact) ?? null;
  return { type: 'error', ...errorJson(error, redact), raw_detail: detail };
}

/** A counter nobody reported is left out: zero would be a claim. */
export function usageJson(usage: Usage | undefined): JsonObject {
  return present({
    input_tokens: usage?.inputTokens,
    output_tokens: usage?.outputTokens,
    cache_read_tokens: usage?.cacheReadTokens,
    cache_write_tokens: usage?.cacheWriteTokens,
    reasoning_tokens: usage?.reasoningTokens,
  });
}

function rateLimitJson(limit: ObservedRateLimit, redact: Redact): JsonObject {
  return present({
    kind: limit.kind,
    limit_id: optional(limit.limitId, redact),
    limit_name: optional(limit.limitName, redact),
    window_role: limit.windowRole,
    limit: limit.limit,
    remaining: limit.remaining,
    used_percent: limit.usedPercent,
    window_seconds: limit.windowSeconds,
    reset_at: timestamp(limit.resetAtMs),
    as_of: timestamp(limit.asOfMs),
  });
}

function metadataJson(
  { metadata, rateLimits }: TurnEvent & { readonly type: 'metadata' },
  redact: Redact,
): JsonObject | undefined {
  const news = present({
    actual_model: optional(metadata.actualModel, redact),
    service_tier: optional(metadata.serviceTier, redact),
    rate_limits:
      rateLimits.length === 0 ? undefined : rateLimits.map((limit) => rateLimitJson(limit, redact)),
  });
  return Object.keys(news).length === 0 ? undefined : { type: 'metadata', ...news };
}

function retryJson(
  event: TurnEvent & { readonly type: 'retry-scheduled' },
  redact: Redact,
): JsonObject {
  return present({
    type: 'retry',
    attempt: event.attempt,
    max_attempts: event.maxAttempts,
    delay_ms: Math.round(event.delayMs),
    category: event.category,
    message: redact(event.message),
    budget: event.budget,
    resets_at: timestamp(event.resetsAtMs),
    discards_output: event.discardsOutput,
  });
}

function fallbackJson(
  event: TurnEvent & { readonly type: 'fallback' },
  redact: Redact,
): JsonObject {
  return {
    type: 'fallback',
    from: nameOf(event.from),
    to: nameOf(event.to),
    reason: redact(event.reason),
    skipped: event.skipped.map(({ candidate, reason }) => ({
      candidate: nameOf(candidate),
      reason: redact(reason),
    })),
    discards_output: event.discardsOutput,
  };
}

function errorJson(error: TurnError, redact: Redact): JsonObject {
  return {
    category: error.category,
    message: redact(error.message),
    retryable: error.retryable,
    retry_after_seconds: error.retryAfterMs === undefined ? null : error.retryAfterMs / 1_000,
    provider: error.provider ?? null,
    status: error.httpStatus ?? null,
    vendor_code: optional(error.vendorCode, redact) ?? null,
    request_id: optional(error.requestId, redact) ?? null,
  };
}

function nameOf({ provider, model }: ModelRef): string {
  return `${provider}/${model}`;
}

function optional(text: string | undefined, redact: Redact): string | undefined {
  return text === undefined ? undefined : redact(text);
}

function timestamp(epochMs: number | undefined): string | undefined {
  return epochMs === undefined ? undefined : formatTimestamp(epochMs);
}

function present(fields: Fields): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).filter((field): field is [string, JsonValue] => field[1] !== undefined),
  );
}
