import { expect, test } from 'vitest';
import type { ConfigSchema } from '../../src/protocol/config-schema.ts';
import { checkRequiredSettings } from '../../src/sdk/required-settings.ts';

const schema: ConfigSchema = {
  attributes: [
    { name: 'api_key', type: 'string', required: true, sensitive: true },
    { name: 'region', type: 'string', required: true },
    { name: 'timeout_ms', type: 'number' },
    {
      name: 'proxy',
      type: 'object',
      object_attributes: [{ name: 'host', type: 'string', required: true }],
    },
  ],
};

test.each([
  { config: {}, category: 'auth_error', name: 'api_key' },
  { config: { api_key: '', region: 'eu' }, category: 'auth_error', name: 'api_key' },
  { config: { api_key: null, region: 'eu' }, category: 'auth_error', name: 'api_key' },
  { config: { api_key: 'k' }, category: 'invalid_request', name: 'region' },
  {
    config: { api_key: 'k', region: 'eu', proxy: {} },
    category: 'invalid_request',
    name: 'proxy.host',
  },
])('a missing $name is $category', ({ config, category, name }) => {
  expect(() => checkRequiredSettings(schema, config)).toThrow(
    expect.objectContaining({
      error: { category, message: `the setting "${name}" is required`, retryable: false },
    }),
  );
});

test('optional settings may be absent, with all they hold', () => {
  expect(() => checkRequiredSettings(schema, { api_key: 'k', region: 'eu' })).not.toThrow();
});
