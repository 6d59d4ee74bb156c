import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/protocol/json.ts';
import type { ProviderEvent } from '../../../src/protocol/model-provider.ts';
import type { ModelRequest } from '../../../src/protocol/model-request.ts';
import { type BuiltProvider, startBuiltProvider } from '../../support/built-provider.ts';
import { pathGone, processGone } from '../../support/process-gone.ts';
import { root } from '../../support/shared.ts';

const PROGRAM = join(root, 'test', 'fixtures', 'claude-cli', 'claude.mjs');

let provider: BuiltProvider;
let folder: string;

beforeAll(async () => {
  provider = await startBuiltProvider('claude-cli');
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'claude-cli-test-'));
});
afterEach(() => rm(folder, { recursive: true }));
afterAll(() => provider.close());

const record = () => join(folder, 'record.json');

interface Record {
  readonly pid: number;
  /** The provider. */
  readonly parent: number;
  readonly argv: readonly string[];
  /** Where it worked. */
  readonly place: string;
  readonly directory: readonly string[];
  readonly input: string;
  readonly system: string | null;
}

async function recorded(): Promise<Record> {
  return JSON.parse(await readFile(record(), 'utf8'));
}

function request(changes: Partial<ModelRequest> = {}): ModelRequest {
  return {
    modelId: 'sonnet',
    messages: [{ id: '1', role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
    tools: [],
    assembledContext: [],
    cacheBreakpoints: [],
    ...changes,
  };
}

async function play(scenario: string, config: JsonObject = {}, changes?: Partial<ModelRequest>) {
  await provider.configure({
    command: PROGRAM,
    extra_args: [`--scenario=${scenario}`, `--record=${record()}`],
    ...config,
  });
  const events: ProviderEvent[] = [];
  for await (const event of provider.client.stream(request(changes), AbortSignal.timeout(30_000))) {
    events.push(event);
  }
  return events;
}

function textOf(events: readonly ProviderEvent[]): string {
  return events.map((event) => (event.type === 'text-delta' ? event.text : '')).join('');
}

function errorOf(events: readonly ProviderEvent[]) {
  const last = events.at(-1);
  return last?.type === 'error' ? last.error : undefined;
}

const USAGE = {
  inputTokens: 10,
  cacheWriteTokens: 3405,
  cacheReadTokens: 14_253,
  outputTokens: 8,
};

describe('a turn', () => {
  test('is told piece by piece, once, with its account', async () => {
    const events = await play('answer');

    expect(events[0]).toMatchObject({
      type: 'stream-start',
      requestId: '00000000-0000-4000-8000-000000000001',
    });
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'metadata',
        metadata: expect.objectContaining({ actualModel: 'claude-sonnet-5' }),
      }),
    );
    expect(events).toContainEqual({ type: 'thinking-delta', text: 'Hm' });
    expect(textOf(events)).toBe('Hello');
    expect(events.at(-2)).toMatchObject({ type: 'usage', usage: USAGE });
    expect(events.at(-1)).toEqual({ type: 'stop', reason: 'end_turn' });
  });

  test.each([
    { scenario: 'whole', reason: 'end_turn' },
    { scenario: 'only-result', reason: 'max_tokens' },
  ])('that comes otherwise is the same: $scenario', async ({ scenario, reason }) => {
    const events = await play(scenario);

    expect(textOf(events)).toBe('Hello');
    expect(events.at(-1)).toEqual({ type: 'stop', reason });
  });

  test('with long lines and much beside them does not stand still', async () => {
    const events = await play('chatty');

    expect(textOf(events)).toHaveLength(3 * 1024 * 1024);
    expect(events.at(-1)).toEqual({ type: 'stop', reason: 'end_turn' });
  });
});

describe('the program', () => {
  test('is a bare model, asked on its standard input, in an empty directory', async () => {
    await play('answer', {}, { params: { stopSequences: [], thinkingEffort: 'low' } });

    expect(await recorded()).toMatchObject({
      argv: [
        '-p',
        '--output-format',
        'stream-json',
        '--verbose',
        '--include-partial-messages',
        '--tools',
        '',
        '--strict-mcp-config',
        '--setting-sources=',
        '--no-session-persistence',
        '--model=sonnet',
        '--effort=low',
        '--system-prompt',
        '',
        '--scenario=answer',
        `--record=${record()}`,
      ],
      directory: [],
      input: 'Hi',
      system: null,
    });
  });

  test('gets the context as a file, and a history as one text', async () => {
    const say = (role: 'user' | 'assistant', text: string) => ({
      id: text,
      role,
      content: [{ type: 'text', text } as const],
    });
    const section = {
      provider: 'k',
      label: 'l',
      content: [{ type: 'text', text: 'Be kind.' } as const],
      tokens: 1,
      stability: 'static' as const,
      truncated: false,
    };

    await play(
      'answer',
      {},
      {
        messages: [say('user', 'One?'), say('assistant', 'Two.'), say('user', 'Three?')],
        assembledContext: [section],
      },
    );

    const { system, input, argv } = await recorded();
    expect(system).toBe('Be kind.');
    expect(argv.join(' ')).not.toContain('Be kind');
    expect(input).toContain(
      '<user>\nOne?\n</user>\n\n<assistant>\nTwo.\n</assistant>\n\n<user>\nThree?\n</user>',
    );
  });

  test('gets neither the launcher’s variables nor a key that would be billed', async () => {
    const names = textOf(await play('environment')).split(' ');

    expect(names).toContain('PATH');
    expect(names.filter((name) => /PLUGIN|OTEL|ANTHROPIC|CLAUDECODE/.test(name))).toEqual([]);
  });

  test.each([
    {
      name: 'a tool choice',
      changes: { params: { stopSequences: [], toolChoice: { mode: 'any' } } },
    },
    { name: 'a temperature', changes: { params: { stopSequences: [], temperature: 1 } } },
    { name: 'a stop sequence', changes: { params: { stopSequences: ['x'] } } },
    { name: 'an option', changes: { providerOptions: { x: 1 } } },
    { name: 'a model it does not know', changes: { modelId: 'gpt' } },
    {
      name: 'a level it does not know',
      changes: { params: { stopSequences: [], thinkingEffort: 'x' } },
    },
  ] satisfies readonly { readonly name: string; readonly changes: Partial<ModelRequest> }[])(
    'is not started for $name',
    async ({ changes }) => {
      const events = await play('answer', {}, changes);

      expect(errorOf(events)).toMatchObject({ category: 'invalid_request', retryable: false });
      await expect(recorded()).rejects.toThrow('ENOENT');
    },
  );

  test('that is not installed is named', async () => {
    const events = await play('answer', { command: '/nowhere/claude' });

    expect(errorOf(events)).toMatchObject({
      category: 'invalid_request',
      message: expect.stringContaining('"/nowhere/claude" can not be started: it is not installed'),
    });
  });
});

describe('a failure', () => {
  test.each([
    { scenario: 'api-error', category: 'unknown', retryable: true, says: 'Stream idle timeout' },
    { scenario: 'overloaded', category: 'overloaded', retryable: true, says: '529' },
    { scenario: 'too-long', category: 'context_length_exceeded', retryable: false, says: 'long' },
    { scenario: 'too-many-turns', category: 'unknown', retryable: false, says: 'Too many turns' },
    { scenario: 'synthetic', category: 'auth_error', retryable: false, says: '/login' },
    { scenario: 'login-failed', category: 'auth_error', retryable: false, says: 'authentication' },
  ])('of the API is what it is: $scenario', async ({ scenario, category, retryable, says }) => {
    const events = await play(scenario);

    expect(errorOf(events)).toMatchObject({
      category,
      retryable,
      message: expect.stringContaining(says),
    });
    expect(textOf(events)).toBe('');
  });

  test('for a window that is used up says when it begins anew', async () => {
    const events = await play('limited');

    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'metadata',
        metadata: expect.objectContaining({
          rateLimits: [expect.objectContaining({ limitId: 'five_hour', usedPercent: 100 })],
        }),
      }),
    );
    const error = errorOf(events);
    expect(error).toMatchObject({ category: 'rate_limited', retryable: true });
    expect(error?.retryAfterMs).toBeGreaterThan(3_500_000);
    expect(error?.retryAfterMs).toBeLessThanOrEqual(3_600_000);
  });

  test('in the middle keeps what was said, to the last line, and what it used', async () => {
    const events = await play('crash');

    expect(textOf(events)).toBe('Half and more');
    expect(events.at(-2)).toMatchObject({ type: 'usage', usage: { inputTokens: 10 } });
    expect(errorOf(events)).toMatchObject({
      category: 'unknown',
      retryable: true,
      message: expect.stringContaining('ended with code 3'),
    });
    expect(JSON.stringify(events)).not.toContain('canary');
  });
});

describe('an end', () => {
  test('by the deadline keeps what was said', async () => {
    const events = await play('hangs', { timeout_ms: 1500 });

    expect(textOf(events)).toBe('Half');
    expect(errorOf(events)).toMatchObject({ category: 'overloaded', retryable: true });
    await processGone((await recorded()).pid);
  });

  test('comes with the result, though the program goes on', async () => {
    const events = await play('hangs-after-result');

    expect(textOf(events)).toBe('Hello');
    expect(events.at(-1)).toEqual({ type: 'stop', reason: 'end_turn' });
    await processGone((await recorded()).pid);
  });

  test('by the caller ends the program, even one that will not', async () => {
    await provider.configure({
      command: PROGRAM,
      extra_args: ['--scenario=deaf', `--record=${record()}`],
    });
    const abort = new AbortController();

    for await (const event of provider.client.stream(request(), abort.signal)) {
      if (event.type === 'text-delta') abort.abort();
    }

    await processGone((await recorded()).pid);
  });

  test.each(['SIGTERM', 'SIGKILL'] as const)(
    'of the provider by %s is one of the program, and of its folder',
    async (signal) => {
      const other = await startBuiltProvider('claude-cli');
      await other.configure({
        command: PROGRAM,
        extra_args: ['--scenario=deaf', `--record=${record()}`],
      });

      for await (const event of other.client.stream(request(), AbortSignal.timeout(30_000))) {
        if (event.type === 'text-delta') process.kill((await recorded()).parent, signal);
      }

      const { pid, place } = await recorded();
      await processGone(pid);
      await pathGone(dirname(place));
      await other.close();
    },
  );
});
