import { describe, expect, test } from 'vitest';
import type { ConfigSchema } from '../../src/protocol/config-schema.ts';
import type { StreamEvent } from '../../src/protocol/stream-event.ts';
import { Secrets } from '../../src/sdk/secrets.ts';

const schema: ConfigSchema = {
  attributes: [
    { name: 'api_key', type: 'string', sensitive: true },
    { name: 'base_url', type: 'string' },
    { name: 'headers', type: 'map_string', sensitive: true },
    { name: 'keys', type: 'list_string', sensitive: true },
    {
      name: 'auth',
      type: 'object',
      object_attributes: [
        { name: 'token', type: 'string', sensitive: true },
        { name: 'user', type: 'string' },
      ],
    },
  ],
};

function secretsOf(...configs: readonly Record<string, never>[] | readonly object[]): Secrets {
  const secrets = new Secrets();
  for (const config of configs) secrets.add(schema, { ...config });
  return secrets;
}

describe('a secret', () => {
  test.each([
    { name: 'a text', config: { api_key: 'secret-one' } },
    { name: 'a value of a map', config: { headers: { 'X-Key': 'secret-one' } } },
    { name: 'an item of a list', config: { keys: ['other', 'secret-one'] } },
    { name: 'a nested attribute', config: { auth: { token: 'secret-one' } } },
  ])('is found as $name', ({ config }) => {
    expect(secretsOf(config).redact('got secret-one back')).toBe('got *** back');
  });

  test('is no setting that is not sensitive', () => {
    const secrets = secretsOf({ base_url: 'http://host', auth: { user: 'mallory' } });

    expect(secrets.redact('http://host mallory')).toBe('http://host mallory');
  });

  test('stays one after it was replaced', () => {
    const secrets = secretsOf({ api_key: 'first-key' }, { api_key: 'second-key' });

    expect(secrets.redact('first-key second-key')).toBe('*** ***');
  });
});

describe('in events', () => {
  const key = 'sk-canary-0123456789';
  const secrets = secretsOf({ api_key: key });

  test.each<{ event: StreamEvent; expected: StreamEvent }>([
    {
      event: { type: 'text-delta', text: `a ${key} b` },
      expected: { type: 'text-delta', text: 'a *** b' },
    },
    {
      event: { type: 'thinking-delta', text: key },
      expected: { type: 'thinking-delta', text: '***' },
    },
    {
      event: { type: 'tool-call-delta', id: '1', argumentsFragment: `{"k":"${key}"}` },
      expected: { type: 'tool-call-delta', id: '1', argumentsFragment: '{"k":"***"}' },
    },
    {
      event: { type: 'stream-start', requestId: key, correlationIds: { ray: key } },
      expected: { type: 'stream-start', requestId: '***', correlationIds: { ray: '***' } },
    },
    {
      event: { type: 'metadata', metadata: { rateLimits: [], attrs: { echo: key } } },
      expected: { type: 'metadata', metadata: { rateLimits: [], attrs: { echo: '***' } } },
    },
  ])('a long secret is removed from $event.type', ({ event, expected }) => {
    expect(secrets.redactEvent(event)).toEqual(expected);
  });

  test('a signature passes byte for byte', () => {
    const event: StreamEvent = { type: 'thinking-signature', signature: Buffer.from(key) };

    expect(secrets.redactEvent(event)).toBe(event);
  });

  test('a key that is a plain word stays in answers and leaves errors', () => {
    const short = secretsOf({ api_key: 'ollama' });
    const event: StreamEvent = { type: 'text-delta', text: 'ollama runs models' };

    expect(short.redactEvent(event)).toBe(event);
    expect(short.redact('bad key ollama')).toBe('bad key ***');
  });
});
