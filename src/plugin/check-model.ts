/** Checks one model's declaration: limits, thinking, caching and the rest of its axes. */
import type {
  BudgetControl,
  EffortControl,
  ModelSpec,
  ThinkingSpec,
} from '../protocol/model-spec.ts';
import type { CapabilityFinding, Report } from './capability-finding.ts';
import { checkPricing } from './check-pricing.ts';

/**
 * @param index - Place in the roster, which names a model without an id.
 * @param nowMs - Milliseconds since the epoch; prices are checked from then on.
 */
export function checkModel(
  model: ModelSpec,
  index: number,
  nowMs: number,
): readonly CapabilityFinding[] {
  const findings: CapabilityFinding[] = [];
  const name = model.id === '' ? `number ${index + 1}` : model.id;
  const add =
    (severity: CapabilityFinding['severity']): Report =>
    (rule, message) =>
      findings.push({ severity, rule, model: name, message });
  const report = add('error');
  if (model.id === '') report('model-id-empty', 'its id is empty');
  if (!(model.contextWindow > 0 && model.maxOutputTokens > 0)) {
    report('limits-not-positive', 'context window and output limit must both be above 0');
  }
  checkThinking(model.thinking, report);
  checkCaching(model, report);
  checkPricing(model, nowMs, report, add('warning'));
  checkToolChoice(model, report);
  checkVerbosity(model, report);
  const percent = model.effectiveContextWindowPercent;
  if (percent !== undefined && !(percent >= 0 && percent <= 100)) {
    report('context-percent', 'the usable part of its context window is not between 0 and 100 %');
  }
  return findings;
}

function checkThinking(thinking: ThinkingSpec | undefined, report: Report): void {
  if (thinking === undefined) {
    report('thinking-missing', 'its thinking is not declared');
  } else if (thinking.supported) {
    checkControls(thinking, report);
  } else {
    checkNoControls(thinking, report);
  }
}

function checkControls(thinking: ThinkingSpec, report: Report): void {
  if (thinking.disable === 'unspecified') {
    report('thinking-disable-unset', 'it does not say whether thinking can be turned off');
  }
  if (thinking.effort) checkEffort(thinking.effort, report);
  if (thinking.budget) checkBudget(thinking.budget, report);
}

function checkNoControls(thinking: ThinkingSpec, report: Report): void {
  const { effort, budget, adaptiveByDefault, disable } = thinking;
  const canDisable = disable === 'always' || disable === 'conditional';
  if (effort || budget || adaptiveByDefault || canDisable) {
    report('thinking-unsupported-control', 'it does not think, yet declares a control for it');
  }
}

function checkEffort({ levels, default: level }: EffortControl, report: Report): void {
  if (levels.length === 0) report('thinking-effort', 'its thinking effort has no levels');
  else if (!levels.includes(level)) {
    report('thinking-effort', `its default effort "${level}" is none of its levels`);
  }
}

function checkBudget({ min, max, default: budget }: BudgetControl, report: Report): void {
  if (!(max > 0 && min <= max)) {
    report('thinking-budget', `its thinking budget ranges from ${min} to ${max}`);
  } else if (budget !== undefined && !(budget >= min && budget <= max)) {
    report('thinking-budget', `its default budget ${budget} is outside ${min} to ${max}`);
  }
}

function checkCaching({ caching }: ModelSpec, report: Report): void {
  if (caching === undefined) {
    report('caching-missing', 'its caching is not declared');
    return;
  }
  const hasMechanism = caching.explicitMarkers || caching.implicitAutomatic;
  if (caching.supported && !hasMechanism) {
    report('caching-mechanism', 'it caches, yet declares no way in which it does');
  }
  if (!caching.supported && hasMechanism) {
    report('caching-mechanism', 'it does not cache, yet declares a way in which it does');
  }
}

function checkToolChoice(model: ModelSpec, report: Report): void {
  const modes = model.supportedToolChoiceModes;
  if (new Set(modes).size !== modes.length) {
    report('tool-choice-modes', 'it lists a tool-choice mode twice');
  }
  if (!model.supportsToolUse && modes.length > 0) {
    report('tool-choice-modes', 'it takes no tools, yet lists tool-choice modes');
  }
}

function checkVerbosity({ verbosity }: ModelSpec, report: Report): void {
  if (verbosity === undefined) return;
  const { supported, levels, default: level } = verbosity;
  if (!supported && (levels.length > 0 || level !== undefined)) {
    report('verbosity', 'it has no answer-length control, yet declares levels for it');
  }
  if (supported && level !== undefined && !levels.includes(level)) {
    report('verbosity', `its default answer length "${level}" is none of its levels`);
  }
}
