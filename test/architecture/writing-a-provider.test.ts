/** The code of the tutorial is code that is compiled, and that works. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  type PlayedResponse,
  startTestProvider,
  startWireServer,
  textOf,
  userRequest,
} from '../../src/sdk/testing.ts';
import { provider as acme } from '../fixtures/tutorial/provider.ts';
import { root } from '../support/shared.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

describe('docs/writing-a-provider.md', () => {
  const fences = [...read('docs/writing-a-provider.md').matchAll(/^```ts(.*)\n([\s\S]*?)^```$/gm)];
  const blocks = fences.map(([, info = '', text = '']) => ({ file: info.trim(), text }));

  test('shows code', () => {
    expect(blocks.length).toBeGreaterThan(4);
  });

  test.each(blocks)('quotes $file word for word', ({ file, text }) => {
    expect(file).toMatch(/^(providers\/example|test\/fixtures\/tutorial)\/[\w-]+\.ts$/);
    expect(read(file)).toContain(text);
  });
});

const key = 'sk-acme-0123456789abcdef';

async function acmeAgainst(answer: PlayedResponse) {
  const vendor = await startWireServer(answer);
  const provider = await startTestProvider(acme, {
    config: { api_key: key, base_url: vendor.url },
  });
  onTestFinished(async () => {
    await provider.close();
    await vendor.close();
  });
  return { vendor, provider };
}

describe('the provider of the tutorial', () => {
  test('streams text, usage and a stop', async () => {
    const body =
      'data: {"text":"Hel"}\n\ndata: {"text":"lo"}\n\n' +
      'data: {"usage":{"in":3,"out":2}}\n\ndata: {"finish":"stop"}\n\n';
    const headers = { 'x-request-id': 'r1' };
    const { vendor, provider } = await acmeAgainst({ body, headers, chunking: 'bytes' });

    const events = await provider.complete(userRequest('acme-1', 'hi'));

    expect(textOf(events)).toBe('Hello');
    expect(events[0]).toMatchObject({ type: 'stream-start', requestId: 'r1' });
    expect(events.slice(-2)).toMatchObject([
      { type: 'usage', usage: { inputTokens: 3, outputTokens: 2 } },
      { type: 'stop', reason: 'end_turn' },
    ]);
    expect(vendor.requests[0]).toMatchObject({
      path: '/v1/chat',
      headers: { authorization: `Bearer ${key}` },
    });
    expect(JSON.parse(vendor.requests[0]?.body ?? '')).toEqual({
      model: 'acme-1',
      messages: [{ role: 'user', text: 'hi' }],
      max_tokens: 8192,
    });
  });

  test.each([
    {
      name: 'a code of the vendor',
      answer: { status: 400, body: '{"code":"prompt_too_long","message":"9 too many"}' },
      error: { category: 'context_length_exceeded', message: 'acme: 9 too many', retryable: false },
    },
    {
      name: 'a status with a delay',
      answer: { status: 429, headers: { 'retry-after': '2' }, body: '<html>' },
      error: { category: 'rate_limited', retryable: true, retryAfterMs: 2000 },
    },
    {
      name: 'a stream that breaks off',
      answer: { body: 'data: {"text":"Hel"}\n\n' },
      error: { category: 'unknown', retryable: true },
    },
  ])('$name is classified', async ({ answer, error }) => {
    const { provider } = await acmeAgainst(answer);

    const events = await provider.complete(userRequest('acme-1', 'hi'));

    expect(events.at(-1)).toMatchObject({ type: 'error', error });
  });
});
