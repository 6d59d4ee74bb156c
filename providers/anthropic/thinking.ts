// How a request's reasoning is asked for: by budget, by effort, adaptively, or not at all.
import type { GenerationParams, ModelSpec } from 'agent-hcl/sdk';
import { invalidRequest } from './errors.ts';
import { thinkingShape } from './traits.ts';
import type { WireThinking } from './wire.ts';

export interface ThinkingPlan {
  /** Absent: the request says nothing, and this model then does not think. */
  readonly thinking?: WireThinking;
  readonly effort?: string;
  /** Whether the model may think; then no tool can be forced and sampling is fixed. */
  readonly isOn: boolean;
}

export interface ThinkingWish {
  readonly params: GenerationParams | undefined;
  /** `summarized` or `omitted`: whether thoughts are shown. The newest models omit them unasked. */
  readonly display: string;
}

/**
 * Plans the reasoning of one request. Levels of effort are the vendor's to judge: new ones appear.
 *
 * @throws ModelFailure - `invalid_request`: a control that the model does not have.
 */
export function planThinking(model: ModelSpec, { params, display }: ThinkingWish): ThinkingPlan {
  const { thinkingEffort: level, thinkingBudgetTokens: budget } = params ?? {};
  if (level !== undefined && model.thinking?.effort === undefined) {
    throw invalidRequest(`${model.id} has no thinking effort to choose`);
  }
  const effort = level === undefined ? {} : { effort: level };
  if (params?.thinkingDisabled === true) {
    if (budget !== undefined) throw invalidRequest('thinking is switched off and given a budget');
    return { ...effort, ...withoutThinking(model) };
  }
  if (budget !== undefined) return { ...effort, ...withBudget(model, budget) };
  const isAdaptive = ['adaptive', 'either'].includes(thinkingShape(model));
  const isWanted = model.thinking?.adaptiveByDefault === true || level !== undefined;
  // A model that thinks unasked is asked all the same, so that its thoughts can be shown.
  return isAdaptive && isWanted
    ? { ...effort, thinking: { type: 'adaptive', display }, isOn: true }
    : { ...effort, isOn: false };
}

/**
 * Switches reasoning off. The newest models that think only when asked refuse the word and need
 * none.
 *
 * @throws ModelFailure - `invalid_request`: a model that can not be kept from thinking.
 */
export function withoutThinking(model: ModelSpec): ThinkingPlan {
  if (model.thinking?.disable === 'never') {
    throw invalidRequest(`${model.id} can not be kept from thinking`);
  }
  const shape = thinkingShape(model);
  const needsWord = shape === 'adaptive' ? model.thinking?.adaptiveByDefault : shape !== 'none';
  return needsWord === true ? { thinking: { type: 'disabled' }, isOn: false } : { isOn: false };
}

function withBudget(model: ModelSpec, tokens: number): ThinkingPlan {
  const budget = model.thinking?.budget;
  if (budget === undefined) throw invalidRequest(`${model.id} takes no thinking budget`);
  if (tokens < budget.min || tokens > budget.max) {
    const range = `between ${budget.min} and ${budget.max} tokens`;
    throw invalidRequest(`the thinking budget of ${model.id} is ${range}, not ${tokens}`);
  }
  return { thinking: { type: 'enabled', budget_tokens: tokens }, isOn: true };
}
