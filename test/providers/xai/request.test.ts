import { describe, expect, test } from 'vitest';
import { MODELS } from '../../../providers/xai/models.ts';
import { configSchema, readSettings } from '../../../providers/xai/options.ts';
import { buildRequest } from '../../../providers/xai/request.ts';
import { checkCapabilities } from '../../../src/plugin/check-capabilities.ts';
import type { JsonObject } from '../../../src/protocol/json.ts';
import type { GenerationParams, ModelRequest } from '../../../src/protocol/model-request.ts';
import { configView } from '../../../src/sdk/options.ts';

const settingsOf = (config: JsonObject = {}) =>
  readSettings(configView({ api_key: 'xai-test', ...config }));

function built(changes: Partial<ModelRequest> = {}, config: JsonObject = {}) {
  const request: ModelRequest = {
    modelId: 'grok-4.7',
    messages: [{ id: '1', role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
    tools: [],
    assembledContext: [],
    cacheBreakpoints: [],
    ...changes,
  };
  return buildRequest(request, settingsOf(config));
}

const params = (changes: Partial<GenerationParams>): Partial<ModelRequest> => ({
  params: { stopSequences: [], ...changes },
});
const CHAT = { api: 'chat' };

test('the roster keeps the contract', () => {
  const capabilities = { models: MODELS, slashCommands: [], configSchema, supportedHookPoints: [] };

  expect(checkCapabilities(capabilities, Date.parse('2026-11-01T00:00:00Z'))).toEqual([]);
});

test('the older interface takes no documents, so none is left out in silence', () => {
  const takers = (config: JsonObject) =>
    settingsOf(config).models.filter(({ supportsDocuments }) => supportsDocuments).length;

  expect(takers({})).toBeGreaterThan(0);
  expect(takers(CHAT)).toBe(0);
});

test('a large prompt costs more', () => {
  const tiers = MODELS[0].pricing?.tiers.map((tier) => [
    tier.inputTokensFrom,
    tier.inputTokensUntil,
    tier.inputPerMtok,
    tier.outputPerMtok,
  ]);

  expect(tiers).toEqual([
    [undefined, 200_001, 2, 6],
    [200_001, undefined, 4, 12],
  ]);
});

describe('an effort', () => {
  test('goes where each interface wants it', () => {
    const wish = params({ thinkingEffort: 'xhigh' });

    expect(built(wish).body['reasoning']).toEqual({ effort: 'xhigh', summary: 'auto' });
    expect(built(wish, CHAT).body['reasoning_effort']).toBe('xhigh');
  });

  test.each([
    ['grok-4.6', 'xhigh'],
    ['grok-code-fast-1', 'low'],
    ['grok-4.20-0309-non-reasoning', 'low'],
    ['grok-3-mini', 'medium'],
  ])('is never sent to %s as %s', (modelId, thinkingEffort) => {
    expect(() => built({ modelId, ...params({ thinkingEffort }) })).toThrow(
      `has no thinking effort "${thinkingEffort}"`,
    );
  });

  test('is not offered for a model nobody knows, but its summary is asked for', () => {
    const extra_models = { 'grok-5': '1000000/100000' };
    const model = settingsOf({ extra_models }).models.find(({ id }) => id === 'grok-5');

    expect(model?.thinking).toMatchObject({ supported: true, disable: 'never' });
    expect(model?.thinking).not.toHaveProperty('effort');
    expect(built({ modelId: 'grok-5' }, { extra_models }).body['reasoning']).toEqual({
      summary: 'auto',
    });
  });

  test('of none switches off what can be switched off', () => {
    const off = params({ thinkingDisabled: true });

    expect(built({ modelId: 'grok-4.3', ...off }).body['reasoning']).toMatchObject({
      effort: 'none',
    });
    expect(() => built({ modelId: 'grok-4.5', ...off })).toThrow('can not be kept from thinking');
  });

  test('of none says nothing to a model that never thinks', () => {
    const modelId = 'grok-4-fast-non-reasoning';
    const { body } = built({ modelId, ...params({ thinkingDisabled: true }) });

    expect(body).not.toHaveProperty('reasoning');
  });
});

test('reasoning is asked for, to be sent back', () => {
  expect(built().body).toMatchObject({ include: ['reasoning.encrypted_content'], store: false });
});

test('several texts of one message become one, for older models take no more', () => {
  const content = [
    { type: 'text', text: 'A' },
    { type: 'text', text: 'B' },
  ] as const;
  const { body } = built({ messages: [{ id: '1', role: 'user', content }] }, CHAT);

  expect(body['messages']).toEqual([{ role: 'user', content: 'A\n\nB' }]);
});

test('stop sequences are left out where they are refused, and that is said', () => {
  const wish = params({ stopSequences: ['END'] });

  expect(built(wish, CHAT).body).not.toHaveProperty('stop');
  expect(built(wish, CHAT).notes).toHaveLength(1);
  expect(built({ modelId: 'grok-4-fast-non-reasoning', ...wish }, CHAT).body['stop']).toEqual([
    'END',
  ]);
});

test.each([
  [{ colour: 1 }, 'there is no provider option "colour"'],
  [{ top_p: 'x' }, '"top_p" must be of type number'],
])('provider options %j are refused', (providerOptions, says) => {
  expect(() => built({ providerOptions })).toThrow(says);
});
