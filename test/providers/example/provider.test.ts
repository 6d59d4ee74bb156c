import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { provider } from '../../../providers/example/provider.ts';
import { checkCapabilities } from '../../../src/plugin/check-capabilities.ts';
import {
  type GenerationParams,
  MODEL_ERROR_CATEGORIES,
  type ModelRequest,
  type StreamEvent,
} from '../../../src/sdk/index.ts';
import { Secrets } from '../../../src/sdk/secrets.ts';
import { ServedProvider } from '../../../src/sdk/served-provider.ts';
import { collect } from '../../support/collect.ts';
import { root } from '../../support/shared.ts';

const PARAMS: GenerationParams = { stopSequences: [] };

async function ask(prompt: string, params = PARAMS): Promise<readonly StreamEvent[]> {
  const served = new ServedProvider({
    definition: provider,
    environment: {},
    secrets: new Secrets(),
    log: () => {},
  });
  const { signal } = new AbortController();
  await served.configure({ pace_ms: 0 }, signal);
  const request: ModelRequest = {
    modelId: 'demo',
    messages: [{ id: '1', role: 'user', content: [{ type: 'text', text: prompt }] }],
    tools: [],
    params,
    assembledContext: [],
    cacheBreakpoints: [],
  };
  return collect(served.stream(request, signal));
}

function textOf(events: readonly StreamEvent[], type: 'text-delta' | 'thinking-delta'): string {
  return events.map((event) => (event.type === type ? event.text : '')).join('');
}

test('the whole provider is shorter than a hundred lines', () => {
  const folder = join(root, 'providers', 'example');
  const sources = readdirSync(folder).filter((name) => name.endsWith('.ts'));

  const lines = sources.flatMap((name) =>
    readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'),
  );

  expect(lines.length).toBeLessThan(100);
});

test('what it declares passes every check a kernel makes', () => {
  const { configSchema, models } = provider;
  const capabilities = { models, configSchema, slashCommands: [], supportedHookPoints: [] };

  expect(checkCapabilities(capabilities, Date.now())).toEqual([]);
});

describe('a prompt', () => {
  test('is answered with thinking, text, usage, limits and a stop', async () => {
    const events = await ask('hello');

    expect([...new Set(events.map(({ type }) => type))]).toEqual([
      'stream-start',
      'metadata',
      'thinking-delta',
      'text-delta',
      'usage',
      'stop',
    ]);
    expect(textOf(events, 'text-delta')).toBe(
      'You said: hello\n\nI know little else; ask me for "help".',
    );
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'usage',
        usage: { inputTokens: 2, outputTokens: 11, reasoningTokens: 12 },
      }),
    );
  });

  test('gives the same words every time', async () => {
    const [first, second] = [await ask('help'), await ask('help')];

    expect(textOf(first, 'text-delta')).toBe(textOf(second, 'text-delta'));
  });

  test('of help names a prompt for every failure, all of which work', async () => {
    const help = textOf(await ask('help'), 'text-delta');

    for (const category of MODEL_ERROR_CATEGORIES) {
      expect(help).toContain(category);
      expect((await ask(`error ${category}`)).at(-1)).toMatchObject({
        type: 'error',
        error: {
          category,
          message: `example: you asked for ${category}`,
          retryable: category === 'rate_limited' || category === 'overloaded',
          retryAfterMs: category === 'rate_limited' ? 2000 : undefined,
        },
      });
    }
  });

  test.each([
    { prompt: 'long', lines: 100, reason: 'end_turn' },
    { prompt: 'slow', lines: 20, reason: 'end_turn' },
    { prompt: 'tools', lines: 1, reason: 'tool_use' },
    { prompt: 'refuse', lines: 1, reason: 'refusal' },
  ])('of $prompt ends in $reason', async ({ prompt, lines, reason }) => {
    const events = await ask(prompt);

    expect(textOf(events, 'text-delta').split('\n')).toHaveLength(lines);
    expect(events.at(-1)).toEqual({ type: 'stop', reason });
  });

  test('is thought about as much as asked', async () => {
    const [off, low, high] = [
      await ask('hi', { ...PARAMS, thinkingDisabled: true }),
      await ask('hi'),
      await ask('hi', { ...PARAMS, thinkingEffort: 'high' }),
    ].map((events) => textOf(events, 'thinking-delta').length);

    expect(off).toBe(0);
    expect(high).toBeGreaterThan(low ?? 0);
  });
});
