import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { recordedResponse } from '../support/fixture-cases.ts';
import { openAgentChat } from '../support/pty-agent.ts';
import { jsonLines, runAgent, temporaryFolder } from '../support/run-agent.ts';
import { root } from '../support/shared.ts';
import { startWireServer } from '../support/wire-server.ts';

const MODEL = 'anthropic/claude-sonnet-5';
const environment = { E2E_KEY: 'sk-e2e-secret-key-value' };

/** A project whose vendor answers with thinking that it shows none of. */
async function redactedProject(): Promise<string> {
  const folder = join(root, 'test', 'fixtures', 'wire', 'anthropic');
  const vendor = await startWireServer(() => recordedResponse(folder, 'thinking-omitted-redacted'));
  onTestFinished(() => vendor.close());
  const config = `provider "anthropic" {\n  api_key  = env("E2E_KEY")\n  base_url = "${vendor.url}"\n}\n`;
  return temporaryFolder({ 'agent.hcl': config });
}

test('thinking that its vendor hides is shown as such: on stderr, in the session, not as JSON', async () => {
  const cwd = await redactedProject();
  const env = { ...environment, HOME: temporaryFolder() };
  const ask = (...words: readonly string[]) => runAgent(words, { cwd, env });

  const shown = await ask('run', 'hi', '-m', MODEL, '--show-thinking');
  const lines = jsonLines((await ask('run', 'hi', '-m', MODEL, '-o', 'stream-json')).stdout);
  const kept = await ask('sessions', 'export', String(lines[0]?.['session_id']));

  expect(kept.stderr).toBe('');
  expect(shown).toMatchObject({ code: 0, stdout: 'Done.\n' });
  expect(shown.stderr).toMatch(/^\[redacted thinking\]$/m);
  expect(lines.filter(({ type }) => String(type).includes('thinking'))).toEqual([]);
  expect(kept.stdout).toContain('> [redacted thinking]\n\nDone.');
});

test.each([
  { name: 'the chat', words: [], line: '\u001b[2mRedacted thinking: its vendor shows none of it' },
  {
    name: 'plain chat',
    words: ['--plain'],
    line: 'Redacted thinking: its vendor shows none of it',
  },
])('$name shows it before the answer', async ({ words, line }) => {
  const cwd = await redactedProject();

  const chat = openAgentChat({ cwd, environment }, ['hi', '-m', MODEL, ...words]);
  await chat.shows('Done.');

  const lines = chat.lines();
  const place = lines.findIndex((row) => row.startsWith('Redacted thinking'));
  expect(place).toBeGreaterThan(0);
  expect(lines.indexOf('Done.')).toBeGreaterThan(place);
  expect(chat.bytes).toContain(line);
});
