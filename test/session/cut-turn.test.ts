import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { SessionRecord } from '../../src/session/record.ts';
import { begin, resume, sessionPlace } from '../support/kept-session.ts';
import { temporaryFolder } from '../support/run-agent.ts';

const at = '2026-01-31T10:00:00.000Z';

const asked: readonly SessionRecord[] = [
  {
    type: 'message',
    message: { id: 'q1', role: 'user', content: [{ type: 'text', text: 'why?' }] },
  },
  { type: 'turn_start', at, turn_id: 't1', messages: ['q1'] },
];

const call = (provider: string): SessionRecord => ({
  type: 'event',
  event: { type: 'turn_start', turn: 1, attempt: 1, provider, model: 'm' },
});
const text = (words: string): SessionRecord => ({
  type: 'event',
  event: { type: 'text_delta', text: words },
});
const ended = (status: 'ok' | 'failed'): SessionRecord => ({
  type: 'attempt_end',
  at,
  turn_id: 't1',
  attempt: 1,
  provider: 'a',
  model: 'm',
  status,
  usage: {},
  cost_usd: null,
});

/** A session whose program ended behind these records. */
async function killedBehind(records: readonly SessionRecord[]): Promise<string> {
  const folder = temporaryFolder();
  const session = await begin(folder);
  for (const record of records) session.log.write(record);
  await session.close();
  return folder;
}

const question = { id: 'q1', role: 'user', content: [{ type: 'text', text: 'why?' }] };
const answer = (words: string, provider = 'a') => ({
  id: 't1',
  role: 'assistant',
  content: [{ type: 'text', text: words }],
  producedByProvider: provider,
  producedByModelId: 'm',
  isCut: true,
});

test.each([
  { name: 'nothing was sent', records: asked, history: [] },
  { name: 'nothing had come', records: [...asked, call('a')], history: [] },
  {
    name: 'a part had come',
    records: [...asked, call('a'), text('Be'), text('cause')],
    history: [question, answer('Because')],
  },
  {
    name: 'all had come',
    records: [...asked, call('a'), text('Because.'), ended('ok')],
    history: [question, answer('Because.')],
  },
  {
    name: 'the call had failed',
    records: [...asked, call('a'), text('Because'), ended('failed')],
    history: [],
  },
  {
    name: 'another model had taken over',
    records: [...asked, call('a'), text('Be'), ended('failed'), call('b'), text('Well')],
    history: [question, answer('Well', 'b')],
  },
])('a program that ended when $name', async ({ records, history }) => {
  const folder = await killedBehind(records);

  const session = await resume(folder);
  await session.close();
  const later = await resume(folder);
  await later.close();

  expect(session.history).toEqual(history);
  expect(later.history).toEqual(history);
  expect(later.notes).toEqual([]);
});

test('a second sudden end, wherever the first is being repaired, changes nothing', async () => {
  const folder = await killedBehind([...asked, call('a'), text('Because')]);
  const { path } = sessionPlace(folder);
  const torn = await readFile(path);
  const session = await resume(folder);
  await session.close();
  const repaired = await readFile(path);

  for (let size = torn.length; size <= repaired.length; size += 1) {
    await writeFile(path, repaired.subarray(0, size));
    const again = await resume(folder);
    await again.close();
    expect({ size, history: again.history }).toEqual({
      size,
      history: [question, answer('Because')],
    });
  }
});

test('deltas of turns that ended are not part of the next one', async () => {
  const end: SessionRecord = {
    type: 'turn_end',
    at,
    turn_id: 't1',
    status: 'error',
    stop_reason: null,
    limit: null,
    incomplete: true,
    duration_ms: 1,
    usage: {},
    cost_usd: null,
    error_category: 'unknown',
  };
  const next = { type: 'turn_start', at, turn_id: 't1', messages: ['q1'] } as const;
  const folder = await killedBehind([
    ...asked,
    call('a'),
    text('Old'),
    end,
    next,
    call('a'),
    text('New'),
  ]);

  const session = await resume(folder);
  await session.close();

  expect(session.history).toEqual([question, answer('New')]);
});
