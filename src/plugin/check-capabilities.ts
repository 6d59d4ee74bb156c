/** Checks what a provider declares about itself before anything relies on it. */
import type { Capabilities, ModelSpec, PromptExpansion } from '../protocol/model-spec.ts';
import type { CapabilityFinding, Report } from './capability-finding.ts';
import { checkModel } from './check-model.ts';

/**
 * Everything in a provider's capabilities that breaks the contract. Its config schema is checked
 * where blocks are decoded, its prices from `nowMs` onward.
 *
 * @param nowMs - Milliseconds since the epoch.
 * @returns Findings in the order of the declarations; none for a provider in order.
 */
export function checkCapabilities(
  capabilities: Capabilities,
  nowMs: number,
): readonly CapabilityFinding[] {
  const findings: CapabilityFinding[] = [];
  const report: Report = (rule, message) => findings.push({ severity: 'error', rule, message });
  if (capabilities.configSchema === undefined) {
    report('config-schema-missing', 'it declares no config schema; one without attributes will do');
  }
  if (capabilities.models.length === 0) report('no-models', 'it offers no model');
  checkHookPoints(capabilities.supportedHookPoints, report);
  checkExpansions(capabilities.slashCommands, report);
  for (const [index, model] of capabilities.models.entries()) {
    findings.push(...checkModel(model, index, nowMs));
  }
  findings.push(...checkNames(capabilities.models));
  return findings;
}

/** Whether a provider with these findings may be used. */
export function isUsable(findings: readonly CapabilityFinding[]): boolean {
  return findings.every((finding) => finding.severity === 'warning');
}

function checkHookPoints(points: readonly string[], report: Report): void {
  if (points.includes('unspecified')) report('hook-points', 'it lists a hook point without a name');
  for (const point of duplicates(points)) {
    report('hook-points', `it lists the hook point "${point}" twice`);
  }
}

function checkExpansions(expansions: readonly PromptExpansion[], report: Report): void {
  for (const { name, template } of expansions) {
    if (name === '' || name.startsWith('/')) {
      report('prompt-expansion', `the command name "${name}" is empty or begins with a slash`);
    }
    if (template === '') report('prompt-expansion', `the command "${name}" has no template`);
  }
  for (const name of duplicates(expansions.map((expansion) => expansion.name))) {
    report('prompt-expansion', `the command "${name}" is declared twice`);
  }
}

/** Ids are unique, and an alias may repeat neither an id nor another alias. */
function checkNames(models: readonly ModelSpec[]): readonly CapabilityFinding[] {
  const findings: CapabilityFinding[] = [];
  const ids = models.map((model) => model.id);
  for (const model of duplicates(ids)) {
    const message = `the model id "${model}" is declared twice`;
    findings.push({ severity: 'error', rule: 'model-id-duplicate', model, message });
  }
  const taken = new Set(ids);
  for (const { id: model, catalog } of models) {
    for (const alias of catalog?.aliases ?? []) {
      const message = `the alias "${alias}" stands for another model already`;
      if (taken.has(alias)) {
        findings.push({ severity: 'error', rule: 'alias-duplicate', model, message });
      }
      taken.add(alias);
    }
  }
  return findings;
}

function duplicates(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.filter((name, index) => names.indexOf(name) !== index));
}
