import { create } from '@bufbuild/protobuf';
import * as wire from '../gen/pluggableharness/model/v1/types_pb.js';
import type { ModelError } from '../model-error.ts';
import { limitUtf8, MESSAGE_BYTES, RAW_DETAIL_BYTES } from '../utf8-limit.ts';
import { errorCategories } from '../wire-enums.ts';
import { duration, present } from './values.ts';

/** Texts are cut to their limits; a wait is sent only where it means something. */
export function toWireModelError(error: ModelError): wire.ModelError {
  const { category, message, retryable, retryAfterMs, rawDetail } = error;
  const hasWait = retryable && retryAfterMs !== undefined && retryAfterMs > 0;
  return create(wire.ModelErrorSchema, {
    category: errorCategories.numbers[category],
    message: limitUtf8(message, MESSAGE_BYTES),
    retryable,
    ...present({
      retryAfter: hasWait ? duration(retryAfterMs) : undefined,
      rawDetail: rawDetail === undefined ? undefined : limitUtf8(rawDetail, RAW_DETAIL_BYTES),
    }),
  });
}
