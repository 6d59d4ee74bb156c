/**
 * The program can be ended between any two writes, or within one. What a file may look like then is
 * a beginning of what it would have become, so every case is a cut of a recorded conversation.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { nodeFiles } from '../../src/host/node-files.ts';
import { addUsd } from '../../src/session/costs.ts';
import { readSession } from '../../src/session/session.ts';
import type { HistoryMessage } from '../../src/turn/history.ts';
import { seededRandom } from '../support/fake-host.ts';
import { stop, text, usage } from '../support/fake-provider.ts';
import {
  begin,
  resume,
  SAMPLE_CUT,
  SAMPLE_PROMPTS,
  SAMPLE_SCRIPTS,
  sessionPlace,
  type Talk,
  talk,
} from '../support/kept-session.ts';
import { temporaryFolder } from '../support/run-agent.ts';

const POINTS = 200;

let whole: Buffer;
let recorded: Talk;
let history: readonly HistoryMessage[];

beforeAll(async () => {
  const folder = (await import('node:fs')).mkdtempSync(
    `${(await import('node:os')).tmpdir()}/agent-crash-`,
  );
  const session = await begin(folder);
  recorded = await talk(session, SAMPLE_PROMPTS, SAMPLE_SCRIPTS, { cut: SAMPLE_CUT });
  await session.close();
  history = recorded.conversation.history();
  whole = await readFile(sessionPlace(folder).path);
  await nodeFiles.remove(folder);
});

interface Line {
  readonly type: string;
  readonly [name: string]: unknown;
}

const linesOf = (bytes: Uint8Array): readonly Line[] =>
  new TextDecoder()
    .decode(bytes)
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

/** Costs by a second, plainer reading of the same lines. */
function costsOf(lines: readonly Line[]): readonly (number | null)[] {
  const costs: (number | null)[] = [];
  let open: { cost: number | null } | undefined;
  for (const line of lines) {
    const event = line['event'] as { type?: string; cost_usd?: number | null } | undefined;
    if (event?.type === 'turn_start') open = { cost: null };
    if (event?.type === 'usage' && open) open.cost = event.cost_usd ?? null;
    if (line.type === 'attempt_end') {
      costs.push(line['cost_usd'] as number | null);
      open = undefined;
    }
    if (line.type === 'opened' && open) {
      costs.push(open.cost);
      open = undefined;
    }
  }
  return open ? [...costs, open.cost] : costs;
}

test('the recorded conversation has every kind of turn, and comes back whole', async () => {
  const statuses = recorded.outcomes.map(({ status }) => status);
  expect(statuses).toEqual(['success', 'success', 'success', 'cancelled', 'success']);

  const folder = temporaryFolder();
  await writeFile(sessionPlace(folder).path, whole);
  const kept = await readSession(sessionPlace(folder), nodeFiles);

  if (kept.type !== 'read') throw new Error(kept.message);
  expect(kept.replay.history).toEqual(history);
  expect(kept.replay.costUsd).toBe(addUsd(recorded.outcomes.map(({ costUsd }) => costUsd ?? null)));
  expect(kept.replay.unfinishedPrompt).toBeUndefined();
});

describe(`the end at any of ${POINTS} points`, () => {
  const random = seededRandom(20_261_130);
  const shares = Array.from({ length: POINTS }, random);

  test.each(shares.map((share, index) => ({ index, share })))('point $index', async ({ share }) => {
    const headerBytes = whole.indexOf(10) + 1;
    const cut = headerBytes + Math.floor(share * (whole.length - headerBytes + 1));
    const left = whole.subarray(0, cut);
    const lines = linesOf(left);
    const folder = temporaryFolder();
    await writeFile(sessionPlace(folder).path, left);
    if (!lines.some(({ type }) => type === 'message')) {
      await expect(resume(folder)).rejects.toThrow('unusable');
      return;
    }

    const session = await resume(folder);

    // Everything but the line that was being written is there.
    const tornBytes = left.length - (left.lastIndexOf(10) + 1);
    const kept = [...history.slice(0, joined(lines)), ...cutTurn(lines)];
    expect(session.history).toEqual(kept);
    expect(session.notes).toHaveLength(isWhole(lines, tornBytes) ? 0 : 1);
    if (tornBytes > 0) expect(session.notes[0]).toContain(`its ${tornBytes} bytes were removed`);
    expect(session.replay?.costUsd).toBe(addUsd(costsOf(lines)));

    // And it goes on.
    const more = await talk(session, ['go on'], [[text('I do.'), usage(100, 10), stop()]], {
      seed: 2,
    });
    await session.close();
    const after = await readSession(sessionPlace(folder), nodeFiles);
    if (after.type !== 'read') throw new Error(after.message);
    expect(more.outcomes[0]?.error).toBeUndefined();
    expect(more.provider.requests[0]?.messages).toHaveLength(kept.length + 1);
    expect(after.replay.history).toEqual(more.conversation.history());
    expect(after.replay.history.slice(0, kept.length)).toEqual(kept);
    const bytes = await readFile(sessionPlace(folder).path);
    expect(bytes.subarray(0, cut - tornBytes)).toEqual(left.subarray(0, cut - tornBytes));
    expect(after.replay.costUsd).toBe(addUsd(costsOf(linesOf(bytes))));
  });
});

/** How many messages the whole lines have put into the history. */
function joined(lines: readonly Line[]): number {
  return lines.flatMap((line) => (line.type === 'history' ? (line['append'] as string[]) : []))
    .length;
}

/** Question and partial answer of a last turn that neither joined the history nor ended. */
function cutTurn(lines: readonly Line[]): readonly unknown[] {
  const start = lines.findLastIndex(({ type }) => type === 'turn_start');
  const turn = lines.slice(start);
  if (start < 0 || turn.some(({ type }) => type === 'history' || type === 'turn_end')) return [];
  const eventOf = ({ event }: Line) => (event ?? {}) as Record<string, string>;
  const call = turn.findLastIndex((line) => eventOf(line)['type'] === 'turn_start');
  const answer = turn.slice(call + 1);
  const text = answer
    .filter((line) => eventOf(line)['type'] === 'text_delta')
    .map((line) => eventOf(line)['text'])
    .join('');
  const hasFailed = answer.some((line) => line['status'] === 'failed');
  if (call < 0 || text === '' || hasFailed) return [];
  const asked = turn[0]?.['messages'] as readonly string[];
  const questions = history.filter(({ id }) => asked.includes(id));
  const answerer = { producedByProvider: 'acme', producedByModelId: 'large' };
  const content = [{ type: 'text', text }];
  const id = turn[0]?.['turn_id'];
  return [...questions, { id, role: 'assistant', content, ...answerer, isCut: true }];
}

function isWhole(lines: readonly Line[], tornBytes: number): boolean {
  const turn = lines.slice(lines.findLastIndex(({ type }) => type === 'turn_start'));
  const isOver = turn.some(({ type }) => type === 'history' || type === 'turn_end');
  return tornBytes === 0 && (turn[0]?.type !== 'turn_start' || isOver);
}
