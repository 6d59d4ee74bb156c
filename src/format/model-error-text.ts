/** What a failed call means for a person, and what to do next. */
import type { ModelErrorCategory } from '../protocol/model-error.ts';

/** Every category a turn can fail with (`error-taxonomy` §2, `cli` §3). */
export type ErrorCategoryName =
  | ModelErrorCategory
  | 'configuration'
  | 'no_eligible_model'
  | 'provider_unavailable'
  | 'provider_crashed';

export interface ModelErrorText {
  /** A few words, as a heading. */
  readonly title: string;
  /** One sentence: what to do next. */
  readonly advice: string;
}

const TEXTS: Readonly<Record<ErrorCategoryName, ModelErrorText>> = {
  context_length_exceeded: {
    title: 'Conversation too long',
    advice: 'Shorten the prompt, start a new conversation, or choose a model with a larger window.',
  },
  rate_limited: {
    title: 'Rate limit reached',
    advice: 'Wait until the limit resets, or add a fallback model to the profile.',
  },
  overloaded: {
    title: 'Vendor unavailable',
    advice: 'Try again later, or add a fallback model to the profile.',
  },
  auth_error: {
    title: 'Credential refused',
    advice: 'Check the key that agent.hcl gives this provider, and what the account may use.',
  },
  invalid_request: {
    title: 'Request refused',
    advice: 'Check the model and the settings that the message names.',
  },
  content_filtered: {
    title: 'Answer withheld',
    advice: 'The vendor or the model declined; rephrase the request.',
  },
  unknown: {
    title: 'Call failed',
    advice: 'The log file has the original message.',
  },
  configuration: {
    title: 'Configuration not usable',
    advice: 'Run "agent validate" to see every fault at its place.',
  },
  no_eligible_model: {
    title: 'No model can serve this request',
    advice: 'Choose another model with -m, or change the profile in agent.hcl.',
  },
  provider_unavailable: {
    title: 'Provider not available',
    advice: 'Run "agent doctor" to see why it does not start.',
  },
  provider_crashed: {
    title: 'Provider process ended',
    advice: 'Its last lines are in the log file; report them to the author of the provider.',
  },
};

/** Words for a category. */
export function modelErrorText(category: ErrorCategoryName): ModelErrorText {
  return TEXTS[category];
}
