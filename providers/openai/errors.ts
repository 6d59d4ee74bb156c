// What the vendor's failures mean, where the tables of the family do not say it.
import { ModelFailure } from 'agent-hcl/sdk';
import type { DialectErrors } from 'agent-hcl/sdk/chat-completions';

/** Begins every message. */
export const PROVIDER_NAME = 'openai';

export const ERRORS: DialectErrors = { provider: PROVIDER_NAME };

/** A request or a setting that can not work, told before anything is sent. */
export function invalidRequest(text: string): ModelFailure {
  return new ModelFailure({
    category: 'invalid_request',
    message: `${PROVIDER_NAME}: ${text}`,
    retryable: false,
  });
}
