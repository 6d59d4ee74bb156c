import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { ClaudeClient, type ClientTimes } from '../../../providers/claude-cli/client.ts';
import { MODELS } from '../../../providers/claude-cli/models.ts';
import type { StreamEvent } from '../../../src/protocol/stream-event.ts';
import { root } from '../../support/shared.ts';

const PROGRAM = join(root, 'test', 'fixtures', 'claude-cli', 'claude.mjs');

const clients: ClaudeClient[] = [];
afterEach(() => Promise.all(clients.splice(0).map((client) => client.close())));

async function play(
  scenario: string,
  times: Partial<ClientTimes> = {},
  environment: Readonly<Record<string, string>> = {},
  schema?: string,
): Promise<StreamEvent[]> {
  const settings = {
    models: MODELS,
    command: PROGRAM,
    extraArgs: [`--scenario=${scenario}`],
    timeoutMs: undefined,
    environment: { PATH: process.env['PATH'] ?? '', ...environment },
  };
  const client = new ClaudeClient(settings, {
    now: () => 0,
    idleMs: 600_000,
    lingerMs: 100,
    ...times,
  });
  clients.push(client);
  const request = {
    modelId: 'opus',
    messages: [{ id: '1', role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
    tools: [],
    assembledContext: [],
    cacheBreakpoints: [],
    ...(schema === undefined ? {} : { params: { stopSequences: [], responseSchemaJson: schema } }),
  } as const;
  const call = { log: () => {}, signal: AbortSignal.timeout(30_000) };
  const events: StreamEvent[] = [];
  for await (const event of client.stream(request, call)) events.push(event);
  return events;
}

test('a program that falls silent counts as hung, and what it said stays', async () => {
  const events = await play('hangs', { idleMs: 1500 });

  expect(events.map(({ type }) => type)).toEqual([
    'stream-start',
    'metadata',
    'text-delta',
    'usage',
    'error',
  ]);
  expect(events.at(-1)).toMatchObject({
    error: {
      category: 'overloaded',
      retryable: true,
      message: 'claude-cli: the program said nothing for 1500 ms',
    },
  });
});

const SCHEMA = '{"type":"object","properties":{"n":{"type":"integer"}}}';

test('of a structured answer the value alone is told, not what was said on the way', async () => {
  const events = await play('structured', {}, {}, SCHEMA);

  expect(events.filter(({ type }) => type === 'text-delta')).toEqual([
    { type: 'text-delta', text: '{"n":1}' },
  ]);
  expect(events.at(-1)).toEqual({ type: 'stop', reason: 'end_turn' });
});

test('a version that gives no value tells its text at the end', async () => {
  const events = await play('answer', {}, {}, SCHEMA);

  expect(events.filter(({ type }) => type === 'text-delta')).toEqual([
    { type: 'text-delta', text: 'Hello' },
  ]);
});

test('a program that gives up on the shape has failed', async () => {
  const events = await play('structured-fails', {}, {}, SCHEMA);

  expect(events.map(({ type }) => type)).not.toContain('text-delta');
  expect(events.at(-1)).toMatchObject({ error: { category: 'unknown', retryable: false } });
});

test('a schema that no argument can hold is refused before anything is started', async () => {
  const schema = JSON.stringify({ type: 'object', description: 'x'.repeat(100_000) });

  await expect(play('structured', {}, {}, schema)).rejects.toMatchObject({
    error: { category: 'invalid_request', message: expect.stringContaining('response schema') },
  });
});

test('a window that opens after more than a day is not waited for', async () => {
  // The program names a time of today; seen from 1970 that is far away.
  const events = await play('limited');

  expect(events.at(-1)).toMatchObject({ error: { category: 'rate_limited', retryable: false } });
});

test.each([
  {
    version: '1.0.128',
    category: 'invalid_request',
    says: 'version 1.0.128 is installed, and 2.0 or later is needed',
  },
  { version: '2.0.0', category: 'unknown', says: 'ended with code 3' },
  { version: 'unknown', category: 'unknown', says: 'ended with code 3' },
])('a program of version $version that fails: $says', async ({ version, category, says }) => {
  const events = await play('crash', {}, { FAKE_CLAUDE_VERSION: version });

  expect(events.at(-1)).toMatchObject({
    error: { category, message: expect.stringContaining(says) },
  });
});
