import { describe, expect, test } from 'vitest';
import { configSchema, readSettings } from '../../../providers/anthropic/options.ts';
import type { JsonObject } from '../../../src/protocol/json.ts';
import { ModelFailure } from '../../../src/sdk/model-failure.ts';
import { configView } from '../../../src/sdk/options.ts';

const KEY = 'sk-ant-api03-secret';

function settings(config: JsonObject, log: (text: string) => void = () => {}) {
  return readSettings(configView({ api_key: KEY, ...config }), (_level, text) => log(text));
}

function headers(config: JsonObject, betas: readonly string[] = []) {
  return settings(config).headers(betas);
}

test('the five attributes of the published examples are there, the key as a secret', () => {
  const types = Object.fromEntries(configSchema.attributes.map(({ name, type }) => [name, type]));
  const secrets = configSchema.attributes.filter(({ sensitive }) => sensitive);

  expect(types).toEqual({
    api_key: 'string',
    base_url: 'string',
    timeout_ms: 'number',
    extra_headers: 'map_string',
    extra_models: 'map_string',
    beta_headers: 'list_string',
    bearer: 'bool',
  });
  expect(secrets.map(({ name }) => name)).toEqual(['api_key']);
});

test('requests go to the two endpoints of the service', () => {
  expect(settings({})).toMatchObject({
    messagesUrl: 'https://api.anthropic.com/v1/messages',
    countUrl: 'https://api.anthropic.com/v1/messages/count_tokens',
  });
  expect(settings({ base_url: 'https://llm.test/anthropic/v1/' }).messagesUrl).toBe(
    'https://llm.test/anthropic/v1/messages',
  );
});

describe('the credential', () => {
  test('of the service is a key of its own header', () => {
    expect(headers({})).toEqual({
      'anthropic-version': '2023-06-01',
      'content-type': 'application/json',
      'x-api-key': KEY,
    });
  });

  test.each([
    { name: 'by its form', config: { api_key: 'sk-ant-oat01-token' } },
    { name: 'by choice', config: { api_key: 'sk-ant-oat01-token', bearer: true } },
  ])('that is a token $name goes into authorization alone, with its beta', ({ config }) => {
    const sent = headers(config);

    expect(sent).toMatchObject({
      authorization: 'Bearer sk-ant-oat01-token',
      'anthropic-beta': 'oauth-2025-04-20',
    });
    expect(sent).not.toHaveProperty('x-api-key');
  });

  test('is never replaced by an extra header, and the log names the header', () => {
    const logged: string[] = [];
    const { headers: sent } = settings(
      { extra_headers: { 'X-Api-Key': 'other', Authorization: 'other', 'X-Team': 'tools' } },
      (text) => logged.push(text),
    );

    expect(sent([])).toMatchObject({ 'x-api-key': KEY, 'x-team': 'tools' });
    expect(JSON.stringify(sent([]))).not.toContain('other');
    expect(logged).toEqual([
      'extra_headers: "x-api-key" is left out; the key comes from api_key alone',
      'extra_headers: "authorization" is left out; the key comes from api_key alone',
    ]);
  });

  test('is needed for a remote service', () => {
    const configure = () => settings({ api_key: '' });

    expect(configure).toThrow(ModelFailure);
    expect(configure).toThrow('anthropic: api_key is not set, and api.anthropic.com needs one');
  });

  test('is not needed on this machine', () => {
    const sent = headers({ api_key: '', base_url: 'http://127.0.0.1:9' });

    expect(Object.keys(sent)).toEqual(['anthropic-version', 'content-type']);
  });
});

test('beta features are merged into one header, each once', () => {
  const config = {
    beta_headers: ['feature-a', ' feature-b '],
    extra_headers: { 'Anthropic-Beta': 'feature-c,feature-a' },
  };

  expect(headers(config, ['needed', 'feature-c'])['anthropic-beta']).toBe(
    'feature-a,feature-b,feature-c,needed',
  );
});

describe('added models', () => {
  const added = (id: string) =>
    settings({ extra_models: { [id]: '2000000/256000' } }).models.find((model) => model.id === id);

  test('have the abilities of the newest of their family, and no price', () => {
    expect(added('claude-opus-6')).toMatchObject({
      contextWindow: 2_000_000,
      maxOutputTokens: 256_000,
      thinking: { adaptiveByDefault: true, disable: 'conditional' },
      pricing: { priceUnknown: true },
    });
  });

  test('can change the limits of a known one', () => {
    expect(added('claude-haiku-4-5')).toMatchObject({
      contextWindow: 2_000_000,
      pricing: { tiers: [{ inputPerMtok: 1 }] },
    });
  });
});
