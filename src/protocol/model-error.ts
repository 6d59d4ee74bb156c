/** The seven categories of a failed model call; the kernel decides from these alone. */
export const MODEL_ERROR_CATEGORIES = [
  'context_length_exceeded',
  'rate_limited',
  'overloaded',
  'auth_error',
  'invalid_request',
  'content_filtered',
  'unknown',
] as const;

export type ModelErrorCategory = (typeof MODEL_ERROR_CATEGORIES)[number];

/** A failed model call, classified by its provider. Holds no secret. */
export interface ModelError {
  readonly category: ModelErrorCategory;
  /** For a person; starts with the provider's name; at most 1,024 bytes. */
  readonly message: string;
  /** May the same request be tried again? */
  readonly retryable: boolean;
  /** Milliseconds the vendor asks us to wait; only with `retryable`, only positive. */
  readonly retryAfterMs?: number | undefined;
  /** `http_status=… vendor_code=… request_id=…`, a newline, the body; at most 2,048 bytes. */
  readonly rawDetail?: string | undefined;
}

/** A child process ended, or its connection broke, while a call was running. */
export interface ProviderCrash {
  readonly message: string;
  readonly exitCode?: number | undefined;
  readonly signal?: string | undefined;
  /** Last lines of its stderr, bounded. */
  readonly stderrTail: readonly string[];
}

/** Properties read back from the first line of `rawDetail`; foreign providers may have none. */
export interface ModelErrorDetail {
  readonly httpStatus?: number | undefined;
  readonly vendorCode?: string | undefined;
  readonly requestId?: string | undefined;
}

/** Whether a category may ever be tried again: a flag on any other is ignored as a defect. */
export function mayRetry(category: ModelErrorCategory): boolean {
  return category === 'rate_limited' || category === 'overloaded' || category === 'unknown';
}

/** What a category means for `retryable` when nobody says otherwise. */
export function isRetryableByDefault(category: ModelErrorCategory): boolean {
  return category === 'rate_limited' || category === 'overloaded';
}

const DETAIL_LINE = /^(?:http_status=(\d{3}))?(?: ?vendor_code=(\S+))?(?: ?request_id=(\S+))?$/;

/** Reads `http_status`, `vendor_code` and `request_id` back from a raw detail. */
export function parseErrorDetail(rawDetail: string | undefined): ModelErrorDetail {
  const match = DETAIL_LINE.exec(rawDetail?.split('\n', 1)[0] ?? '');
  if (!match) return {};
  return {
    httpStatus: match[1] === undefined ? undefined : Number(match[1]),
    vendorCode: match[2],
    requestId: match[3],
  };
}
