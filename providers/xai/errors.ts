// What the vendor's failures mean. It names no error by a word of its own: several of them stand in
// a sentence, some under a status that means something else.
import { type Classification, ModelFailure } from 'agent-hcl/sdk';
import {
  type ChatError,
  classifyChatError,
  type DialectErrors,
  type FailedStatus,
} from 'agent-hcl/sdk/chat-completions';

/** Begins every message. */
export const PROVIDER_NAME = 'xai';

const AUTH: Classification = { category: 'auth_error', retryable: false };
const FILTERED: Classification = { category: 'content_filtered', retryable: false };
const OVERLOADED: Classification = { category: 'overloaded', retryable: true };
const INVALID: Classification = { category: 'invalid_request', retryable: false };
const LIMITED: Classification = { category: 'rate_limited', retryable: true };

/** The vendor's `code` is a sentence. */
const CODES: Readonly<Record<string, Classification>> = {
  'The service is currently unavailable': OVERLOADED,
  'Internal error': OVERLOADED,
};

export const ERRORS: DialectErrors = { provider: PROVIDER_NAME, codes: CODES, classify };

function classify(
  error: ChatError | undefined,
  { status }: FailedStatus,
): Classification | undefined {
  if (error === undefined) return undefined;
  const text = error.message ?? '';
  // A wrong key is a 400 here.
  if (/incorrect api key/i.test(text)) return AUTH;
  if (status === 403 && /content violat|safety[_ ]check|usage guidelines/i.test(text))
    return FILTERED;
  const isAccount = status === 402 || status === 403 || status === 429;
  if (isAccount && /credits|spending limit/i.test(text)) return AUTH;
  const known = classifyChatError(error, status, { codes: CODES });
  if (known.category !== 'unknown') return known;
  if (error.code === 'Client specified an invalid argument') return INVALID;
  if (error.code === 'Some resource has been exhausted') return LIMITED;
  // An error under status 200, where a stream was asked for: no model was free in time.
  return status === 200 ? OVERLOADED : undefined;
}

/** A request or a setting that can not work, told before anything is sent. */
export function invalidRequest(text: string): ModelFailure {
  return new ModelFailure({
    category: 'invalid_request',
    message: `${PROVIDER_NAME}: ${text}`,
    retryable: false,
  });
}
