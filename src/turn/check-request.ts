/** Parameters against what a model declares, before anything is sent (`model-protocol` §9.1). */
import type { GenerationParams, ToolChoice, ToolDeclaration } from '../protocol/model-request.ts';
import type { ModelSpec, ThinkingSpec } from '../protocol/model-spec.ts';
import type { CandidateParams } from './turn-plan.ts';

export interface ParamsInput {
  readonly spec: ModelSpec;
  readonly params: CandidateParams;
  readonly tools: readonly ToolDeclaration[];
  readonly toolChoice?: ToolChoice | undefined;
  /** What the user asked of the primary is refused when it can not be; elsewhere it is cleared. */
  readonly isFallback: boolean;
}

export type CheckedParams =
  | {
      readonly type: 'ok';
      /** `undefined`: the model's defaults. */
      readonly params: GenerationParams | undefined;
      /** What was cleared and why; one sentence each. */
      readonly cleared: readonly string[];
    }
  | { readonly type: 'refused'; readonly reason: string };

/** Never lets a value through that the model does not declare. */
export function checkParams(input: ParamsInput): CheckedParams {
  const thinking = checkThinking(input);
  const limit = checkOutputLimit(input);
  const choice = checkToolChoice(input);
  const problems = [...thinking.problems, ...limit.problems];
  const refusals = [...(input.isFallback ? [] : problems), ...choice.refusals];
  if (refusals.length > 0) return { type: 'refused', reason: refusals.join(' ') };
  return {
    type: 'ok',
    params: orDefaults({
      ...thinking.params,
      ...limit.params,
      ...choice.params,
      temperature: input.params.temperature,
      stopSequences: input.params.stopSequences,
    }),
    cleared: [...problems, ...choice.cleared],
  };
}

interface Checked {
  readonly params: Partial<GenerationParams>;
  readonly problems: readonly string[];
}

function checkThinking({ spec, params }: ParamsInput): Checked {
  if (params.thinkingOff === true) return thinkingOff(spec);
  const effort = params.thinkingEffort;
  const budget = params.thinkingBudgetTokens;
  const effortProblem = effort === undefined ? undefined : effortFault(spec, effort);
  const budgetProblem = budget === undefined ? undefined : budgetFault(spec, budget);
  return {
    params: {
      thinkingEffort: effortProblem === undefined ? effort : undefined,
      thinkingBudgetTokens: budgetProblem === undefined ? budget : undefined,
    },
    problems: [effortProblem, budgetProblem].filter((problem) => problem !== undefined),
  };
}

function effortFault({ id, thinking }: ModelSpec, effort: string): string | undefined {
  const levels = thinking?.supported === true ? (thinking.effort?.levels ?? []) : [];
  if (levels.includes(effort)) return undefined;
  if (levels.length === 0) return `The model "${id}" takes no thinking effort.${hint(thinking)}`;
  return `The model "${id}" takes the thinking efforts ${levels.join(', ')}, not "${effort}".`;
}

/** A budget without a budget control is wrong even when it is zero. */
function budgetFault({ id, thinking }: ModelSpec, budget: number): string | undefined {
  const control = thinking?.supported === true ? thinking.budget : undefined;
  if (control === undefined) return `The model "${id}" takes no thinking budget.${hint(thinking)}`;
  if (budget >= control.min && budget <= control.max) return undefined;
  const range = `${control.min} to ${control.max} tokens`;
  return `The model "${id}" takes a thinking budget of ${range}, not ${budget}.`;
}

/** The control the model has instead. */
function hint(thinking: ThinkingSpec | undefined): string {
  if (thinking?.supported !== true) return ' It does not think.';
  const { effort, budget } = thinking;
  if (effort !== undefined) return ` It takes the thinking efforts ${effort.levels.join(', ')}.`;
  if (budget !== undefined) {
    return ` It takes a thinking budget of ${budget.min} to ${budget.max} tokens.`;
  }
  return ' Its thinking can not be steered.';
}

/** The ways to turn thinking off, in the order of preference the protocol gives. */
function thinkingOff({ id, thinking }: ModelSpec): Checked {
  if (thinking?.supported !== true) return { params: {}, problems: [] };
  if (thinking.disable === 'always' || thinking.disable === 'conditional') {
    return { params: { thinkingDisabled: true }, problems: [] };
  }
  if (thinking.effort?.levels.includes('none') === true) {
    return { params: { thinkingEffort: 'none' }, problems: [] };
  }
  if (thinking.budget !== undefined && thinking.budget.min <= 0) {
    return { params: { thinkingBudgetTokens: 0 }, problems: [] };
  }
  const problem = `The thinking of the model "${id}" can not be turned off.${hint(thinking)}`;
  return { params: {}, problems: [problem] };
}

function checkOutputLimit({ spec, params }: ParamsInput): Checked {
  const wanted = params.maxOutputTokens;
  if (wanted === undefined || wanted <= spec.maxOutputTokens) {
    return { params: { maxOutputTokens: wanted }, problems: [] };
  }
  const problem = `The model "${spec.id}" writes at most ${spec.maxOutputTokens} tokens, not ${wanted}.`;
  return { params: {}, problems: [problem] };
}

interface CheckedChoice {
  readonly params: Partial<GenerationParams>;
  readonly cleared: readonly string[];
  readonly refusals: readonly string[];
}

function checkToolChoice({ spec, tools, toolChoice }: ParamsInput): CheckedChoice {
  const kept = { params: { toolChoice }, cleared: [], refusals: [] };
  if (toolChoice === undefined || toolChoice.mode === 'auto') return kept;
  const { mode, toolName } = toolChoice;
  if (mode === 'specific' && !tools.some((tool) => tool.name === toolName)) {
    const refusal = `The tool "${toolName ?? ''}" must be called, but it is not declared.`;
    return { params: {}, cleared: [], refusals: [refusal] };
  }
  if (spec.supportedToolChoiceModes.includes(mode)) return kept;
  const cleared = `The model "${spec.id}" does not take the tool choice "${mode}".`;
  return { params: {}, cleared: [cleared], refusals: [] };
}

function orDefaults(params: GenerationParams): GenerationParams | undefined {
  const { stopSequences, ...others } = params;
  const isDefault =
    stopSequences.length === 0 && Object.values(others).every((value) => value === undefined);
  return isDefault ? undefined : params;
}
