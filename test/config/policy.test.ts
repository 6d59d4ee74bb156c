import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  evaluatePolicy,
  isShadowed,
  matchKey,
  POLICY_KINDS,
  POLICY_RISKS,
  type PolicyCall,
  type PolicyMatch,
} from '../../src/config/policy.ts';

const call: PolicyCall = { kind: 'resource', provider: 'fs', toolName: 'write', risk: 'high' };

describe('without a rule', () => {
  test.each([
    ['resource', 'ask'],
    ['data_source', 'allow'],
    ['interactive', 'allow'],
  ] as const)('a %s call is decided: %s', (kind, action) => {
    expect(evaluatePolicy([], { ...call, kind })).toEqual({
      action,
      rule: '',
      isDowngraded: false,
    });
  });
});

test('one tool name outranks provider, risk and kind together', () => {
  const decision = evaluatePolicy(
    [
      { name: 'three', match: { provider: 'fs', risk: 'high', kind: 'resource' }, action: 'allow' },
      { name: 'tool', match: { toolName: 'write' }, action: 'deny' },
    ],
    call,
  );

  expect(decision).toEqual({ action: 'deny', rule: 'tool', isDowngraded: false });
});

test('a tie that cannot survive loading goes to the first declared', () => {
  const rules = [
    { name: 'first', match: { risk: 'high' }, action: 'allow' },
    { name: 'second', match: { risk: 'high' }, action: 'deny' },
  ] as const;

  expect(evaluatePolicy(rules, call).rule).toBe('first');
});

test('a rule that names a kind never matches an interactive call', () => {
  const rules = [{ name: 'kind', match: { kind: 'resource' }, action: 'deny' }] as const;

  expect(evaluatePolicy(rules, { ...call, kind: 'interactive' }).rule).toBe('');
});

test.each(['data_source', 'interactive'] as const)(
  'asking is refused for a %s call, where nobody can be asked',
  (kind) => {
    const rules = [{ name: 'asks', match: {}, action: 'ask' }] as const;

    expect(evaluatePolicy(rules, { ...call, kind })).toEqual({
      action: 'deny',
      rule: 'asks',
      isDowngraded: true,
    });
  },
);

test('a resource call is never downgraded', () => {
  const rules = [{ name: 'asks', match: {}, action: 'ask' }] as const;

  expect(evaluatePolicy(rules, call)).toEqual({ action: 'ask', rule: 'asks', isDowngraded: false });
});

test.each([
  { a: {}, b: {}, conflict: true },
  { a: { toolName: 'rm' }, b: { toolName: 'rm' }, conflict: true },
  { a: { toolName: 'rm' }, b: { toolName: 'ls' }, conflict: false },
  { a: { toolName: 'rm' }, b: { toolName: 'rm', provider: 'fs' }, conflict: false },
  { a: { risk: 'low' }, b: { kind: 'resource' }, conflict: false },
] as const)('$a and $b conflict: $conflict', ({ a, b, conflict }) => {
  expect(matchKey(a) === matchKey(b)).toBe(conflict);
});

const everyRisk = POLICY_RISKS.map((risk) => ({ risk }));

test.each<{ name: string; match: PolicyMatch; others: readonly PolicyMatch[]; shadowed: boolean }>([
  { name: 'all risks are taken', match: {}, others: everyRisk, shadowed: true },
  { name: 'one risk is left', match: {}, others: everyRisk.slice(1), shadowed: false },
  {
    name: 'both kinds are taken, but interactive calls are left',
    match: {},
    others: [{ kind: 'resource' }, { kind: 'data_source' }],
    shadowed: false,
  },
  {
    name: 'both kinds of one risk are taken by rules that name a kind, and it names one itself',
    match: { kind: 'resource' },
    others: everyRisk.map(({ risk }) => ({ risk, kind: 'resource' })),
    shadowed: true,
  },
  {
    name: 'a name is mentioned, others exist',
    match: {},
    others: [{ toolName: 'x' }],
    shadowed: false,
  },
  {
    name: 'its own tool is taken at every risk',
    match: { toolName: 'x' },
    others: everyRisk.map(({ risk }) => ({ risk, toolName: 'x' })),
    shadowed: true,
  },
  {
    name: 'only weaker rules overlap',
    match: { risk: 'low' },
    others: [{ kind: 'resource' }],
    shadowed: false,
  },
])('shadowed is $shadowed when $name', ({ match, others, shadowed }) => {
  expect(isShadowed(match, new Set(others.map(matchKey)))).toBe(shadowed);
});

const names = fc.option(fc.constantFrom('a', 'b'), { nil: undefined });
const match = fc.record({
  toolName: names,
  provider: names,
  risk: fc.option(fc.constantFrom(...POLICY_RISKS), { nil: undefined }),
  kind: fc.option(fc.constantFrom(...POLICY_KINDS), { nil: undefined }),
});
const anyCall = fc.record({
  kind: fc.constantFrom('resource', 'data_source', 'interactive'),
  provider: fc.constantFrom('a', 'b', 'c'),
  toolName: fc.constantFrom('a', 'b', 'c'),
  risk: fc.constantFrom(...POLICY_RISKS),
}) as fc.Arbitrary<PolicyCall>; // fc widens the constants of a record to string

test('a shadowed rule never decides a call, and one that is not can', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(match, { minLength: 1, maxLength: 6, selector: matchKey }),
      (matches) => {
        const rules = matches.map((entry, index) => ({
          name: `r${index}`,
          match: entry,
          action: 'deny' as const,
        }));
        const winners = new Set(
          ['a', 'b', 'c'].flatMap((toolName) =>
            ['a', 'b', 'c'].flatMap((provider) =>
              POLICY_RISKS.flatMap((risk) =>
                (['resource', 'data_source', 'interactive'] as const).map(
                  (kind) => evaluatePolicy(rules, { kind, risk, toolName, provider }).rule,
                ),
              ),
            ),
          ),
        );

        for (const [index, entry] of matches.entries()) {
          expect(isShadowed(entry, new Set(matches.map(matchKey)))).toBe(!winners.has(`r${index}`));
        }
      },
    ),
  );
});

test('every call gets exactly one decision', () => {
  fc.assert(
    fc.property(fc.array(match, { maxLength: 5 }), anyCall, (matches, one) => {
      const rules = matches.map((entry, index) => ({
        name: `r${index}`,
        match: entry,
        action: 'allow' as const,
      }));
      const decision = evaluatePolicy(rules, one);

      expect(decision.rule === '' || rules.some(({ name }) => name === decision.rule)).toBe(true);
    }),
  );
});
