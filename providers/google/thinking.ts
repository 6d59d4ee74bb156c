// How a request's reasoning is asked for: by level, by budget, or not at all. A budget given to a
// model of levels, a level to one of budgets, or both, fails the whole request.
import type { GenerationParams, JsonObject, ModelSpec } from 'agent-hcl/sdk';
import { invalidRequest } from './errors.ts';

/**
 * The `thinkingConfig` of one request; absent when the model then does not think. Thoughts are asked
 * for whenever the model may have some: with thinking off the vendor refuses the wish.
 *
 * @throws ModelFailure - `invalid_request`: a control that the model does not have.
 */
export function thinkingConfig(
  model: ModelSpec,
  params: GenerationParams | undefined,
): JsonObject | undefined {
  const { thinkingEffort: level, thinkingBudgetTokens: budget } = params ?? {};
  if (params?.thinkingDisabled === true) return switchedOff(model, params);
  if (level !== undefined) checkLevel(model, level);
  if (budget !== undefined) checkBudget(model, budget);
  if (budget === 0) return { thinkingBudget: 0 };
  const control = {
    ...(level === undefined ? {} : { thinkingLevel: level.toUpperCase() }),
    ...(budget === undefined ? {} : { thinkingBudget: budget }),
  };
  const isOn = Object.keys(control).length > 0 || model.thinking?.adaptiveByDefault === true;
  return isOn ? { ...control, includeThoughts: true } : undefined;
}

function switchedOff(model: ModelSpec, params: GenerationParams): JsonObject | undefined {
  if (params.thinkingBudgetTokens !== undefined || params.thinkingEffort !== undefined) {
    throw invalidRequest('thinking is switched off and given an amount');
  }
  if (model.thinking?.supported !== true) return undefined;
  if (model.thinking.disable === 'never') {
    const [least] = model.thinking.effort?.levels ?? [];
    const advice = least === undefined ? '' : `; the least is the effort "${least}"`;
    throw invalidRequest(`${model.id} can not be kept from thinking${advice}`);
  }
  return { thinkingBudget: 0 };
}

function checkLevel(model: ModelSpec, level: string): void {
  const levels = model.thinking?.effort?.levels;
  if (levels === undefined) throw invalidRequest(`${model.id} has no thinking effort to choose`);
  if (!levels.includes(level)) {
    throw invalidRequest(`the thinking effort of ${model.id} is one of ${levels.join(', ')}`);
  }
}

function checkBudget(model: ModelSpec, tokens: number): void {
  const budget = model.thinking?.budget;
  if (budget === undefined) throw invalidRequest(`${model.id} takes no thinking budget`);
  const isOff = tokens === 0 && model.thinking?.disable === 'always';
  if (!isOff && (tokens < budget.min || tokens > budget.max)) {
    const range = `between ${budget.min} and ${budget.max} tokens`;
    throw invalidRequest(`the thinking budget of ${model.id} is ${range}, not ${tokens}`);
  }
}
