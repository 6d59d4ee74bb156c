/** Rules about tool calls: which of them clash, which can never win, and what they decide. */
import type { PolicyAction, PolicyKind, PolicyRisk } from './config.ts';

export const POLICY_RISKS = [
  'read_only',
  'low',
  'moderate',
  'high',
  'critical',
] as const satisfies readonly PolicyRisk[];

/** Kinds a rule may name; a call may also be `interactive`. */
export const POLICY_KINDS = ['resource', 'data_source'] as const satisfies readonly PolicyKind[];

export interface PolicyMatch {
  readonly toolName?: string | undefined;
  readonly provider?: string | undefined;
  readonly risk?: PolicyRisk | undefined;
  readonly kind?: PolicyKind | undefined;
}

/** One call of a tool, as far as rules look at it. */
export interface PolicyCall {
  readonly kind: PolicyKind | 'interactive';
  readonly provider: string;
  readonly toolName: string;
  readonly risk: PolicyRisk;
}

export interface PolicyDecision {
  readonly action: PolicyAction;
  /** Name of the rule that decided; empty for a default. */
  readonly rule: string;
  /** The rule said `ask` where nobody can be asked: log a warning that names it. */
  readonly isDowngraded: boolean;
}

interface NamedRule {
  readonly name: string;
  readonly match: PolicyMatch;
  readonly action: PolicyAction;
}

/** From the one that weighs most. */
const SPECIFICITY_ORDER = ['toolName', 'provider', 'risk', 'kind'] as const;

/**
 * Decides one call: the most specific rule that matches it, the first declared among equals. Without
 * one a `resource` asks and all else is allowed.
 */
export function evaluatePolicy(rules: readonly NamedRule[], call: PolicyCall): PolicyDecision {
  const winner = rules
    .filter((rule) => matchesCall(rule.match, call))
    .reduce<NamedRule | undefined>(moreSpecific, undefined);
  const asks = call.kind === 'resource';
  if (winner === undefined) {
    return { action: asks ? 'ask' : 'allow', rule: '', isDowngraded: false };
  }
  const isDowngraded = winner.action === 'ask' && !asks;
  return { action: isDowngraded ? 'deny' : winner.action, rule: winner.name, isDowngraded };
}

function moreSpecific(best: NamedRule | undefined, rule: NamedRule): NamedRule {
  if (best === undefined) return rule;
  return compareSpecificity(rule.match, best.match) > 0 ? rule : best;
}

function matchesCall(match: PolicyMatch, call: PolicyCall): boolean {
  return SPECIFICITY_ORDER.every((key) => match[key] === undefined || match[key] === call[key]);
}

function compareSpecificity(a: PolicyMatch, b: PolicyMatch): number {
  for (const key of SPECIFICITY_ORDER) {
    const difference = Number(a[key] !== undefined) - Number(b[key] !== undefined);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * A text that is the same for two rules exactly when they conflict: the same keys are given, with
 * the same values, whatever the actions.
 */
export function matchKey(match: PolicyMatch): string {
  return JSON.stringify(SPECIFICITY_ORDER.map((key) => match[key] ?? null));
}

/** A name that no rule mentions; names are open sets. */
const UNMENTIONED = '\0';

/**
 * Whether more specific rules together take every call that `match` accepts. Risks and kinds are
 * closed sets and tried one by one; of names it suffices to try one that nobody mentions.
 *
 * @param keys - `matchKey` of every rule.
 */
export function isShadowed(match: PolicyMatch, keys: ReadonlySet<string>): boolean {
  return callsOf(match).every((call) =>
    matchesOf(call).some(
      (other) => compareSpecificity(other, match) > 0 && keys.has(matchKey(other)),
    ),
  );
}

/** Every match that accepts a call: each of its four facts is either named or left open. */
function matchesOf({ kind, ...call }: PolicyCall): readonly PolicyMatch[] {
  const facts: PolicyMatch = kind === 'interactive' ? call : { ...call, kind };
  return Array.from({ length: 2 ** SPECIFICITY_ORDER.length }, (_, bits) =>
    Object.fromEntries(
      SPECIFICITY_ORDER.filter((_key, index) => (bits & (1 << index)) !== 0).map((key) => [
        key,
        facts[key],
      ]),
    ),
  );
}

function callsOf(match: PolicyMatch): readonly PolicyCall[] {
  const kinds =
    match.kind === undefined ? ([...POLICY_KINDS, 'interactive'] as const) : [match.kind];
  const risks = match.risk === undefined ? POLICY_RISKS : [match.risk];
  const toolName = match.toolName ?? UNMENTIONED;
  const provider = match.provider ?? UNMENTIONED;
  return kinds.flatMap((kind) => risks.map((risk) => ({ kind, risk, toolName, provider })));
}
