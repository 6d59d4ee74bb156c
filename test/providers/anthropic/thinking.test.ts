import { describe, expect, test } from 'vitest';
import type { GenerationParams } from '../../../src/protocol/model-request.ts';
import { tool } from '../../support/sample-request.ts';
import { build, refusal } from './build-body.ts';

const summarized = { type: 'adaptive', display: 'summarized' };
const disabled = { type: 'disabled' };
const budget = (tokens: number) => ({ type: 'enabled', budget_tokens: tokens });

type Asked = Partial<GenerationParams>;
const off: Asked = { thinkingDisabled: true };
const high: Asked = { thinkingEffort: 'high' };
const most: Asked = { thinkingBudgetTokens: 4096 };

function built(model: string, asked: Asked) {
  const { body } = build({ modelId: model, params: { stopSequences: [], ...asked } });
  return { thinking: body['thinking'], output: body['output_config'] };
}

test.each([
  // Reasons unasked: asked all the same, so that the thoughts can be seen.
  { model: 'claude-sonnet-5', asked: {}, thinking: summarized },
  { model: 'claude-sonnet-5', asked: high, thinking: summarized, effort: 'high' },
  { model: 'claude-sonnet-5', asked: off, thinking: disabled },
  { model: 'claude-sonnet-5', asked: { ...off, ...high }, thinking: disabled, effort: 'high' },
  { model: 'claude-opus-5', asked: {}, thinking: summarized },
  { model: 'claude-opus-5', asked: off, thinking: disabled },
  { model: 'claude-fable-5', asked: {}, thinking: summarized },
  // Adaptive, but only when asked; the word `disabled` is not needed.
  { model: 'claude-opus-4-8', asked: {} },
  { model: 'claude-opus-4-7', asked: high, thinking: summarized, effort: 'high' },
  { model: 'claude-opus-4-7', asked: off },
  // Either way.
  { model: 'claude-opus-4-6', asked: {} },
  { model: 'claude-opus-4-6', asked: high, thinking: summarized, effort: 'high' },
  { model: 'claude-sonnet-4-6', asked: most, thinking: budget(4096) },
  { model: 'claude-opus-4-6', asked: { ...high, ...most }, thinking: budget(4096), effort: 'high' },
  { model: 'claude-opus-4-6', asked: off, thinking: disabled },
  // By budget.
  { model: 'claude-haiku-4-5', asked: {} },
  { model: 'claude-haiku-4-5', asked: most, thinking: budget(4096) },
  { model: 'claude-haiku-4-5', asked: off, thinking: disabled },
  { model: 'claude-opus-4-5', asked: high, effort: 'high' },
  { model: 'claude-opus-4-5', asked: { ...high, ...most }, thinking: budget(4096), effort: 'high' },
  // New levels are the vendor's to judge.
  {
    model: 'claude-opus-4-6',
    asked: { thinkingEffort: 'xhigh' },
    thinking: summarized,
    effort: 'xhigh',
  },
])('$model asked for $asked thinks as $thinking, effort $effort', (row) => {
  const { model, asked, thinking, effort } = { thinking: undefined, effort: undefined, ...row };

  expect(built(model, asked)).toEqual({
    thinking,
    output: effort === undefined ? undefined : { effort },
  });
});

test.each([
  { model: 'claude-sonnet-5', asked: most, says: 'takes no thinking budget' },
  { model: 'claude-haiku-4-5', asked: high, says: 'has no thinking effort' },
  { model: 'claude-fable-5', asked: off, says: 'can not be kept from thinking' },
  {
    model: 'claude-haiku-4-5',
    asked: { ...off, ...most },
    says: 'switched off and given a budget',
  },
  { model: 'claude-haiku-4-5', asked: { thinkingBudgetTokens: 1023 }, says: 'between 1024 and' },
  { model: 'claude-haiku-4-5', asked: { thinkingBudgetTokens: 64_000 }, says: 'and 63999 tokens' },
])('$model asked for $asked is refused: $says', ({ model, asked, says }) => {
  const refused = refusal({ modelId: model, params: { stopSequences: [], ...asked } });

  expect(refused).toContain('invalid_request: anthropic: ');
  expect(refused).toContain(says);
});

test('thoughts can be left out', () => {
  const { body } = build({ providerOptions: { thinking_display: 'omitted' } });

  expect(body['thinking']).toEqual({ type: 'adaptive', display: 'omitted' });
});

describe('a required tool call', () => {
  const forced = (model: string, asked: Asked = {}) => ({
    modelId: model,
    tools: [tool('a')],
    params: { stopSequences: [], toolChoice: { mode: 'any' as const }, ...asked },
  });

  test('switches off thinking that nobody asked for, and the log says so', () => {
    const { body, notes } = build(forced('claude-sonnet-5'));

    expect(body).toMatchObject({ thinking: disabled, tool_choice: { type: 'any' } });
    expect(notes).toEqual(['thinking is off for this request: a tool call is required']);
  });

  test('leaves a model alone that does not think', () => {
    const { body, notes } = build(forced('claude-opus-4-6'));

    expect(body).not.toHaveProperty('thinking');
    expect(notes).toEqual([]);
  });

  test.each([
    { model: 'claude-sonnet-5', asked: high },
    { model: 'claude-haiku-4-5', asked: most },
    { model: 'claude-fable-5', asked: {} },
  ])('is refused together with thinking on $model that was asked for or never ends', (row) => {
    expect(refusal(forced(row.model, row.asked))).toContain('to call a tool while it thinks');
  });
});
