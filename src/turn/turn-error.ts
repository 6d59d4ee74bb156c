/** Failures of a provider as failures of a turn; nothing of the original is lost. */
import {
  type ModelError,
  mayRetry,
  type ProviderCrash,
  parseErrorDetail,
} from '../protocol/model-error.ts';
import type { ModelRef, TurnError } from './turn-event.ts';

/** @param requestId - From the stream, for a failure whose detail has none. */
export function errorOfModel(
  error: ModelError,
  model: ModelRef,
  requestId: string | undefined,
): TurnError {
  const detail = parseErrorDetail(error.rawDetail);
  const retryable = error.retryable && mayRetry(error.category);
  return {
    category: error.category,
    message: error.message,
    retryable,
    retryAfterMs: retryable ? error.retryAfterMs : undefined,
    provider: model.provider,
    httpStatus: detail.httpStatus,
    vendorCode: detail.vendorCode,
    requestId: detail.requestId ?? requestId,
    rawDetail: error.rawDetail,
    cause: error,
  };
}

export function errorOfCrash(crash: ProviderCrash, model: ModelRef): TurnError {
  const { provider } = model;
  const isNamed = crash.message.includes(provider);
  return {
    category: 'provider_crashed',
    message: isNamed ? crash.message : `${provider}: ${crash.message}`,
    retryable: false,
    provider,
    rawDetail: crash.stderrTail.length === 0 ? undefined : crash.stderrTail.join('\n'),
    cause: crash,
  };
}

/** The provider broke its contract in a way no category names. */
export function errorOfDefect(
  message: string,
  model: ModelRef,
  more: { readonly requestId?: string | undefined; readonly cause?: Error | undefined } = {},
): TurnError {
  return {
    category: 'unknown',
    message: `${model.provider}: ${message}`,
    retryable: false,
    provider: model.provider,
    requestId: more.requestId,
    rawDetail: more.cause?.message,
    cause: more.cause,
  };
}

/** A failure the kernel itself found before anything was sent. */
export function ownError(
  category: 'invalid_request' | 'no_eligible_model',
  message: string,
  provider?: string,
): TurnError {
  return { category, message, retryable: false, provider };
}
