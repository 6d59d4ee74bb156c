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
import { type RosterRow, rosterRow } from '../../support/roster-row.ts';

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

test('limits, thinking and prices of every model are the published ones', () => {
  expect(SHIPPED_MODELS.map(rosterRow)).toEqual([
    ['default', 32_768, 32_768, 'on, never', 'unknown'],
    [
      'deepseek-v4-pro',
      1_048_576,
      262_144,
      'low high max, on, always',
      '1.32 / 3.96 / 0.044 / 1.32',
    ],
    [
      'deepseek-v4-flash',
      1_000_000,
      384_000,
      'low high max, on, always',
      '0.44 / 1.32 / 0.014 / 0.44',
    ],
    ['mistral-large-2512', 262_144, 262_144, 'none', '0.5 / 1.5'],
    ['mistral-medium-2508', 262_144, 262_144, 'none', '0.4 / 2'],
    ['devstral-2512', 262_144, 262_144, 'none', '0.4 / 2'],
    ['codestral-latest', 256_000, 4096, 'none', '0.3 / 0.9'],
    ['magistral-medium-latest', 128_000, 16_384, 'on, never', '2 / 5'],
    ['mistral-small-latest', 128_000, 16_384, 'none', '0.1 / 0.3'],
    ['openai/gpt-oss-120b', 131_072, 65_536, 'low medium high, on, never', '0.15 / 0.6'],
    ['openai/gpt-oss-20b', 131_072, 65_536, 'low medium high, on, never', '0.075 / 0.3'],
    ['llama-3.3-70b-versatile', 131_072, 32_768, 'none', '0.59 / 0.79'],
    ['moonshotai/kimi-k2-instruct-0905', 262_144, 16_384, 'none', '1 / 3'],
  ] satisfies readonly RosterRow[]);
});
