import type { WireInit } from '../codec/message-type.ts';
import type * as wire from '../gen/pluggableharness/model/v1/types_pb.js';
import type { ModelError } from '../model-error.ts';
import { limitUtf8, MESSAGE_BYTES, RAW_DETAIL_BYTES } from '../utf8-limit.ts';
import { errorCategories } from '../wire-enums.ts';
import { duration } from './values.ts';

/** Texts are cut to their limits; a wait is sent only where it means something. */
export function toWireModelError(error: ModelError): WireInit<wire.ModelError> {
  const { category, message, retryable, retryAfterMs, rawDetail } = error;
  const hasWait = retryable && retryAfterMs !== undefined && retryAfterMs > 0;
  return {
    category: errorCategories.numbers[category],
    message: limitUtf8(message, MESSAGE_BYTES),
    retryable,
    retryAfter: hasWait ? duration(retryAfterMs) : undefined,
    rawDetail: rawDetail === undefined ? undefined : limitUtf8(rawDetail, RAW_DETAIL_BYTES),
  };
}
