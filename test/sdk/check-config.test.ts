import { expect, test } from 'vitest';
import type { ConfigSchema } from '../../src/protocol/config-schema.ts';
import { checkConfig } from '../../src/sdk/check-config.ts';

const schema: ConfigSchema = {
  attributes: [
    { name: 'api_key', type: 'string', sensitive: true },
    { name: 'timeout_ms', type: 'number' },
    { name: 'fast', type: 'bool' },
    { name: 'betas', type: 'list_string' },
    { name: 'weights', type: 'list_number' },
    { name: 'headers', type: 'map_string' },
    { name: 'proxy', type: 'object', object_attributes: [{ name: 'port', type: 'number' }] },
  ],
};

test('a configuration of the declared shape passes, null as not set', () => {
  const config = {
    api_key: 'k',
    timeout_ms: 1,
    fast: false,
    betas: ['a'],
    weights: [1],
    headers: { a: 'b' },
    proxy: { port: 1 },
  };

  expect(() => checkConfig(config, schema, 'acme')).not.toThrow();
  expect(() => checkConfig({ timeout_ms: null }, schema, 'acme')).not.toThrow();
  expect(() => checkConfig({}, schema, 'acme')).not.toThrow();
});

test.each([
  [{ api_kee: 'secret' }, /unknown key "api_kee"/],
  [{ constructor: 'secret' }, /unknown key "constructor"/],
  [{ proxy: { prot: 'secret' } }, /unknown key "proxy.prot"/],
  [{ proxy: { port: 'secret' } }, /"proxy.port" must be of type number/],
  [{ api_key: ['secret'] }, /"api_key" must be of type string/],
  [{ fast: 'secret' }, /"fast" must be of type bool/],
  [{ betas: ['secret', 1] }, /"betas" must be of type list_string/],
  [{ weights: ['secret'] }, /"weights" must be of type list_number/],
  [{ headers: { a: 1, b: 'secret' } }, /"headers" must be of type map_string/],
  [{ proxy: 'secret' }, /"proxy" must be of type object/],
])('%o is refused by name, without its value', (config, message) => {
  const check = () => checkConfig(config, schema, 'acme');

  expect(check).toThrow(message);
  expect(check).not.toThrow(/secret/);
});

test('every fault is named at once', () => {
  expect(() => checkConfig({ a: 1, fast: 1, b: 2 }, schema, 'acme')).toThrow(
    'acme: configuration: unknown key "a"; "fast" must be of type bool; unknown key "b"',
  );
});
