// What failures of these servers mean, where the tables of the family do not say it.
import { type Classification, ModelFailure } from 'agent-hcl/sdk';
import type { DialectErrors } from 'agent-hcl/sdk/chat-completions';

/** Begins every message. */
export const PROVIDER_NAME = 'openai-compatible';

const TOO_LONG: Classification = { category: 'context_length_exceeded', retryable: false };
const OVERLOADED: Classification = { category: 'overloaded', retryable: true };

export const ERRORS: DialectErrors = {
  provider: PROVIDER_NAME,
  classify: (_error, { status, text }) => {
    // Some gateways answer a conversation that is too long with no word at all.
    if (status === 400 && text.trim() === '') return TOO_LONG;
    return status === 498 ? OVERLOADED : undefined;
  },
};

/** A request or a setting that can not work, told before anything is sent. */
export function invalidRequest(text: string): ModelFailure {
  return failureOf('invalid_request', text);
}

/** A conversation that the server would cut at its beginning without saying so. */
export function tooLong(text: string): ModelFailure {
  return failureOf('context_length_exceeded', text);
}

function failureOf(category: 'invalid_request' | 'context_length_exceeded', text: string) {
  const message = `${PROVIDER_NAME}: ${text}`;
  return new ModelFailure({ category, message, retryable: false });
}
