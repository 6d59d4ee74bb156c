/** Rules across `policy` blocks: clashes, rules for everything, rules that can never win. */
import { type Diagnostic, errorDiagnostic, warningDiagnostic } from '../diagnostics/diagnostic.ts';
import { isShadowed, type PolicyMatch, policiesConflict } from './policy.ts';
import type { ReadBlock } from './read-body.ts';
import { readMatch } from './read-profiles.ts';

interface Rule {
  readonly block: ReadBlock;
  readonly match: PolicyMatch;
}

/** Looks only at rules whose `match` is sound. */
export function checkPolicies(blocks: readonly ReadBlock[]): readonly Diagnostic[] {
  const rules = blocks.flatMap((block) => {
    const match = readMatch(block);
    return match === undefined ? [] : [{ block, match }];
  });
  return rules.flatMap((rule, index) => [
    ...checkConflict(rule, rules.slice(0, index)),
    ...checkEverything(rule),
    ...checkShadowed(rule, rules),
  ]);
}

function checkConflict(rule: Rule, earlier: readonly Rule[]): readonly Diagnostic[] {
  const first = earlier.find(({ match }) => policiesConflict(match, rule.match));
  if (first === undefined) return [];
  const { label, range } = first.block;
  return [
    errorDiagnostic({
      code: 'policy-conflict',
      summary: 'Conflicting policies',
      detail: `Policy ${JSON.stringify(rule.block.label)} matches exactly the calls of policy ${JSON.stringify(label)} on line ${range.start.line}. Remove one of them, or make one more specific.`,
      range: rule.block.range,
      context: rule.block.context,
    }),
  ];
}

function checkEverything({ block, match }: Rule): readonly Diagnostic[] {
  if (Object.values(match).some((value) => value !== undefined)) return [];
  return [
    warningDiagnostic({
      code: 'policy-matches-everything',
      summary: 'Policy matches every call',
      detail: `Policy ${JSON.stringify(block.label)} has an empty match, so it decides every call that no other rule decides. Give it a tool, provider, risk or kind if that is not meant.`,
      range: block.range,
      context: block.context,
    }),
  ];
}

function checkShadowed(rule: Rule, rules: readonly Rule[]): readonly Diagnostic[] {
  const others = rules.filter((other) => other !== rule).map(({ match }) => match);
  if (!isShadowed(rule.match, others)) return [];
  return [
    warningDiagnostic({
      code: 'policy-shadowed',
      summary: 'Policy can never decide',
      detail: `More specific policies together take every call that policy ${JSON.stringify(rule.block.label)} matches. Remove it, or change what it matches.`,
      range: rule.block.range,
      context: rule.block.context,
    }),
  ];
}
