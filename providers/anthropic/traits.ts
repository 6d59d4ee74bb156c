// What follows from a model's description for the requests it takes.
import type { ModelSpec } from 'agent-hcl/sdk';

/** Finds a model by its id or one of its aliases. */
export function findModel(models: readonly ModelSpec[], name: string): ModelSpec | undefined {
  return models.find((model) => model.id === name || model.catalog?.aliases.includes(name));
}

/**
 * How reasoning is asked for: a token budget, adaptive, or either; `none` where there is none. The
 * vendor names a budget deprecated exactly where adaptive thinking is there as well.
 */
export function thinkingShape(model: ModelSpec): 'none' | 'budget' | 'either' | 'adaptive' {
  if (model.thinking?.supported !== true) return 'none';
  if (model.thinking.budget === undefined) return 'adaptive';
  return model.thinking.budget.deprecated ? 'either' : 'budget';
}

/** Models without a budget also fixed `temperature`, `top_p` and `top_k`, and refuse them. */
export function refusesSampling(model: ModelSpec): boolean {
  return thinkingShape(model) === 'adaptive';
}
