// What the gateway's failures mean. It names them in several places, of which the most exact counts.
import {
  type Classification,
  isJsonObject,
  type JsonValue,
  type ModelErrorCategory,
  ModelFailure,
  numberAt,
  objectAt,
  parseJson,
  stringAt,
  valueAt,
} from 'agent-hcl/sdk';
import {
  type ChatError,
  type DialectErrors,
  readChatError,
  saysTooLong,
} from 'agent-hcl/sdk/chat-completions';

/** Begins every message. */
export const PROVIDER_NAME = 'openrouter';

const final = (category: ModelErrorCategory): Classification => ({ category, retryable: false });
const transient = (category: ModelErrorCategory): Classification => ({ category, retryable: true });

/** By `error.availability.code` and `error.metadata.error_type`. */
const CODES: Readonly<Record<string, Classification>> = {
  context_length_exceeded: final('context_length_exceeded'),
  max_tokens_exceeded: final('invalid_request'),
  token_limit_exceeded: final('invalid_request'),
  string_too_long: final('invalid_request'),
  invalid_request: final('invalid_request'),
  invalid_prompt: final('invalid_request'),
  not_found: final('invalid_request'),
  unprocessable: final('invalid_request'),
  payload_too_large: final('invalid_request'),
  model_not_found: final('invalid_request'),
  no_endpoints: final('invalid_request'),
  model_deprecated: final('invalid_request'),
  constraint_filtered: final('invalid_request'),
  privacy_restricted: final('invalid_request'),
  free_variant_ended: final('invalid_request'),
  authentication: final('auth_error'),
  permission_denied: final('auth_error'),
  payment_required: final('auth_error'),
  content_policy_violation: final('content_filtered'),
  refusal: final('content_filtered'),
  rate_limit_exceeded: transient('rate_limited'),
  capacity_exhausted: transient('rate_limited'),
  provider_overloaded: transient('overloaded'),
  provider_unavailable: transient('overloaded'),
  temporarily_unavailable: transient('overloaded'),
  timeout: transient('overloaded'),
  server: transient('overloaded'),
};

/** Its number means what it says here, not what it says of servers in general. */
const CODE_OF_STATUS: Readonly<Record<number, string>> = { 413: 'payload_too_large' };

export const ERRORS: DialectErrors = {
  provider: PROVIDER_NAME,
  codes: CODES,
  requestIdHeaders: ['x-generation-id', 'x-request-id'],
  read: readError,
  hide: (text) => text.replace(USER_ID, '$1"…"'),
};

const USER_ID = /("user_id"\s*:\s*)"[^"]*"/g;

/** A request or a setting that can not work, told before anything is sent. */
export function invalidRequest(text: string): ModelFailure {
  const message = `${PROVIDER_NAME}: ${text}`;
  return new ModelFailure({ category: 'invalid_request', message, retryable: false });
}

function readError(body: JsonValue | undefined): ChatError | undefined {
  const read = readChatError(body);
  if (read === undefined) return undefined;
  const error = objectAt(body, 'error');
  const message = withUpstreamWords(read.message, error);
  const code = codeOf(body, read, message);
  const retryAfter =
    numberAt(error, 'availability', 'retry_after') ??
    stringAt(error, 'availability', 'retry_after');
  return { ...read, message, code, retryAfter };
}

function codeOf(
  body: JsonValue | undefined,
  { code, type, status }: ChatError,
  message: string | undefined,
): string | undefined {
  const error = objectAt(body, 'error');
  const found = [
    stringAt(error, 'availability', 'code'),
    // Refused by moderation or by a guardrail of the account.
    isModerated(error) ? 'content_policy_violation' : undefined,
    stringAt(error, 'metadata', 'error_type'),
    // Where the Responses interface says what happened; its code is one of four words.
    stringAt(body, 'error_type') ?? stringAt(body, 'response', 'error_type'),
    code,
    type,
    CODE_OF_STATUS[status ?? 0],
  ].find((word) => word !== undefined && Object.hasOwn(CODES, word));
  const isVague = found === undefined || CODES[found]?.category === 'invalid_request';
  if (isVague && saysTooLong(message)) return 'context_length_exceeded';
  return found ?? code;
}

function isModerated(error: JsonValue | undefined): boolean {
  return ['reasons', 'flagged_input', 'patterns'].some(
    (name) => (valueAt(error, 'metadata', name) ?? null) !== null,
  );
}

/** "Provider returned error" alone helps nobody: what the provider said comes after it. */
function withUpstreamWords(
  message: string | undefined,
  error: JsonValue | undefined,
): string | undefined {
  const words = upstreamWords(valueAt(error, 'metadata', 'raw'));
  const models = valueAt(error, 'availability', 'fallback_models');
  const others = Array.isArray(models) ? models.filter((each) => typeof each === 'string') : [];
  const parts = [
    message,
    words === message ? undefined : words,
    others.length === 0 ? undefined : `available instead: ${others.join(', ')}`,
  ];
  return parts.filter((part) => part !== undefined && part !== '').join(': ') || undefined;
}

/** Upstream text, which is JSON in a text at times. */
function upstreamWords(raw: JsonValue | undefined): string | undefined {
  const inner = typeof raw === 'string' ? parseJson(raw) : raw;
  if (isJsonObject(inner)) return readChatError(inner)?.message;
  return typeof raw === 'string' ? raw : undefined;
}
