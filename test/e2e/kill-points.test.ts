/**
 * The program is killed at many points of a conversation, each told by what it has printed or by
 * how far its session file has grown, so within, before and behind any of its writes.
 */
import { readdirSync, readFileSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodeFiles } from '../../src/host/node-files.ts';
import { placeOf, type SessionPlace } from '../../src/session/paths.ts';
import { readRecords } from '../../src/session/read-records.ts';
import { readSession } from '../../src/session/session.ts';
import type { HistoryMessage } from '../../src/turn/history.ts';
import { seededRandom } from '../support/fake-host.ts';
import { jsonLines, runAgent, startAgent, temporaryFolder } from '../support/run-agent.ts';

const KILLS = 200;
/** Conversations side by side. */
const LANES = 4;
const CONFIG = 'provider "example" {\n  pace_ms = 1\n}\n';
const ASK = ['run', '-c', 'slow', '-o', 'stream-json'];

interface Project {
  readonly cwd: string;
  readonly env: { readonly HOME: string; readonly TMPDIR: string };
}

interface Lane {
  readonly project: Project;
  readonly place: SessionPlace;
  /** What a whole turn prints, lines, and adds to the file, bytes. */
  readonly lines: number;
  readonly bytes: number;
}

type Point = { readonly lines: number } | { readonly bytes: number };

async function beginLane(project: Project): Promise<Lane> {
  await runAgent(['run', 'the first'], project);
  const folder = join(project.env.HOME, '.local/state/agent/sessions');
  const [name = ''] = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.jsonl'),
  );
  const [owner = '', file = ''] = name.split('/');
  const place = placeOf(join(folder, owner), file.slice(0, -'.jsonl'.length));
  const before = statSync(place.path).size;
  const whole = await runAgent(ASK, project);
  const lines = whole.stdout.split('\n').length - 1;
  return { project, place, lines, bytes: statSync(place.path).size - before };
}

/** Runs a turn until the point, if it comes to it. */
async function killAt({ project, place }: Lane, point: Point) {
  const size = () => statSync(place.path, { throwIfNoEntry: false })?.size ?? 0;
  const before = size();
  const { child, result } = startAgent(ASK, project);
  const kill = () => void child.kill('SIGKILL');
  let lines = 0;
  child.stdout.on('data', (text: string) => {
    lines += text.split('\n').length - 1;
    if ('lines' in point && lines >= point.lines) kill();
  });
  const watcher = watch(place.path, () => {
    if ('bytes' in point && size() - before >= point.bytes) kill();
  });
  return result.finally(() => watcher.close());
}

const isDelta = (event: Record<string, unknown>) =>
  /^(text|thinking)_delta$/.test(`${event['type']}`);
const textOf = (events: readonly Record<string, unknown>[]) =>
  events
    .filter(({ type }) => type === 'text_delta')
    .map(({ text }) => text)
    .join('');

/** Whole lines of what may end within one. */
const wholeLines = (stdout: string) => stdout.slice(0, stdout.lastIndexOf('\n') + 1);

interface Before {
  readonly bytes: Buffer;
  readonly history: readonly HistoryMessage[];
}

async function load(place: SessionPlace): Promise<Before & { readonly isCut: boolean }> {
  const bytes = readFileSync(place.path);
  const kept = await readSession(place, nodeFiles);
  if (kept.type !== 'read') throw new Error(kept.message);
  expect(kept.file.unreadableLines).toBe(0);
  const isCut = kept.file.tornBytes > 0 || kept.replay.unfinishedPrompt !== undefined;
  return { bytes: bytes.subarray(0, kept.file.wholeBytes), history: kept.replay.history, isCut };
}

/** All that was printed is in the file, but for the piece of text on its way there. */
async function expectKept(place: SessionPlace, before: Before, stdout: string): Promise<void> {
  const after = await load(place);
  expect(after.bytes.subarray(0, before.bytes.length).equals(before.bytes)).toBe(true);

  const printed = jsonLines(wholeLines(stdout)).filter(
    ({ type }) => type !== 'init' && type !== 'result',
  );
  const kept = readRecords(after.bytes.subarray(before.bytes.length)).records.flatMap(
    ({ event }) => (event === undefined ? [] : [event as Record<string, unknown>]),
  );
  const steps = printed.filter((event) => !isDelta(event));
  expect(kept.filter((event) => !isDelta(event)).slice(0, steps.length)).toEqual(steps);
  const [shown, written] = [textOf(printed), textOf(kept)];
  expect(written.startsWith(shown) || shown.startsWith(written)).toBe(true);
  // Behind a step that was printed, nothing of before it is on its way any more.
  if (steps.some(({ type }) => type === 'usage')) expect(written.startsWith(shown)).toBe(true);

  const joined = after.history.slice(before.history.length);
  expect(after.history.slice(0, before.history.length)).toEqual(before.history);
  if (written === '') expect(joined).toEqual([]);
  else {
    expect(joined.map(({ role }) => role)).toEqual(['user', 'assistant']);
    expect(joined[1]?.content.at(-1)).toEqual({ type: 'text', text: written });
  }
}

async function killOften(lane: Lane, kills: number, random: () => number): Promise<void> {
  let before = await load(lane.place);
  for (let killed = 0; killed < kills; ) {
    const most = random() < 0.5 ? { lines: lane.lines } : { bytes: lane.bytes };
    const share = random();
    const point =
      'lines' in most
        ? { lines: 1 + Math.floor(share * most.lines) }
        : { bytes: 1 + Math.floor(share * most.bytes) };
    const { signal, stdout, stderr } = await killAt(lane, point);
    if (signal === 'SIGKILL') killed += 1;
    await expectKept(lane.place, before, stdout);
    if (before.isCut && stdout !== '') expect(stderr).toContain('ended suddenly');
    before = await load(lane.place);
  }
}

/** It goes on, and its cost is that of its calls. */
async function expectWhole({ project, place }: Lane): Promise<void> {
  const before = await load(place);
  const last = await runAgent(['run', '-c', 'the last', '-o', 'json'], project);
  const after = await load(place);
  expect(last.code).toBe(0);
  expect(JSON.parse(last.stdout).session_id).toBe(place.id);
  expect(after.history).toHaveLength(before.history.length + 2);

  const shown = JSON.parse(
    (await runAgent(['sessions', 'show', place.id, '--json'], project)).stdout,
  );
  const starts = jsonLines(after.bytes.toString()).filter(
    ({ event }) => (event as { type?: string } | undefined)?.type === 'turn_start',
  );
  const costs: readonly (number | null)[] = shown.calls.map(
    (call: { cost_usd: number | null }) => call.cost_usd,
  );
  expect(shown.messages).toHaveLength(after.history.length);
  expect(costs).toHaveLength(starts.length);
  const sum = costs.reduce<number>((total, cost) => total + (cost ?? 0), 0);
  expect(shown.session.cost_usd).toEqual(costs.includes(null) ? null : expect.closeTo(sum, 12));
}

test(`${KILLS} kills in ${LANES} conversations: what was shown is kept, and each goes on`, async () => {
  const projects = Array.from({ length: LANES }, () => ({
    cwd: temporaryFolder({ 'agent.hcl': CONFIG }),
    // A killed program can not remove the folder of its sockets.
    env: { HOME: temporaryFolder(), TMPDIR: temporaryFolder() },
  }));

  await Promise.all(
    projects.map(async (project, index) => {
      const lane = await beginLane(project);
      await killOften(lane, KILLS / LANES, seededRandom(20_261_130 + index));
      await expectWhole(lane);
    }),
  );
});
