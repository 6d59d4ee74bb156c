import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/protocol/json.ts';
import { readHttpSettings } from '../../src/sdk/http-settings.ts';
import { ModelFailure } from '../../src/sdk/model-failure.ts';
import { configView } from '../../src/sdk/options.ts';

function read(config: JsonObject) {
  return readHttpSettings(configView(config), {
    provider: 'acme',
    baseUrl: 'https://api.acme.test',
    ownHeaders: ['x-api-key', 'authorization'],
  });
}

function refusal(config: JsonObject): string {
  try {
    read(config);
  } catch (error) {
    if (error instanceof ModelFailure) return `${error.error.category} ${error.message}`;
    throw error;
  }
  return 'accepted';
}

test.each([
  { base: undefined, url: 'https://api.acme.test/v1/messages' },
  { base: '', url: 'https://api.acme.test/v1/messages' },
  { base: 'https://llm.test', url: 'https://llm.test/v1/messages' },
  { base: 'https://llm.test/', url: 'https://llm.test/v1/messages' },
  { base: 'https://llm.test/v1', url: 'https://llm.test/v1/messages' },
  { base: 'https://llm.test/v1/v1/', url: 'https://llm.test/v1/messages' },
  { base: 'https://llm.test//proxy//', url: 'https://llm.test/proxy/v1/messages' },
  { base: 'https://llm.test/acme/v1/', url: 'https://llm.test/acme/v1/messages' },
  { base: 'https://llm.test/x?api-version=2', url: 'https://llm.test/x/v1/messages?api-version=2' },
  { base: 'http://127.0.0.1:8080', url: 'http://127.0.0.1:8080/v1/messages' },
])('base_url $base leads to $url', ({ base, url }) => {
  const settings = read(base === undefined ? {} : { base_url: base });

  expect(settings.endpoint('/v1/messages')).toBe(url);
});

test.each([
  { name: 'no URL', config: { base_url: 'api.acme.test' }, says: 'base_url must be a URL' },
  {
    name: 'another scheme',
    config: { base_url: 'ftp://acme.test' },
    says: 'base_url must be a URL',
  },
  {
    name: 'a password in the URL',
    config: { base_url: 'https://me:secret@acme.test' },
    says: 'user name or password',
  },
  { name: 'a negative timeout', config: { timeout_ms: -1 }, says: 'timeout_ms' },
  { name: 'a fraction of a millisecond', config: { timeout_ms: 1.5 }, says: 'timeout_ms' },
  { name: 'a header name', config: { extra_headers: { 'a b': 'x' } }, says: '"a b"' },
  { name: 'a header value', config: { extra_headers: { team: 'x\r\ny: z' } }, says: '"team"' },
  { name: 'one limit only', config: { extra_models: { m: '200000' } }, says: '"m"' },
  { name: 'a limit of zero', config: { extra_models: { m: '0/64000' } }, says: '"m"' },
  { name: 'a limit in words', config: { extra_models: { m: '200k/64k' } }, says: '"m"' },
])('$name is refused and named', ({ config, says }) => {
  expect(refusal(config)).toContain('invalid_request acme: ');
  expect(refusal(config)).toContain(says);
  expect(refusal(config)).not.toContain('secret');
});

describe('a key over plain http', () => {
  const config = (base_url: string) => ({ api_key: 'k', base_url });

  test.each(['http://llm.test', 'http://192.168.1.2:8000', 'http://localhost.evil.test'])(
    'is refused for %s',
    (url) => {
      expect(refusal(config(url))).toContain('base_url must be https:');
    },
  );

  test.each(['http://localhost:1', 'http://127.0.0.2', 'http://[::1]:1', 'https://llm.test'])(
    'is sent to %s',
    (url) => {
      expect(refusal(config(url))).toBe('accepted');
    },
  );

  test('does not forbid a service without a key', () => {
    expect(refusal({ base_url: 'http://llm.test' })).toBe('accepted');
  });
});

test('headers of the provider and of the connection are left out, whatever their case', () => {
  const { extraHeaders, ignoredHeaders } = read({
    extra_headers: { 'X-Team': 'tools', 'X-Api-Key': 'other', AUTHORIZATION: 'b', Host: 'h' },
  });

  expect(extraHeaders).toEqual({ 'x-team': 'tools' });
  expect(ignoredHeaders).toEqual(['x-api-key', 'authorization', 'host']);
});

test('omitted attributes, as the kernel fills them, read as not set', () => {
  const settings = read({
    api_key: '',
    base_url: '',
    timeout_ms: 0,
    extra_headers: {},
    extra_models: {},
  });

  expect(settings).toMatchObject({
    apiKey: undefined,
    isLoopback: false,
    timeoutMs: undefined,
    extraHeaders: {},
    extraModels: {},
  });
});

test('a model is added with its two limits', () => {
  const { extraModels } = read({ extra_models: { next: ' 1000000 / 128000 ' } });

  expect(extraModels).toEqual({ next: { contextWindow: 1_000_000, maxOutputTokens: 128_000 } });
});
