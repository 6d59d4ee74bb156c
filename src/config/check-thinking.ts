/** Thinking settings of a profile against what the named model declares. */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { ModelSpec } from '../protocol/model-spec.ts';
import type { Located } from './config.ts';
import { faultAt } from './faults.ts';
import { quotedList } from './names.ts';
import type { ModelReference } from './references.ts';

export function checkThinking(model: ModelReference, spec: ModelSpec): readonly Diagnostic[] {
  const { thinkingEffort: effort, thinkingBudgetTokens: budget } = model;
  return [
    ...(effort === undefined ? [] : checkEffort(effort, model, spec)),
    ...(budget === undefined ? [] : checkBudget(budget, model, spec)),
  ];
}

function checkEffort(
  effort: Located<string>,
  model: ModelReference,
  { id, thinking }: ModelSpec,
): readonly Diagnostic[] {
  const levels = thinking?.effort?.levels ?? [];
  if (levels.includes(effort.value)) return [];
  const declared =
    levels.length === 0 ? 'declares no effort levels' : `declares the levels ${quotedList(levels)}`;
  return [
    fault(
      model,
      'thinking_effort',
      effort,
      `${JSON.stringify(effort.value)}, but model "${id}" ${declared}.`,
    ),
  ];
}

function checkBudget(
  budget: Located<number>,
  model: ModelReference,
  { id, thinking }: ModelSpec,
): readonly Diagnostic[] {
  const range = thinking?.budget;
  if (range !== undefined && budget.value >= range.min && budget.value <= range.max) return [];
  const declared =
    range === undefined
      ? 'declares no thinking budget'
      : `declares a budget from ${range.min} to ${range.max} tokens`;
  return [
    fault(
      model,
      'thinking_budget_tokens',
      budget,
      `${budget.value}, but model "${id}" ${declared}.`,
    ),
  ];
}

function fault(
  { path, context }: ModelReference,
  setting: string,
  { range }: Located<unknown>,
  rest: string,
): Diagnostic {
  return faultAt(
    { range, path: `${path}.${setting}`, context },
    {
      code: 'thinking-not-supported',
      summary: 'Thinking setting not supported by the model',
      detail: `${setting} is ${rest} Change it, or leave it out for the model's default.`,
    },
  );
}
