/** MP-10a: every built-in takes models that are newer than its release. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/protocol/json.ts';
import type { ModelSpec } from '../../src/protocol/model-spec.ts';
import { startBuiltProvider } from '../support/built-provider.ts';
import { root } from '../support/shared.ts';

const NOBODY = 'http://127.0.0.1:9';

interface Case {
  readonly config: JsonObject;
  /** Newer than the release. */
  readonly id: string;
  /** Whose abilities it takes. */
  readonly like: string;
}

const CASES: Readonly<Record<string, Case>> = {
  anthropic: { config: { api_key: 'k' }, id: 'claude-opus-9', like: 'claude-opus-5' },
  'claude-cli': { config: { command: '/bin/true' }, id: 'sonnet-9', like: 'sonnet' },
  example: { config: {}, id: 'demo-2', like: 'demo' },
  google: { config: { api_key: 'k' }, id: 'gemini-9-pro', like: 'gemini-3.7-flash' },
  openai: { config: { api_key: 'k' }, id: 'gpt-6.5', like: 'gpt-6-astra' },
  'openai-compatible': {
    config: { base_url: NOBODY, dialect: 'deepseek' },
    id: 'deepseek-v4-max',
    like: 'deepseek-v4-pro',
  },
  openrouter: {
    config: { api_key: 'k', base_url: NOBODY },
    id: 'anthropic/claude-sonnet-9',
    like: 'anthropic/claude-sonnet-4.5',
  },
  xai: { config: { api_key: 'k' }, id: 'grok-build-2', like: 'grok-build-0.1' },
};

test('the table names every built-in', () => {
  expect(Object.keys(CASES).sort()).toEqual(readdirSync(join(root, 'providers')).sort());
});

/** What a model can do, apart from what is its own. */
function abilities(model: ModelSpec | undefined) {
  return {
    tools: model?.supportsToolUse,
    images: model?.supportsVision,
    documents: model?.supportsDocuments,
    schema: model?.supportsResponseSchema,
    choices: model?.supportedToolChoiceModes,
    thinking: model?.thinking,
    caching: model?.caching,
  };
}

describe.each(Object.entries(CASES))('%s', (name, { config, id, like }) => {
  test('declares extra_models, offers what they name, and refuses what it can not read', async () => {
    const provider = await startBuiltProvider(name);
    try {
      expect(provider.capabilities.configSchema?.attributes).toContainEqual(
        expect.objectContaining({ name: 'extra_models', type: 'map_string' }),
      );

      await provider.configure({ ...config, extra_models: { [id]: '765432/54321' } });
      const outcome = await provider.client.capabilities();
      const models = outcome.type === 'ok' ? outcome.value.models : [];
      const added = models.find((model) => model.id === id);

      expect(added).toMatchObject({ contextWindow: 765_432, maxOutputTokens: 54_321 });
      // On hardware of one's own nothing is paid for; anywhere else nobody knows the price yet.
      expect(added?.pricing).toMatchObject(
        name === 'openai-compatible' ? { free: true } : { free: false, priceUnknown: true },
      );
      expect(abilities(added)).toEqual(abilities(models.find((model) => model.id === like)));
      await expect(
        provider.configure({ ...config, extra_models: { [id]: 'large' } }),
      ).rejects.toThrow(new RegExp(`invalid_request.*extra_models.*${id}`));
    } finally {
      await provider.close();
    }
  });
});
