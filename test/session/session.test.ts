import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { begin, sessionPlace } from '../support/kept-session.ts';
import { temporaryFolder } from '../support/run-agent.ts';

test('a copy holds no value that has become a secret since the original was written', async () => {
  const secret = 'hunter2-hunter2';
  const folder = temporaryFolder();
  const source = {
    header: {
      type: 'session',
      id: 'ORIGINAL',
      created_at: '2026-01-01T00:00:00.000Z',
      configuration: '/project/agent.hcl',
      cwd: '/project',
      forked_from: null,
    },
    history: [{ id: 'm1', role: 'user', content: [{ type: 'text', text: `it is ${secret}` }] }],
    messages: new Map(),
    systemPrompt: `Never say ${secret}.`,
    origins: new Set<string>(),
    turns: 1,
    attempts: [],
    usage: {},
    costUsd: 0,
    title: '',
    lastUsedAt: '',
    recovered: [],
    unfinishedPrompt: undefined,
  } as const;

  const copy = await begin(folder, { redact: (text) => text.replaceAll(secret, '***') }, source);
  await copy.close();

  const text = await readFile(sessionPlace(folder).path, 'utf8');
  expect(text).toContain('Never say ***.');
  expect(text).toContain('it is ***');
  expect(text).not.toContain(secret);
});
