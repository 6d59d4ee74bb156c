/** A failed call as a gRPC status: its code, and one `google.rpc.ErrorInfo` beside it. */
import { decode, encode, messageType } from './codec/message-type.ts';
import type { ErrorInfo } from './gen/google/rpc/error_details_pb.js';
import type { Status } from './gen/google/rpc/status_pb.js';
import {
  isRetryableByDefault,
  MODEL_ERROR_CATEGORIES,
  type ModelError,
  type ModelErrorCategory,
} from './model-error.ts';
import { limitUtf8, limitWords, MESSAGE_BYTES, RAW_DETAIL_BYTES } from './utf8-limit.ts';

/** The codes of gRPC, by number. */
export const GRPC_CODE = {
  ok: 0,
  cancelled: 1,
  unknown: 2,
  invalidArgument: 3,
  deadlineExceeded: 4,
  notFound: 5,
  permissionDenied: 7,
  resourceExhausted: 8,
  failedPrecondition: 9,
  outOfRange: 11,
  unimplemented: 12,
  internal: 13,
  unavailable: 14,
  unauthenticated: 16,
} as const;

/** Trailer that carries the details; the value is binary. */
export const STATUS_DETAILS_TRAILER = 'grpc-status-details-bin';

const STATUS = messageType<Status>('google.rpc.Status');
const ERROR_INFO = messageType<ErrorInfo>('google.rpc.ErrorInfo');
const TYPE_PREFIX = 'type.googleapis.com/';

const DOMAIN = 'model.pluggableharness.dev';
const REASON_PREFIX = 'MODEL_ERROR_CATEGORY_';

export interface GrpcStatus {
  readonly code: number;
  readonly message: string;
  /** Bytes of the details trailer. */
  readonly details?: Uint8Array | undefined;
}

/** What a status other than OK says about a call. */
export type StatusMeaning =
  | { readonly type: 'error'; readonly error: ModelError }
  | { readonly type: 'cancelled' }
  /** A deadline of ours passed, which is a cancellation too. */
  | { readonly type: 'deadline' }
  /** Fine for an optional call, a defect for any other. */
  | { readonly type: 'not-offered' };

const CODES: Readonly<Record<ModelErrorCategory, number>> = {
  context_length_exceeded: GRPC_CODE.resourceExhausted,
  rate_limited: GRPC_CODE.resourceExhausted,
  overloaded: GRPC_CODE.unavailable,
  auth_error: GRPC_CODE.unauthenticated,
  invalid_request: GRPC_CODE.invalidArgument,
  content_filtered: GRPC_CODE.failedPrecondition,
  unknown: GRPC_CODE.internal,
};

/** Encodes a classified failure; texts are cut to their limits. */
export function toGrpcStatus(error: ModelError): GrpcStatus {
  const code = CODES[error.category];
  const message = limitUtf8(error.message, MESSAGE_BYTES);
  const info = encode(ERROR_INFO, {
    reason: `${REASON_PREFIX}${error.category.toUpperCase()}`,
    domain: DOMAIN,
    metadata: metadataOf(error),
  });
  const details = [{ typeUrl: `${TYPE_PREFIX}${ERROR_INFO.typeName}`, value: info }];
  return { code, message, details: encode(STATUS, { code, message, details }) };
}

function metadataOf({ retryable, retryAfterMs, rawDetail }: ModelError): Record<string, string> {
  const hasWait = retryable && retryAfterMs !== undefined && retryAfterMs > 0;
  return {
    retryable: String(retryable),
    // Whole milliseconds never print with an exponent.
    ...(hasWait ? { retry_after_seconds: String(Math.ceil(retryAfterMs) / 1000) } : {}),
    ...(rawDetail ? { raw_detail: limitUtf8(rawDetail, RAW_DETAIL_BYTES) } : {}),
  };
}

/**
 * Reads a status other than OK. A detail of our domain decides; without one the code alone does.
 * Texts are cut to the limits of the contract, which not every provider keeps. Whether the process behind the call is gone is not visible here: ask that first.
 */
export function fromGrpcStatus(told: GrpcStatus): StatusMeaning {
  const status = { ...told, message: limitWords(told.message, MESSAGE_BYTES) };
  if (status.code === GRPC_CODE.cancelled) return { type: 'cancelled' };
  if (status.code === GRPC_CODE.deadlineExceeded) return { type: 'deadline' };
  if (status.code === GRPC_CODE.unimplemented) return { type: 'not-offered' };
  const info = status.details && readErrorInfo(status.details);
  return { type: 'error', error: info ? errorOf(info, status) : errorByCode(status) };
}

/** The detail of our domain in a details trailer, if there is one. */
export function readErrorInfo(bytes: Uint8Array): ErrorInfo | undefined {
  try {
    return decode(STATUS, bytes)
      .details.filter(({ typeUrl }) => typeUrl.endsWith(`/${ERROR_INFO.typeName}`))
      .map(({ value }) => decode(ERROR_INFO, value))
      .find(({ domain }) => domain === DOMAIN);
  } catch {
    // Details are optional and come from strangers: unreadable ones are as good as none.
    return undefined;
  }
}

function errorOf({ reason, metadata }: ErrorInfo, { message }: GrpcStatus): ModelError {
  const name = reason.startsWith(REASON_PREFIX) ? reason.slice(REASON_PREFIX.length) : '';
  const category =
    MODEL_ERROR_CATEGORIES.find((known) => known === name.toLowerCase()) ?? 'unknown';
  const { retryable: flag, retry_after_seconds: seconds, raw_detail: rawDetail } = metadata;
  const retryable =
    flag === 'true' || flag === 'false' ? flag === 'true' : isRetryableByDefault(category);
  return {
    category,
    message,
    retryable,
    retryAfterMs: retryable ? waitOf(seconds) : undefined,
    rawDetail: rawDetail ? limitWords(rawDetail, RAW_DETAIL_BYTES) : undefined,
  };
}

function waitOf(seconds: string | undefined): number | undefined {
  if (seconds === undefined || !/^\d+(?:\.\d+)?$/.test(seconds)) return undefined;
  // 16665.594 times 1000 is a hair above a whole number.
  const waitMs = Math.ceil(Number((Number(seconds) * 1000).toFixed(3)));
  return waitMs > 0 && Number.isSafeInteger(waitMs) ? waitMs : undefined;
}

function errorByCode({ code, message }: GrpcStatus): ModelError {
  switch (code) {
    case GRPC_CODE.unauthenticated:
    case GRPC_CODE.permissionDenied:
      return plainError('auth_error', message);
    case GRPC_CODE.invalidArgument:
    case GRPC_CODE.notFound:
    case GRPC_CODE.outOfRange:
      return plainError('invalid_request', message);
    case GRPC_CODE.failedPrecondition:
      return plainError('content_filtered', message);
    case GRPC_CODE.unavailable:
      return plainError('overloaded', message);
    case GRPC_CODE.resourceExhausted:
      return exhausted(message);
    default:
      return { ...plainError('unknown', message), rawDetail: `grpc_code=${code}` };
  }
}

function plainError(category: ModelErrorCategory, message: string): ModelError {
  return { category, message, retryable: isRetryableByDefault(category) };
}

/** Both gRPC stacks use this code for "message larger than the limit", so it is no rate limit. */
function exhausted(message: string): ModelError {
  if (/larger than (?:the )?(?:max|limit|\d)|too large|message length exceeds/i.test(message)) {
    const hint = 'the provider limits a gRPC message, usually to 4 MiB; shorten the conversation';
    return plainError('invalid_request', `${message} (${hint})`);
  }
  return {
    ...plainError('unknown', message),
    rawDetail: `grpc_code=${GRPC_CODE.resourceExhausted}`,
  };
}
