import { appendFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LedgerKeeper } from '../../src/cli/session/ledger-keeper.ts';
import { statsJson, statsText } from '../../src/cli/session/stats-report.ts';
import { journalOf, keepEvents } from '../../src/cli/session/turn-keeper.ts';
import { nodeFiles } from '../../src/host/node-files.ts';
import { openLedger, readLedger } from '../../src/session/ledger.ts';
import type { CallRecord } from '../../src/session/record.ts';
import { createConversation } from '../../src/turn/conversation.ts';
import { ManualClock } from '../support/fake-host.ts';
import {
  FakeProvider,
  failure,
  modelSpec,
  type Step,
  stop,
  text,
  usage,
} from '../support/fake-provider.ts';
import { schemaFaults } from '../support/json-schema.ts';
import { temporaryFolder } from '../support/run-agent.ts';
import { dependencies, directoryOf, drain, turnPlan } from '../support/run-fake-turn.ts';
import { handlers, SEARCH, says, toolCall } from '../support/tool-steps.ts';

const UNPRICED = modelSpec({
  supportsToolUse: true,
  pricing: { currency: 'USD', free: false, priceUnknown: true, tiers: [] },
});

interface LedgerTurn {
  readonly folder: string;
  readonly scripts: readonly (readonly Step[])[];
  readonly clock?: ManualClock;
  readonly unpriced?: boolean;
  /** Stops reading at the first usage, as a program that is killed. */
  readonly isKilled?: boolean;
}

async function turn({ folder, scripts, clock = new ManualClock(), ...more }: LedgerTurn) {
  const onBroken = (error: unknown) => {
    throw error;
  };
  const ledger = await openLedger({ files: nodeFiles, clock, folder, onBroken });
  const keeper = new LedgerKeeper({ ledger, clock, sessionId: 'S' });
  const models = more.unpriced === true ? [UNPRICED] : [modelSpec({ supportsToolUse: true })];
  const acme = new FakeProvider({ scripts, models });
  const conversation = createConversation({
    plan: turnPlan(),
    dependencies: dependencies(directoryOf({ acme }), {
      journal: journalOf([keeper]),
      tools: handlers({ search: says('found') }),
      newId: () => `id-${Math.random()}`,
    }),
    sessionId: 'S',
    workingDirectory: '/project',
    tools: SEARCH,
  });
  const controller = new AbortController();
  const events = keepEvents(
    conversation.stream('hi', controller.signal),
    [keeper],
    conversation.history,
  );
  if (more.isKilled === true) {
    for await (const event of events) if (event.type === 'usage') break;
  } else await drain(events);
  await ledger.close();
}

const calls = async (folder: string, since?: string) =>
  (await readLedger(folder, nodeFiles, since)).calls;

test('every call is there once, failed ones included, with what it cost', async () => {
  const folder = temporaryFolder();

  await turn({
    folder,
    scripts: [
      [failure('rate_limited')],
      [text('par'), usage(1_000_000, 0), failure('overloaded')],
      [text('whole'), usage(500_000, 0), usage(1_000_000, 100_000), stop()],
    ],
  });

  expect((await calls(folder)).map(({ status, cost_usd }) => [status, cost_usd])).toEqual([
    ['failed', 0],
    ['failed', 3],
    ['ok', 4.5],
  ]);
});

test('the calls of later steps, whose attempts count from one again, replace none before', async () => {
  const folder = temporaryFolder();

  await turn({
    folder,
    scripts: [
      [...toolCall('c1', 'search'), usage(1_000_000, 0), stop('tool_use')],
      [failure('rate_limited')],
      [usage(2_000_000, 0), text('found'), stop()],
    ],
  });

  expect((await calls(folder)).map(({ status, cost_usd }) => [status, cost_usd])).toEqual([
    ['ok', 3],
    ['failed', 0],
    ['ok', 6],
  ]);
});

test('a call whose program was killed counts with what was known by then', async () => {
  const folder = temporaryFolder();

  await turn({ folder, scripts: [[usage(1_000_000, 0), text('hi'), stop()]], isKilled: true });

  expect(await calls(folder)).toMatchObject([{ status: 'started', cost_usd: 3 }]);
});

test('an unknown price is n/a, never 0, and makes a sum that lacks a part no sum', async () => {
  const folder = temporaryFolder();
  await turn({ folder, scripts: [[usage(10, 1), text('hi'), stop()]], unpriced: true });
  const alone = await calls(folder);
  await turn({ folder, scripts: [[usage(1_000_000, 0), text('hi'), stop()]] });
  const both = await calls(folder);

  expect(statsText(alone)).toContain('n/a\n');
  expect(statsText(both)).toContain('n/a ($3.00 and 1 call of unknown price)');
  expect(statsJson(both, undefined)).toMatchObject({
    total: { calls: 2, cost_usd: null, known_cost_usd: 3, unpriced_calls: 1 },
  });
});

test('a line that was cut off costs that line only', async () => {
  const folder = temporaryFolder();
  const script: readonly Step[] = [usage(1_000_000, 0), text('hi'), stop()];
  await turn({ folder, scripts: [script] });
  const [name = ''] = await readdir(folder);
  await appendFile(join(folder, name), '{"v":1,"type":"call","at":"2026-');

  await turn({ folder, scripts: [script] });

  const read = await readLedger(folder, nodeFiles);
  expect(read.calls).toHaveLength(2);
  expect(read.unreadableLines).toBe(1);
});

test('days before the first are left out, whole months unread', async () => {
  const folder = temporaryFolder();
  const script: readonly Step[] = [usage(1, 1), text('hi'), stop()];
  for (const [month, day] of [
    [0, 30],
    [0, 31],
    [1, 2],
  ] as const) {
    const clock = new ManualClock(Date.UTC(2026, month, day, 23, 59));
    await turn({ folder, scripts: [script], clock });
  }

  expect((await readdir(folder)).sort()).toEqual(['2026-01.jsonl', '2026-02.jsonl']);
  expect(await calls(folder)).toHaveLength(3);
  expect((await calls(folder, '2026-01-31')).map(({ at }) => at.slice(0, 10))).toEqual([
    '2026-01-31',
    '2026-02-02',
  ]);
  expect(await calls(folder, '2026-02-01')).toHaveLength(1);
});

test('the document follows its schema and adds up by provider, model and day', () => {
  const call = (day: number, model: string, cost: number): CallRecord => ({
    type: 'call',
    at: `2026-01-0${day}T10:00:00.000Z`,
    session_id: null,
    call: `${day}/${model}`,
    provider: 'acme',
    model,
    status: 'ok',
    usage: { input_tokens: 10, output_tokens: 1 },
    cost_usd: cost,
  });

  const document = statsJson([call(1, 'a', 0.1), call(1, 'b', 0.2), call(2, 'a', 0.4)], undefined);

  expect(schemaFaults('stats')(document)).toEqual([]);
  expect(document).toMatchObject({
    total: { calls: 3, cost_usd: 0.7, usage: { input_tokens: 30 } },
    providers: [{ provider: 'acme', cost_usd: 0.7 }],
    models: [
      { model: 'a', cost_usd: 0.5 },
      { model: 'b', cost_usd: 0.2 },
    ],
    days: [
      { day: '2026-01-01', cost_usd: 0.3 },
      { day: '2026-01-02', cost_usd: 0.4 },
    ],
    entries: [{ model: 'a' }, { model: 'b' }, { day: '2026-01-02' }],
  });
});
