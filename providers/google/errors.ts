// What the vendor's failures mean. Its structured error comes first, then the HTTP status, which is
// all there is when a proxy answers in its place.
import {
  arrayAt,
  type Classification,
  classifyHttpStatus,
  type HttpResponse,
  isJsonArray,
  type JsonObject,
  type JsonValue,
  type ModelError,
  ModelFailure,
  modelErrorOf,
  numberAt,
  objectAt,
  parseJson,
  parseRetryDelay,
  type RateLimitSnapshot,
  stringAt,
} from 'agent-hcl/sdk';
import { classifyError } from './classify.ts';
import { quotaLimits, violatedQuotas } from './limits.ts';

/** Begins every message. */
export const PROVIDER_NAME = 'google';

/** Classifies a response that is not a success, from its body as it was read. */
export function errorOfResponse(response: HttpResponse, text: string): ModelError {
  const error = unwrapError(parseJson(text));
  return errorOf(error, text, response);
}

/** Classifies an error inside a stream, whose HTTP status was 200. */
export function errorOfChunk(chunk: JsonValue | undefined, text: string): ModelError {
  return errorOf(unwrapError(chunk), text, undefined);
}

/** Budgets that a refusal names; an answer that succeeds publishes none. */
export function limitsOf(body: JsonValue | undefined): readonly RateLimitSnapshot[] {
  return quotaLimits(unwrapError(body));
}

/** An answer that broke off or can not be used. */
export function brokenAnswer(message: string, retryable: boolean): ModelError {
  const classification = { category: 'unknown', retryable } as const;
  return modelErrorOf({ provider: PROVIDER_NAME, classification, message: withoutIds(message) });
}

/** A request or a setting that can not work, told before anything is sent. */
export function invalidRequest(text: string): ModelFailure {
  const message = `${PROVIDER_NAME}: ${text}`;
  return new ModelFailure({ category: 'invalid_request', message, retryable: false });
}

/**
 * The vendor's error object, out of whatever is around it: a list of one, or an error whose message
 * is the JSON of the true one.
 */
export function unwrapError(body: JsonValue | undefined): JsonObject | undefined {
  const holder = isJsonArray(body) ? body[0] : body;
  const error = objectAt(holder, 'error');
  const inner = parseJson(stringAt(error, 'message')?.trim() ?? '');
  return (inner === undefined ? undefined : unwrapError(inner)) ?? error ?? bareError(holder);
}

/** Gateways also answer with the text alone. */
function bareError(holder: JsonValue | undefined): JsonObject | undefined {
  const message = stringAt(holder, 'error');
  return message ? { message } : undefined;
}

function errorOf(
  error: JsonObject | undefined,
  text: string,
  response: HttpResponse | undefined,
): ModelError {
  const message = stringAt(error, 'message');
  return modelErrorOf({
    provider: PROVIDER_NAME,
    classification: classificationOf(error),
    message: message === undefined ? undefined : withoutIds(message),
    vendorCode: stringAt(error, 'status') || undefined,
    body: withoutIds(text),
    response,
    retryAfterMs: delayOf(error),
  });
}

/** Without an object of the vendor's, the response's status decides. */
function classificationOf(error: JsonObject | undefined): Classification | undefined {
  const known = classifyError(error);
  if (known !== undefined) return known;
  const code = numberAt(error, 'code');
  return code !== undefined && code >= 300 ? classifyHttpStatus(code) : undefined;
}

const MINUTE_MS = 60_000;
const RETRY_IN = /retry in (\d+(?:\.\d+)?(?:ms|s))/i;

/** There is no header: the delay is in a detail, or only in the words. */
function delayOf(error: JsonObject | undefined): number | undefined {
  const delays = arrayAt(error, 'details').map((detail) => stringAt(detail, 'retryDelay'));
  const words = RETRY_IN.exec(stringAt(error, 'message') ?? '')?.[1];
  const told = [...delays, words].map(parseRetryDelay).find((delay) => delay !== undefined);
  if (told !== undefined) return told;
  const isPerMinute = violatedQuotas(error).some(({ id }) => /PerMinute/i.test(id));
  return isPerMinute ? MINUTE_MS : undefined;
}

const PRIVATE = /\bAIza[\w-]{20,}|\b(?:projects?\/|project_number:|project )\d{6,}/g;

/** Errors quote keys and the number of the customer's project. */
function withoutIds(text: string): string {
  return text.replaceAll(PRIVATE, (found) =>
    found.startsWith('AIza') ? '(key)' : found.replace(/\d{6,}/, '(number)'),
  );
}
