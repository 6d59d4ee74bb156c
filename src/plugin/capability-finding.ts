/** What a provider's declarations break, as values that name the model and the rule. */

/** Stable names of the rules; the clause of the protocol each stands for is in the message table. */
export const CAPABILITY_RULES = [
  'no-models',
  'model-id-empty',
  'model-id-duplicate',
  'alias-duplicate',
  'limits-not-positive',
  'thinking-missing',
  'thinking-unsupported-control',
  'thinking-disable-unset',
  'thinking-effort',
  'thinking-budget',
  'caching-missing',
  'caching-mechanism',
  'pricing-missing',
  'pricing-currency',
  'pricing-no-tier',
  'pricing-rate',
  'pricing-cache-rates',
  'pricing-tier-interval',
  'pricing-overlap',
  'pricing-gap',
  'tool-choice-modes',
  'verbosity',
  'context-percent',
  'config-schema-missing',
  'hook-points',
  'prompt-expansion',
] as const;

export type CapabilityRule = (typeof CAPABILITY_RULES)[number];

export interface CapabilityFinding {
  /** An error makes the provider unavailable; a warning is shown. */
  readonly severity: 'error' | 'warning';
  readonly rule: CapabilityRule;
  /** The model's id, or its place in the list when it has none; absent: the provider as a whole. */
  readonly model?: string | undefined;
  /** One sentence without a full stop; may quote foreign text. */
  readonly message: string;
}

/** Collects findings about one subject. */
export type Report = (rule: CapabilityRule, message: string) => void;
