/** Rules across `policy` blocks: clashes, rules for everything, rules that can never win. */
import { type Diagnostic, errorDiagnostic, warningDiagnostic } from '../diagnostics/diagnostic.ts';
import { isShadowed, matchKey, type PolicyMatch } from './policy.ts';
import type { ReadBlock } from './read-body.ts';
import { readMatch } from './read-profiles.ts';

interface Rule {
  readonly block: ReadBlock;
  readonly match: PolicyMatch;
  /** Equal for rules that conflict. */
  readonly key: string;
}

/** Looks only at rules whose `match` is sound. */
export function checkPolicies(blocks: readonly ReadBlock[]): readonly Diagnostic[] {
  const rules = blocks.flatMap((block) => {
    const match = readMatch(block);
    return match === undefined ? [] : [{ block, match, key: matchKey(match) }];
  });
  const firsts = new Map(rules.toReversed().map((rule) => [rule.key, rule]));
  const keys = new Set(firsts.keys());
  return rules.flatMap((rule) => [
    ...checkConflict(rule, firsts.get(rule.key)),
    ...checkEverything(rule),
    ...checkShadowed(rule, keys),
  ]);
}

function checkConflict(rule: Rule, first: Rule | undefined): readonly Diagnostic[] {
  if (first === undefined || first === rule) return [];
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

function checkShadowed(rule: Rule, keys: ReadonlySet<string>): readonly Diagnostic[] {
  if (!isShadowed(rule.match, keys)) return [];
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
