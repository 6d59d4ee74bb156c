import { describe, expect, test } from 'vitest';
import { checkConfig } from '../../src/sdk/check-config.ts';
import { isPrivateHost } from '../../src/sdk/http/addresses.ts';
import { httpAttributes, httpSettings, requestHeaders } from '../../src/sdk/http-settings.ts';
import { configView } from '../../src/sdk/options.ts';

const options = {
  provider: 'acme',
  defaultBaseUrl: 'https://api.acme.com',
  version: 'v1',
  needsKey: () => true,
  keyVariable: 'ACME_API_KEY',
};

const read = (config: Parameters<typeof configView>[0]) =>
  httpSettings(configView(config), options);

test('a key alone is enough', () => {
  const settings = read({ api_key: 'k' });

  expect(settings).toMatchObject({
    apiKey: 'k',
    timeoutMs: undefined,
    extraHeaders: {},
    extraModels: {},
  });
  expect(settings.baseUrl.endpoint('messages')).toBe('https://api.acme.com/v1/messages');
});

test('the zero values the kernel fills in read as not set', () => {
  const zeroes = { api_key: 'k', base_url: '', timeout_ms: 0, extra_headers: {}, extra_models: {} };

  expect(read(zeroes)).toEqual(expect.objectContaining({ timeoutMs: undefined, extraHeaders: {} }));
});

test('the declared attributes are those that are read', () => {
  const config = {
    api_key: 'k',
    base_url: 'https://gateway.corp',
    timeout_ms: 30_000,
    extra_headers: { 'X-Team': 'red' },
    extra_models: { m: '1/1' },
  };

  checkConfig(config, { attributes: httpAttributes({ vendor: 'Acme' }) }, 'acme');

  expect(read(config)).toMatchObject({
    timeoutMs: 30_000,
    extraHeaders: { 'x-team': 'red' },
    extraModels: { m: '1/1' },
  });
});

test('only the key is sensitive', () => {
  const sensitive = httpAttributes({ vendor: 'Acme' }).filter((attribute) => attribute.sensitive);

  expect(sensitive.map(({ name }) => name)).toEqual(['api_key']);
});

describe('a missing key', () => {
  test('is an auth error that names the setting and the host', () => {
    expect(() => read({})).toThrow(
      'acme: api_key is not set, and api.acme.com needs one; ' +
        'write api_key = env("ACME_API_KEY") in the provider block',
    );
    expect(() => read({ api_key: '' })).toThrow(
      expect.objectContaining({ error: expect.objectContaining({ category: 'auth_error' }) }),
    );
  });

  test.each([
    ['http://127.0.0.1:11434', true],
    ['http://192.168.1.5:8000', true],
    ['http://10.1.2.3', true],
    ['http://172.31.0.1', true],
    ['http://[fd00::1]', true],
    ['http://[fe80::1]', true],
    ['http://box.local', true],
    ['https://172.32.0.1', false],
    ['https://api.acme.com', false],
    ['https://box.local.evil.example', false],
    ['https://[2001:db8::1]', false],
  ])('is fine at %s where private hosts need none: %s', (base_url, isFine) => {
    const call = () =>
      httpSettings(configView({ base_url }), {
        ...options,
        needsKey: (url) => !isPrivateHost(url),
      });

    if (isFine) expect(call().apiKey).toBeUndefined();
    else expect(call).toThrow(/api_key is not set/);
  });
});

test('a base_url is required where there is no default', () => {
  expect(() =>
    httpSettings(configView({}), { ...options, defaultBaseUrl: undefined, needsKey: () => false }),
  ).toThrow('acme: base_url is not set');
});

test.each([-1, 2 ** 31])('a timeout of %d ms is refused', (timeout_ms) => {
  expect(() => read({ api_key: 'k', timeout_ms })).toThrow(/timeout_ms/);
});

test.each([
  ['content-length', '5'],
  ['Host', 'evil.example'],
  ['transfer-encoding', 'chunked'],
  ['a b', 'x'],
  ['', 'x'],
  ['x-team', 'red\r\nx-evil: 1'],
])('an extra header %o: %o is refused by name', (name, value) => {
  const call = () => read({ api_key: 'k', extra_headers: { [name]: value } });

  expect(call).toThrow(`extra_headers: "${name}"`);
  expect(call).not.toThrow(/evil/);
});

test('extra headers never replace the credential', () => {
  const own = { 'x-api-key': 'k', 'content-type': 'application/json' };
  const extra = { 'x-api-key': 'other', 'x-team': 'red', 'content-type': 'text/plain' };

  expect(requestHeaders(own, extra, 'x-api-key')).toEqual({
    'x-api-key': 'k',
    'x-team': 'red',
    'content-type': 'text/plain',
  });
});
