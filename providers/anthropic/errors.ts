// What the vendor's failures mean. Its structured error comes first, then its wording, then the
// HTTP status, which is all there is when a proxy answers in its place.
import {
  type HttpResponse,
  type JsonValue,
  type ModelError,
  type ModelErrorCategory,
  ModelFailure,
  mayRetry,
  modelErrorOf,
  parseJson,
  type RateLimitSnapshot,
  stringAt,
} from 'agent-hcl/sdk';
import { isExhausted, readLimits } from './limits.ts';

/** Begins every message. */
export const PROVIDER_NAME = 'anthropic';

const CATEGORIES: Readonly<Record<string, ModelErrorCategory>> = {
  invalid_request_error: 'invalid_request',
  not_found_error: 'invalid_request',
  conflict_error: 'invalid_request',
  authentication_error: 'auth_error',
  permission_error: 'auth_error',
  billing_error: 'auth_error',
  request_too_large: 'context_length_exceeded',
  rate_limit_error: 'rate_limited',
  api_error: 'overloaded',
  timeout_error: 'overloaded',
  overloaded_error: 'overloaded',
};

/** The vendor reports these three as plain invalid requests; only the wording tells them apart. */
const WORDINGS: readonly (readonly [RegExp, ModelErrorCategory])[] = [
  [/prompt is too long|exceed context limit/i, 'context_length_exceeded'],
  [/content filtering policy/i, 'content_filtered'],
  [/credit balance is too low/i, 'auth_error'],
];

/** Classifies a response that is not a success, from its body as it was read. */
export function errorOfResponse(response: HttpResponse, text: string): ModelError {
  const body = parseJson(text);
  const limits = readLimits(response.headers, response.receivedAtMs).snapshots;
  const { type, message } = vendorWords(body);
  // Without any budget in the headers no quota was hit: the vendor is short of capacity.
  const isCapacity = response.status === 429 && limits.length === 0;
  return modelErrorOf({
    provider: PROVIDER_NAME,
    classification: classification(type, message),
    message: withHint(message, isCapacity),
    vendorCode: type,
    requestId: response.headers['request-id'] ?? requestIdOf(body),
    body: withoutIds(text),
    response,
    retryAfterMs:
      response.status === 429 ? untilRefilled(limits, response.receivedAtMs) : undefined,
  });
}

/** Classifies an `error` event inside a stream. Its HTTP status was 200 and says nothing. */
export function errorOfEvent(event: JsonValue | undefined, text: string): ModelError {
  const { type, message } = vendorWords(event);
  return modelErrorOf({
    provider: PROVIDER_NAME,
    classification: classification(type, message),
    message,
    vendorCode: type,
    requestId: requestIdOf(event),
    body: withoutIds(text),
  });
}

/** A stream that broke off or contradicts itself: trying again may well work. */
export function brokenStream(message: string): ModelError {
  const classification = { category: 'unknown', retryable: true } as const;
  return modelErrorOf({ provider: PROVIDER_NAME, classification, message });
}

/** A request or a setting that can not work, told before anything is sent. */
export function invalidRequest(text: string, cause?: unknown): ModelFailure {
  return new ModelFailure(
    { category: 'invalid_request', message: `${PROVIDER_NAME}: ${text}`, retryable: false },
    cause === undefined ? undefined : { cause },
  );
}

/** The vendor's request id in an error body or event. */
export function requestIdOf(body: JsonValue | undefined): string | undefined {
  return stringAt(body, 'request_id') || undefined;
}

/** Gateways in between also answer with a bare text. */
function vendorWords(body: JsonValue | undefined) {
  const message =
    stringAt(body, 'error', 'message') ?? stringAt(body, 'error') ?? stringAt(body, 'message');
  return {
    type: stringAt(body, 'error', 'type') || undefined,
    message: message === undefined ? undefined : withoutIds(message),
  };
}

function classification(type: string | undefined, message: string | undefined) {
  const known =
    type !== undefined && Object.hasOwn(CATEGORIES, type) ? CATEGORIES[type] : undefined;
  if (known === undefined) return undefined;
  const worded = WORDINGS.find(([wording]) => wording.test(message ?? ''));
  const category = known === 'invalid_request' ? (worded?.[1] ?? known) : known;
  return { category, retryable: mayRetry(category) };
}

function withHint(message: string | undefined, isCapacity: boolean): string | undefined {
  const hint = 'the vendor is short of capacity, your quota is not used up';
  return isCapacity ? `${message ?? 'HTTP 429'} (${hint})` : message;
}

/** An exhausted budget says itself when it is full again. */
function untilRefilled(limits: readonly RateLimitSnapshot[], nowMs: number): number | undefined {
  const waits = limits
    .filter(isExhausted)
    .flatMap(({ resetAtMs }) => (resetAtMs === undefined ? [] : [resetAtMs - nowMs]));
  const wait = Math.max(0, ...waits);
  return wait > 0 && wait <= LONGEST_WAIT_MS ? wait : undefined;
}

const LONGEST_WAIT_MS = 24 * 3_600_000;

const UUID = /\s*\(?\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b\)?/gi;

/** Rate-limit messages name the organization by its id, which identifies the customer. */
function withoutIds(text: string): string {
  return text.replace(UUID, '');
}
