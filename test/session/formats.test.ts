import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { sessionMarkdown } from '../../src/cli/session/markdown.ts';
import { listJson, listText, showJson } from '../../src/cli/session/sessions-report.ts';
import { nodeFiles } from '../../src/host/node-files.ts';
import type { Replay } from '../../src/session/replay.ts';
import { readSession } from '../../src/session/session.ts';
import { schemaFaults } from '../support/json-schema.ts';
import {
  begin,
  resume,
  SAMPLE_CUT,
  SAMPLE_PROMPTS,
  SAMPLE_SCRIPTS,
  sessionPlace,
  talk,
} from '../support/kept-session.ts';
import { jsonLines, temporaryFolder } from '../support/run-agent.ts';

async function recorded(): Promise<{ readonly text: string; readonly replay: Replay }> {
  const folder = temporaryFolder();
  const session = await begin(folder);
  await talk(session, SAMPLE_PROMPTS, SAMPLE_SCRIPTS, { cut: SAMPLE_CUT });
  await session.close();
  await (await resume(folder)).close();
  const kept = await readSession(sessionPlace(folder), nodeFiles);
  if (kept.type !== 'read') throw new Error(kept.message);
  return { text: await readFile(sessionPlace(folder).path, 'utf8'), replay: kept.replay };
}

test('every line of a session file follows the published schema', async () => {
  const { text } = await recorded();
  const faults = schemaFaults('session-record');
  const lines = jsonLines(text);

  expect(lines.length).toBeGreaterThan(40);
  expect([...new Set(lines.map(({ type }) => type))].sort()).toEqual([
    'attempt_end',
    'event',
    'history',
    'message',
    'opened',
    'session',
    'turn_end',
    'turn_start',
  ]);
  for (const line of lines) expect(faults(line), JSON.stringify(line)).toEqual([]);
});

test('the documents of "sessions" follow their schemas', async () => {
  const { replay } = await recorded();

  expect(schemaFaults('sessions')(listJson([replay]))).toEqual([]);
  const shown = showJson(replay);
  const faults = schemaFaults('session');
  expect(faults(JSON.parse(JSON.stringify(shown)))).toEqual([]);
  expect(shown).toMatchObject({
    session: { id: replay.header.id, turns: 5, title: 'first: ünïcode' },
    calls: [{ status: 'ok' }, {}, { status: 'failed', cost_usd: 0 }, {}, {}, { status: 'cut' }, {}],
  });
});

test('a conversation reads as a document, thinking and tools included', async () => {
  const { replay } = await recorded();

  const text = sessionMarkdown(replay);

  expect(text).toMatch(/^# first: ünïcode\n/);
  expect(text).toContain(
    '## You\n\nfirst: ünïcode\n\n## acme/large\n\n> Let me see…\n\n> [redacted thinking]\n\nHello there.',
  );
  expect(text).toContain('Tool call `search`:\n\n```json\n{\n  "q": [');
  expect(text).toContain('Tool result (error):');
  expect(text).toContain('## acme/large (cut)');
});

test('a fence is longer than any inside of it', async () => {
  const { replay } = await recorded();
  const content = [{ type: 'text', text: 'a ```` b' } as const];
  const result = { type: 'tool-result', toolUseId: 'c', content, isError: false } as const;

  const text = sessionMarkdown({
    ...replay,
    history: [{ id: 'm', role: 'user', content: [result] }],
  });

  expect(text).toContain('\n`````\na ```` b\n`````\n');
});

test('a list shows control sequences of a prompt as nothing', async () => {
  const { replay } = await recorded();

  expect(listText([{ ...replay, title: 'red \u001b[31mtitle' }])).toContain('red title');
});
