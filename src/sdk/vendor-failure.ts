import { type ModelError, mayRetry } from '../protocol/model-error.ts';
import { limitUtf8 } from '../protocol/utf8-limit.ts';
import { type Classification, classifyHttpStatus } from './classify-http-status.ts';
import type { HttpResponse } from './http.ts';
import { ModelFailure } from './model-failure.ts';
import { parseRetryAfter } from './retry-after.ts';

/** What an adapter knows of a failed call. */
export interface VendorFailure {
  /** Begins the message. */
  readonly provider: string;
  /** By the vendor's own code or text; absent: by the HTTP status. */
  readonly classification?: Classification | undefined;
  /** The vendor's sentence; absent: `HTTP 502`. Never an HTML page. */
  readonly message?: string | undefined;
  readonly vendorCode?: string | undefined;
  readonly requestId?: string | undefined;
  /** As received; kept in the detail. */
  readonly body?: string | undefined;
  /** Absent for an error inside a stream, which has no status of its own. */
  readonly response?: Pick<HttpResponse, 'status' | 'headers' | 'receivedAtMs'> | undefined;
  /** A delay from the body, milliseconds; a header comes first. */
  readonly retryAfterMs?: number | undefined;
}

/**
 * Room for a message and a detail. The service cuts both to their limits on the wire (1,024 and
 * 2,048 bytes) after it removed secrets: a cut before that could leave half of one unrecognised.
 */
const MESSAGE_BYTES = 8 * 1024;
const DETAIL_BYTES = 16 * 1024;

const ERROR_BODY_BYTES = 64 * 1024;

/**
 * Makes the classified error of a failed call. `retry-after` headers count only when the category
 * may be retried, and so does `x-should-retry`, which never turns a spent quota (`rate_limited` or
 * `overloaded` that the adapter says is final) into a retry.
 */
export function modelErrorOf(failure: VendorFailure): ModelError {
  const { category, retryable: guess } = classification(failure);
  const retryable = mayRetry(category) && shouldRetry(failure, category, guess);
  const retryAfterMs = retryable ? delayOf(failure) : undefined;
  const sentence = failure.message?.replaceAll(/\s+/g, ' ').trim() || statusText(failure);
  return {
    category,
    message: limitUtf8(`${failure.provider}: ${sentence}`, MESSAGE_BYTES),
    retryable,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    rawDetail: limitUtf8(`${detailLine(failure)}\n${failure.body ?? sentence}`, DETAIL_BYTES),
  };
}

/** `modelErrorOf`, ready to throw. */
export function vendorFailure(failure: VendorFailure, options?: { cause?: unknown }): ModelFailure {
  return new ModelFailure(modelErrorOf(failure), options);
}

/**
 * Reads the body of a failed response, at most 64 KiB. A body that breaks off is what came of it:
 * the status is known and says more than the break.
 */
export async function readErrorBody(response: HttpResponse): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let left = ERROR_BODY_BYTES;
  try {
    for await (const chunk of response.body) {
      text += decoder.decode(chunk.subarray(0, left), { stream: true });
      left -= chunk.length;
      if (left <= 0) break;
    }
  } catch (error) {
    // Anything else is an abort, which is no failure of the vendor.
    if (!(error instanceof ModelFailure)) throw error;
  }
  return text;
}

function classification({ classification: known, response }: VendorFailure): Classification {
  if (known !== undefined) return known;
  return response === undefined
    ? { category: 'unknown', retryable: false }
    : classifyHttpStatus(response.status);
}

function shouldRetry(
  failure: VendorFailure,
  category: ModelError['category'],
  guess: boolean,
): boolean {
  const isFinal = failure.classification !== undefined && !guess && category !== 'unknown';
  switch (failure.response?.headers['x-should-retry']?.toLowerCase()) {
    case 'true':
      return !isFinal;
    case 'false':
      return false;
    default:
      return guess;
  }
}

function delayOf({ response, retryAfterMs }: VendorFailure): number | undefined {
  const asked =
    response === undefined ? undefined : parseRetryAfter(response.headers, response.receivedAtMs);
  return asked ?? retryAfterMs;
}

function statusText({ response, vendorCode }: VendorFailure): string {
  if (response !== undefined) return `HTTP ${response.status}`;
  return vendorCode ?? 'the stream reported an error';
}

function detailLine({ response, vendorCode, requestId }: VendorFailure): string {
  const parts = [
    ['http_status', response === undefined ? undefined : String(response.status)],
    ['vendor_code', vendorCode],
    ['request_id', requestId],
  ] as const;
  return parts
    .filter(([, value]) => value !== undefined && value.trim() !== '')
    .map(([name, value]) => `${name}=${token(value ?? '')}`)
    .join(' ');
}

/** The line is read back by its spaces: a value must not bring its own. */
function token(value: string): string {
  return limitUtf8(value.trim().replaceAll(/\s+/g, '_'), 200);
}
