import { describe, expect, test } from 'vitest';
import { type PlanArguments, type PlanResult, planTurn } from '../../src/cli/plan.ts';
import type { AgentProfile, Config, ModelChoice } from '../../src/config/config.ts';
import type { SourceRange } from '../../src/diagnostics/source-range.ts';

const point = { line: 1, column: 1, byte: 0 };
const range: SourceRange = { file: 'agent.hcl', start: point, end: point };
const located = <T>(value: T) => ({ value, range });

const retry = {
  baseDelayMs: 1,
  backoffFactor: 2,
  maxRetries: 3,
  maxDelayMs: 4,
  maxWaitMs: 5,
  maxSessionRetries: 6,
};

const choice = (provider: string, id: string, more: Partial<ModelChoice> = {}): ModelChoice => ({
  provider: located(provider),
  id: located(id),
  ...more,
});

const profile = (name: string, more: Partial<AgentProfile>): AgentProfile => ({
  name,
  range,
  fallbacks: [],
  tools: [],
  slashCommands: [],
  maxTurns: 100,
  maxConcurrentSubagents: 4,
  ...more,
});

function config(providers: readonly string[], profiles: readonly AgentProfile[] = []): Config {
  const settings = { retry, doomLoop: { threshold: 3, windowSize: 8 } } as Config['settings'];
  return {
    file: 'agent.hcl',
    projectRoot: '/p',
    requiredProviders: [],
    providers: providers.map((localName) => ({
      localName,
      range,
      environment: new Map(),
      environmentRanges: new Map(),
    })),
    policies: [],
    profiles: new Map(profiles.map((one) => [one.name, one])),
    hooks: [],
    settings,
  };
}

const none: PlanArguments = { stop: [], providerOptions: [] };

function planned(result: PlanResult) {
  if (result.type !== 'plan') throw new Error(`no plan: ${result.message}`);
  return result;
}

describe('which models a turn may use', () => {
  const chain = profile('default', {
    primary: choice('a', 'x', { thinkingEffort: located('low'), temperature: 0.5 }),
    fallbacks: [choice('b', 'y')],
    maxTurns: 7,
    maxCostUsd: 2,
    maxWallClockS: 60,
  });

  test('the profile gives the chain, in its order, with its limits', () => {
    const { plan, timeoutMs } = planned(planTurn(config(['a', 'b'], [chain]), none));

    expect(plan.candidates.map((candidate) => candidate.ref)).toEqual([
      { provider: 'a', model: 'x' },
      { provider: 'b', model: 'y' },
    ]);
    expect(plan.candidates[0]?.params).toMatchObject({ thinkingEffort: 'low', temperature: 0.5 });
    expect({ ...plan, timeoutMs }).toMatchObject({
      maxTurns: 7,
      maxCostUsd: 2,
      repetition: { threshold: 3, windowSize: 8 },
      timeoutMs: 60_000,
    });
  });

  test('flags win over the file for every model; vendor options are for the primary alone', () => {
    const flags = {
      ...none,
      thinkingBudget: 1024,
      maxOutputTokens: 9,
      providerOptions: ['seed=7'],
      maxCostUsd: 1,
      maxTurns: 2,
      timeoutMs: 5,
    };

    const result = planned(planTurn(config(['a', 'b'], [chain]), flags));

    const [first, second] = result.plan.candidates;
    expect(first?.params).toMatchObject({ thinkingBudgetTokens: 1024, maxOutputTokens: 9 });
    expect(first?.params.thinkingEffort).toBeUndefined();
    expect(first?.providerOptions).toEqual({ seed: 7 });
    expect(second?.providerOptions).toBeUndefined();
    expect(second?.params).toMatchObject({ thinkingBudgetTokens: 1024, maxOutputTokens: 9 });
    expect({ cost: result.plan.maxCostUsd, timeoutMs: result.timeoutMs }).toEqual({
      cost: 1,
      timeoutMs: 5,
    });
  });

  test('effort "off" turns thinking off', () => {
    const flags = { ...none, thinkingEffort: 'off' };

    const { plan } = planned(planTurn(config(['a', 'b'], [chain]), flags));

    expect(plan.candidates[0]?.params).toMatchObject({ thinkingOff: true });
    expect(plan.candidates[0]?.params.thinkingEffort).toBeUndefined();
  });

  test('-m replaces the chain and keeps slashes of the id', () => {
    const flags = { ...none, model: 'b/vendor/model' };

    const { plan } = planned(planTurn(config(['a', 'b'], [chain]), flags));

    expect(plan.candidates.map((candidate) => candidate.ref)).toEqual([
      { provider: 'b', model: 'vendor/model' },
    ]);
  });

  test('a file with one provider and no model names that provider', () => {
    const result = planned(planTurn(config(['only']), none));

    expect(result).toMatchObject({ defaultProvider: 'only', plan: { candidates: [] } });
  });
});

describe('what can not be planned', () => {
  test.each([
    {
      name: 'an unknown provider',
      flags: { model: 'antropic/x' },
      expected: 'Did you mean "anthropic"?',
    },
    { name: 'a model without a provider', flags: { model: 'x' }, expected: 'PROVIDER/MODEL' },
    { name: 'an empty model', flags: { model: 'anthropic/' }, expected: 'PROVIDER/MODEL' },
    { name: 'an unknown profile', flags: { profile: 'fats' }, expected: 'Did you mean "fast"?' },
    {
      name: 'an option that is no JSON',
      flags: { providerOptions: ['a=b'] },
      expected: 'KEY=JSON',
    },
    { name: 'an option without a key', flags: { providerOptions: ['=1'] }, expected: 'KEY=JSON' },
  ])('$name is a usage error', ({ flags, expected }) => {
    const result = planTurn(config(['anthropic', 'b'], [profile('fast', {})]), {
      ...none,
      ...flags,
    });

    expect(result).toMatchObject({
      type: 'usage-error',
      message: expect.stringContaining(expected),
    });
  });

  test('no model among several providers lists what -m could name', () => {
    const result = planTurn(config(['a', 'b']), none);

    expect(result).toMatchObject({ type: 'no-model', message: expect.stringContaining('a, b') });
  });
});
