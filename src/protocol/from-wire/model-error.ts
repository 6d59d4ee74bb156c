import type * as wire from '../gen/pluggableharness/model/v1/types_pb.js';
import type { ModelError } from '../model-error.ts';
import { limitWords, MESSAGE_BYTES, RAW_DETAIL_BYTES } from '../utf8-limit.ts';
import { errorCategories } from '../wire-enums.ts';
import { positiveDelay } from './values.ts';

/**
 * Reads an error event. It is the end of a stream, so nothing in it is refused: a category that is
 * unset or of a later contract becomes `unknown`, and its number is kept in the raw detail. Texts are
 * cut to the limits of the contract, which not every provider keeps.
 */
export function fromWireModelError(error: wire.ModelError | undefined): ModelError {
  if (!error) {
    const message = 'the provider sent an error event without an error in it';
    return { category: 'unknown', message, retryable: false };
  }
  const { retryable } = error;
  const rawDetail = error.rawDetail && limitWords(error.rawDetail, RAW_DETAIL_BYTES);
  const category = errorCategories.nameOf(error.category);
  return {
    category: category ?? 'unknown',
    message: limitWords(error.message, MESSAGE_BYTES),
    retryable,
    retryAfterMs: retryable ? positiveDelay(error.retryAfter) : undefined,
    rawDetail: category ? rawDetail : withNumber(rawDetail, error.category),
  };
}

/** After the other lines: the first one is read back into properties. */
function withNumber(rawDetail: string | undefined, category: number): string {
  return `${rawDetail ?? ''}\nmodel_error_category=${category}`;
}
