import { expect, test } from 'vitest';
import type { GenerationParams, ToolChoice } from '../../src/protocol/model-request.ts';
import type { ModelSpec, ThinkingSpec } from '../../src/protocol/model-spec.ts';
import { checkParams } from '../../src/turn/check-request.ts';
import type { CandidateParams } from '../../src/turn/turn-plan.ts';
import { modelSpec } from '../support/fake-provider.ts';

const NONE: ThinkingSpec = { supported: false, adaptiveByDefault: false, disable: 'unspecified' };
const EFFORT: ThinkingSpec = {
  supported: true,
  effort: { levels: ['low', 'high'], default: 'low' },
  adaptiveByDefault: true,
  disable: 'never',
};
const BUDGET: ThinkingSpec = {
  supported: true,
  budget: { min: 1_024, max: 32_000, deprecated: false },
  adaptiveByDefault: false,
  disable: 'never',
};
const BOTH: ThinkingSpec = { ...EFFORT, budget: { min: 0, max: 32_000, deprecated: true } };

interface Row {
  readonly name: string;
  readonly thinking?: ThinkingSpec;
  readonly spec?: Partial<ModelSpec>;
  readonly params?: Partial<CandidateParams>;
  readonly toolChoice?: ToolChoice;
}

function check(row: Row, isFallback = false) {
  return checkParams({
    spec: modelSpec({ thinking: row.thinking ?? NONE, ...row.spec }),
    params: { stopSequences: [], ...row.params },
    tools: [],
    toolChoice: row.toolChoice,
    isFallback,
  });
}

test.each<Row & { expected: Partial<GenerationParams> | undefined }>([
  { name: 'nothing asked: the model’s defaults', expected: undefined },
  {
    name: 'a declared effort',
    thinking: EFFORT,
    params: { thinkingEffort: 'high' },
    expected: { thinkingEffort: 'high' },
  },
  {
    name: 'the smallest budget',
    thinking: BUDGET,
    params: { thinkingBudgetTokens: 1_024 },
    expected: { thinkingBudgetTokens: 1_024 },
  },
  {
    name: 'the largest budget',
    thinking: BUDGET,
    params: { thinkingBudgetTokens: 32_000 },
    expected: { thinkingBudgetTokens: 32_000 },
  },
  {
    name: 'effort and budget together',
    thinking: BOTH,
    params: { thinkingEffort: 'low', thinkingBudgetTokens: 0 },
    expected: { thinkingEffort: 'low', thinkingBudgetTokens: 0 },
  },
  {
    name: 'off, where it can always be',
    thinking: { ...BOTH, disable: 'always' },
    params: { thinkingOff: true },
    expected: { thinkingDisabled: true },
  },
  {
    name: 'off, where the vendor may refuse it',
    thinking: { ...BOTH, disable: 'conditional' },
    params: { thinkingOff: true },
    expected: { thinkingDisabled: true },
  },
  {
    name: 'off by the level none',
    thinking: { ...BOTH, effort: { levels: ['none', 'low'], default: 'low' } },
    params: { thinkingOff: true },
    expected: { thinkingEffort: 'none' },
  },
  {
    name: 'off by a budget of zero',
    thinking: BOTH,
    params: { thinkingOff: true },
    expected: { thinkingBudgetTokens: 0 },
  },
  {
    name: 'off on a model that does not think',
    params: { thinkingOff: true },
    expected: undefined,
  },
  {
    name: 'the largest output, temperature and stops',
    params: { maxOutputTokens: 8_000, temperature: 0, stopSequences: ['END'] },
    expected: { maxOutputTokens: 8_000, temperature: 0, stopSequences: ['END'] },
  },
  {
    name: 'the tool choice auto, against an empty list of modes',
    toolChoice: { mode: 'auto' },
    expected: { toolChoice: { mode: 'auto' } },
  },
  {
    name: 'a declared tool choice',
    spec: { supportedToolChoiceModes: ['none'] },
    toolChoice: { mode: 'none' },
    expected: { toolChoice: { mode: 'none' } },
  },
])('passes on: $name', (row) => {
  const checked = check(row);

  expect(checked).toMatchObject({ type: 'ok', cleared: [] });
  expect(checked.type === 'ok' && checked.params).toEqual(
    row.expected && { stopSequences: [], ...row.expected },
  );
});

test.each<Row & { reason: string }>([
  {
    name: 'an effort that is not declared',
    thinking: EFFORT,
    params: { thinkingEffort: 'max' },
    reason: 'The model "large" takes the thinking efforts low, high, not "max".',
  },
  {
    name: 'an effort where there is a budget',
    thinking: BUDGET,
    params: { thinkingEffort: 'low' },
    reason:
      'The model "large" takes no thinking effort. It takes a thinking budget of 1024 to 32000 tokens.',
  },
  {
    name: 'an effort on a model that does not think',
    params: { thinkingEffort: 'low' },
    reason: 'The model "large" takes no thinking effort. It does not think.',
  },
  {
    name: 'a budget below the range',
    thinking: BUDGET,
    params: { thinkingBudgetTokens: 1_023 },
    reason: 'The model "large" takes a thinking budget of 1024 to 32000 tokens, not 1023.',
  },
  {
    name: 'a budget beyond the range',
    thinking: BUDGET,
    params: { thinkingBudgetTokens: 32_001 },
    reason: 'The model "large" takes a thinking budget of 1024 to 32000 tokens, not 32001.',
  },
  {
    name: 'a budget of zero where there is no budget control',
    thinking: EFFORT,
    params: { thinkingBudgetTokens: 0 },
    reason: 'The model "large" takes no thinking budget. It takes the thinking efforts low, high.',
  },
  {
    name: 'off, where nothing can turn it off',
    thinking: EFFORT,
    params: { thinkingOff: true },
    reason:
      'The thinking of the model "large" can not be turned off. It takes the thinking efforts low, high.',
  },
  {
    name: 'off, where the smallest budget is not zero',
    thinking: BUDGET,
    params: { thinkingOff: true },
    reason:
      'The thinking of the model "large" can not be turned off. It takes a thinking budget of 1024 to 32000 tokens.',
  },
  {
    name: 'a setting of thinking that can not be steered',
    thinking: { supported: true, adaptiveByDefault: true, disable: 'never' },
    params: { thinkingEffort: 'low' },
    reason: 'The model "large" takes no thinking effort. Its thinking can not be steered.',
  },
  {
    name: 'more output than it writes',
    params: { maxOutputTokens: 8_001 },
    reason: 'The model "large" writes at most 8000 tokens, not 8001.',
  },
])('refuses on the primary and clears on a fallback: $name', (row) => {
  const { reason } = row;

  expect(check(row)).toEqual({ type: 'refused', reason });
  expect(check(row, true)).toEqual({ type: 'ok', params: undefined, cleared: [reason] });
});

test('a tool choice the model does not take is cleared, on the primary too', () => {
  expect(check({ name: '', toolChoice: { mode: 'any' } })).toEqual({
    type: 'ok',
    params: undefined,
    cleared: ['The model "large" does not take the tool choice "any".'],
  });
});

test('a tool that must be called but is not declared is refused, on a fallback too', () => {
  const row: Row = {
    name: '',
    spec: { supportedToolChoiceModes: ['specific'] },
    toolChoice: { mode: 'specific', toolName: 'search' },
  };
  const refused = {
    type: 'refused',
    reason: 'The tool "search" must be called, but it is not declared.',
  };

  expect([check(row), check(row, true)]).toEqual([refused, refused]);
});

test('every fault of the primary is named at once', () => {
  const checked = check({
    name: '',
    params: { thinkingEffort: 'low', maxOutputTokens: 9_000 },
  });

  expect(checked.type === 'refused' && checked.reason).toMatch(/effort.*writes at most/);
});
