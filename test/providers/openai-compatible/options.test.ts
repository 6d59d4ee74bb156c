import { expect, test } from 'vitest';
import { readSettings } from '../../../providers/openai-compatible/options.ts';
import type { JsonObject } from '../../../src/protocol/json.ts';
import { configView } from '../../../src/sdk/options.ts';

const settingsOf = (config: JsonObject) => readSettings(configView(config));

test.each([
  'http://127.0.0.1:8080',
  'http://localhost',
  'http://[::1]:8080',
  'http://10.1.2.3',
  'http://172.20.0.1',
  'http://192.168.1.5:8000/v1',
  'http://169.254.1.1',
  'http://[fd00::1]',
  'http://box.local:1234',
])('%s needs no key', (base_url) => {
  expect(settingsOf({ base_url }).headers).toEqual({ 'content-type': 'application/json' });
});

test.each(['https://llm.example', 'http://172.32.0.1', 'http://8.8.8.8', 'https://api.groq.com'])(
  '%s needs a key, unless it is said to be open',
  (base_url) => {
    expect(() => settingsOf({ base_url })).toThrow('api_key is not set');
    expect(settingsOf({ base_url, allow_unauthenticated: true }).isPrivate).toBe(false);
  },
);

test.each([
  ['https://api.deepseek.com', 'deepseek', 'https://api.deepseek.com/chat/completions'],
  ['https://api.mistral.ai', 'mistral', 'https://api.mistral.ai/v1/chat/completions'],
  ['https://api.groq.com/openai/v1/', 'groq', 'https://api.groq.com/openai/v1/chat/completions'],
  ['http://127.0.0.1:11434', 'ollama', 'http://127.0.0.1:11434/v1/chat/completions'],
  ['http://192.168.0.9:1234/v1/v1', 'lmstudio', 'http://192.168.0.9:1234/v1/chat/completions'],
  ['https://llm.example/v1', undefined, 'https://llm.example/v1/chat/completions'],
  ['https://notgroq.com', undefined, 'https://notgroq.com/v1/chat/completions'],
])('%s speaks %s, at %s', (base_url, dialect, url) => {
  const settings = settingsOf({ base_url, allow_unauthenticated: true });

  expect(settings.dialect?.name).toBe(dialect);
  expect(settings.baseUrl.endpoint('chat/completions')).toBe(url);
});

test('a dialect that is named goes over the address', () => {
  const base_url = 'http://127.0.0.1:11434';

  expect(settingsOf({ base_url, dialect: 'vllm' }).dialect?.name).toBe('vllm');
  expect(settingsOf({ base_url, dialect: 'auto' }).dialect?.name).toBe('ollama');
});
