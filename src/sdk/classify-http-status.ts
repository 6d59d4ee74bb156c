import type { ModelErrorCategory } from '../protocol/model-error.ts';

/** What a failure is and whether the same request may be tried again. */
export interface Classification {
  readonly category: ModelErrorCategory;
  readonly retryable: boolean;
}

const AUTH: Classification = { category: 'auth_error', retryable: false };
const INVALID: Classification = { category: 'invalid_request', retryable: false };
const OVERLOADED: Classification = { category: 'overloaded', retryable: true };
const UNKNOWN: Classification = { category: 'unknown', retryable: false };

const TABLE: Readonly<Record<number, Classification>> = {
  400: INVALID,
  401: AUTH,
  402: AUTH,
  403: AUTH,
  404: INVALID,
  408: OVERLOADED,
  409: INVALID,
  413: { category: 'context_length_exceeded', retryable: false },
  422: INVALID,
  425: OVERLOADED,
  429: { category: 'rate_limited', retryable: true },
};

/** Transient by nature, but without an entry in the reference table. */
const DEVIATIONS = [408, 425];

/**
 * Classifies a failed response by its status alone (`error-taxonomy` §4). This is the fallback: a
 * vendor's structured error body comes first.
 *
 * @param options.strict - Reproduces the reference table exactly: 408 and 425 are unknown.
 */
export function classifyHttpStatus(
  status: number,
  options: { readonly strict?: boolean | undefined } = {},
): Classification {
  if (options.strict === true && DEVIATIONS.includes(status)) return UNKNOWN;
  if (status >= 500 && status <= 599) return OVERLOADED;
  return TABLE[status] ?? UNKNOWN;
}
