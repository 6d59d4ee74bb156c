import type { JsonValue } from '../../protocol/json.ts';
import type { ModelErrorCategory } from '../../protocol/model-error.ts';
import { type Classification, classifyHttpStatus } from '../classify-http-status.ts';
import { arrayAt, isJsonObject, numberAt, objectAt, stringAt, valueAt } from '../json.ts';

/** What an error body of the family says, whatever its shape. */
export interface ChatError {
  readonly message: string | undefined;
  /** The vendor's own word: its code where that is a text, else its type. */
  readonly code: string | undefined;
  readonly type: string | undefined;
  /** A status that stands inside the body, as in streams. */
  readonly status: number | undefined;
  /** A wait in a field of the body: seconds, or a duration such as `3.5s`. */
  readonly retryAfter?: string | number | undefined;
}

/**
 * Reads an error body: an object with a nested `error` object or text, a flat object, a list with
 * one of them, or a text.
 *
 * @returns `undefined` when the value is no error body at all.
 */
export function readChatError(body: JsonValue | undefined): ChatError | undefined {
  if (typeof body === 'string')
    return { message: body, code: undefined, type: undefined, status: undefined };
  const outer = isJsonObject(body) ? body : objectAt(arrayAt(body)[0]);
  if (outer === undefined) return undefined;
  const nested = valueAt(outer, 'error');
  const inner = isJsonObject(nested) ? nested : outer;
  const message =
    (typeof nested === 'string' ? nested : stringAt(inner, 'message')) ??
    stringAt(arrayAt(outer, 'detail')[0], 'msg') ??
    stringAt(outer, 'detail');
  const code = stringAt(inner, 'code') ?? stringAt(outer, 'code');
  const type = stringAt(inner, 'type') ?? stringAt(outer, 'type');
  if (message === undefined && code === undefined && type === undefined) return undefined;
  const status =
    numberAt(inner, 'status_code') ?? numberAt(inner, 'code') ?? numberAt(outer, 'status_code');
  return { message, code, type, status };
}

const final = (category: ModelErrorCategory): Classification => ({ category, retryable: false });
const transient = (category: ModelErrorCategory): Classification => ({ category, retryable: true });

/** The family's own words; a vendor puts its table before this one. */
const CODES: Readonly<Record<string, Classification>> = {
  context_length_exceeded: final('context_length_exceeded'),
  exceed_context_size_error: final('context_length_exceeded'),
  insufficient_quota: final('auth_error'),
  insufficient_balance: final('auth_error'),
  billing_hard_limit_reached: final('auth_error'),
  billing_not_active: final('auth_error'),
  invalid_api_key: final('auth_error'),
  authentication_error: final('auth_error'),
  permission_error: final('auth_error'),
  rate_limit_exceeded: transient('rate_limited'),
  rate_limit_error: transient('rate_limited'),
  slow_down: transient('rate_limited'),
  // The type of a rate limit names the budget.
  tokens: transient('rate_limited'),
  requests: transient('rate_limited'),
  model_not_found: final('invalid_request'),
  unknown_model: final('invalid_request'),
  data_residency_mismatch: final('invalid_request'),
  tool_use_failed: final('invalid_request'),
  content_filter: final('content_filtered'),
  content_policy_violation: final('content_filtered'),
  bio_policy: final('content_filtered'),
  image_content_policy_violation: final('content_filtered'),
  server_error: transient('overloaded'),
  vector_store_timeout: transient('overloaded'),
  internal_server_error: transient('overloaded'),
  service_unavailable: transient('overloaded'),
  unavailable_error: transient('overloaded'),
  overloaded_error: transient('overloaded'),
  capacity_exceeded: transient('overloaded'),
  insufficient_system_resource: transient('overloaded'),
};

/** How servers without a code say that a conversation is too long. */
const TOO_LONG = [
  'exceeds the available context size',
  'exceed_context_size_error',
  'greater than the context length',
  'trying to keep the first',
  'maximum context length',
  'maximum prompt length is',
  'input tokens exceed the configured limit',
  'exceeds the context window',
  'context window exceeds limit',
  'exceeded model token limit',
  'reduce the length of the messages',
  'too many tokens',
] as const;

const TOO_LONG_PATTERN = /too large for model with|n_keep.*n_ctx|context size has been exceeded/;

/** A text about "too many tokens" means the budget here, or the account. */
const NEVER_TOO_LONG = new Set([401, 402, 403, 429]);

/** Without a status, in a stream: what the vendor found wrong with the request or its images. */
const INVALID = /^invalid_|image/;

export interface ChatErrorOptions {
  /** Codes and types of one vendor, before those of the family. */
  readonly codes?: Readonly<Record<string, Classification>> | undefined;
}

/**
 * Classifies an error by code, then type, then text, then status; only "too long" is ever read
 * from a text.
 *
 * @param status - Of the response; `undefined` inside a stream, where the body's own counts.
 */
export function classifyChatError(
  error: ChatError,
  status: number | undefined,
  options: ChatErrorOptions = {},
): Classification {
  const byWord = [error.code, error.type]
    .map((word) => (word === undefined ? undefined : lookUp(word, options.codes)))
    .find((found) => found !== undefined);
  if (byWord) return byWord;
  const effective = status === undefined || status < 300 ? error.status : status;
  const isRefused = effective !== undefined && NEVER_TOO_LONG.has(effective);
  if (!isRefused && saysTooLong(error.message)) return final('context_length_exceeded');
  // A policy named in words stands beside a code that means any bad prompt.
  if (error.code === 'invalid_prompt' && /policy|safety/i.test(error.message ?? '')) {
    return final('content_filtered');
  }
  if (effective !== undefined && effective >= 300) return classifyHttpStatus(effective);
  const isInvalid = [error.type, error.code].some((word) => INVALID.test(word ?? ''));
  return final(isInvalid ? 'invalid_request' : 'unknown');
}

/** Whether a text means that the conversation is longer than the model takes. */
export function saysTooLong(message: string | undefined): boolean {
  const text = message?.toLowerCase() ?? '';
  return TOO_LONG.some((phrase) => text.includes(phrase)) || TOO_LONG_PATTERN.test(text);
}

function lookUp(
  word: string,
  codes: Readonly<Record<string, Classification>> = {},
): Classification | undefined {
  const table = Object.hasOwn(codes, word) ? codes : CODES;
  return Object.hasOwn(table, word) ? table[word] : undefined;
}

const TRY_AGAIN = /try again in ((?:\d+(?:\.\d+)?(?:ms|s|m|h|d))+)/i;

/** The wait that a text asks for, such as `6m0s` of "Please try again in 6m0s". */
export function waitInText(message: string | undefined): string | undefined {
  return TRY_AGAIN.exec(message ?? '')?.[1];
}
