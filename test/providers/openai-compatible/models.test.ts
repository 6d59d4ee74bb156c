import { expect, test } from 'vitest';
import { DIALECTS } from '../../../providers/openai-compatible/dialects.ts';
import {
  describeModel,
  fallbackModels,
  SHIPPED_MODELS,
} from '../../../providers/openai-compatible/models.ts';
import { configSchema } from '../../../providers/openai-compatible/options.ts';
import { nineLetterId } from '../../../providers/openai-compatible/tool-call-ids.ts';
import { checkCapabilities } from '../../../src/plugin/check-capabilities.ts';
import type { ModelSpec } from '../../../src/protocol/model-spec.ts';

function findings(models: readonly ModelSpec[]) {
  const capabilities = { models, slashCommands: [], configSchema, supportedHookPoints: [] };
  return checkCapabilities(capabilities, Date.parse('2026-11-01T00:00:00Z'));
}

test('what is offered before a server is known keeps the contract', () => {
  expect(findings(SHIPPED_MODELS)).toEqual([]);
});

test.each(Object.values(DIALECTS))('what a $name server has keeps the contract', (dialect) => {
  const facts = [
    { id: 'a' },
    { id: 'gpt-oss:20b', tools: true, vision: true, contextWindow: 8192 },
    { id: 'c', thinking: false, trainedContext: 131_072, contextWindow: 4096 },
    { id: 'deepseek-r1:latest', maxOutputTokens: 1_000_000 },
  ];
  for (const isPrivate of [true, false]) {
    expect(findings(facts.map((model) => describeModel(model, { dialect, isPrivate })))).toEqual(
      [],
    );
  }
  expect(findings(fallbackModels(dialect))).toEqual([]);
});

test('nobody pays for a model on hardware of their own; elsewhere a price is unknown', () => {
  const priceOf = (dialect: (typeof DIALECTS)['generic'], isPrivate: boolean) =>
    describeModel({ id: 'm' }, { dialect, isPrivate }).pricing;

  expect(priceOf(DIALECTS.generic, true)).toMatchObject({ free: true });
  expect(priceOf(DIALECTS.vllm, false)).toMatchObject({ free: true });
  expect(priceOf(DIALECTS.ollama, false)).toMatchObject({ free: false, priceUnknown: true });
  expect(priceOf(DIALECTS.generic, false)).toMatchObject({ free: false, priceUnknown: true });
});

test('a window nobody names is the least where too much is cut in silence', () => {
  const windowOf = (dialect: (typeof DIALECTS)['generic'], trainedContext?: number) =>
    describeModel({ id: 'm', trainedContext }, { dialect, isPrivate: true }).contextWindow;

  expect(windowOf(DIALECTS.ollama, 131_072)).toBe(4096);
  expect(windowOf(DIALECTS.generic)).toBe(32_768);
  expect(windowOf(DIALECTS.llamacpp, 8192)).toBe(8192);
});

test('an id of nine letters is kept, and any other is always the same in its place', () => {
  expect(nineLetterId('gSIMJiOkT')).toBe('gSIMJiOkT');
  expect(nineLetterId('call_0')).toMatch(/^[a-zA-Z0-9]{9}$/);
  expect(nineLetterId('call_0')).toBe(nineLetterId('call_0'));
  expect(nineLetterId('call_0')).not.toBe(nineLetterId('call_1'));
});
