/** W-44, W-46 … W-49: tool calls, reasoning, limits and request ids in answers. */
import type { ModelSpec } from '../../protocol/gen/pluggableharness/model/v1/types_pb.js';
import { RateLimitKind, StopReason } from '../../protocol/gen/wire-tables.ts';
import { skipped, violation } from '../finding.ts';
import { completionCheck, recordCheck } from './completion.ts';
import { completeWith, type Exercise } from './exercise.ts';
import { clockTool, userMessage } from './requests.ts';
import { eventsOf, type KnownEvent, knownEvents, stopOf } from './stream-shape.ts';
import type { WireSession } from './wire-session.ts';

const MUST = 'MUST' as const;

/** Asks for one more completion, whose record every later check of events judges too. */
async function addRecord(
  session: WireSession,
  fits: (model: ModelSpec) => boolean,
  exercise: Exercise = {},
): Promise<void> {
  const model = await session.modelThat(fits);
  if (model) session.records.push(await completeWith(session, model, exercise));
}

const pairsToolCalls = recordCheck(
  {
    id: 'W-44',
    name: 'tool calls start, go on and end in order, with one JSON object',
    level: MUST,
  },
  'no call produced',
  (record) => {
    const calls = knownEvents(record).filter(({ case: kind }) => kind.startsWith('toolCall'));
    const claims = stopOf(record)?.reason === StopReason.TOOL_USE;
    if (calls.length === 0) return claims ? ['TOOL_USE without a tool call'] : undefined;
    return toolFaults(calls);
  },
  (session) =>
    addRecord(session, (model) => model.supportsToolUse, {
      answer: session.options.dialect?.tool,
      content: {
        messages: [userMessage('What time is it in UTC? Use the tool.')],
        tools: [clockTool],
      },
    }),
);

function toolFaults(calls: readonly KnownEvent[]): readonly string[] {
  const open = new Map<string, string>();
  const seen = new Set<string>();
  const faults: string[] = [];
  for (const event of calls) {
    if (event.case === 'toolCallStart') {
      const { id, name } = event.value;
      if (id === '' || name === '') faults.push('a call has no id or no name');
      if (seen.has(id)) faults.push('a call starts twice');
      seen.add(id);
      open.set(id, '');
    } else if (event.case === 'toolCallDelta') {
      const { id, argumentsFragment } = event.value;
      const before = open.get(id);
      if (before === undefined) faults.push('a fragment belongs to no open call');
      else open.set(id, before + argumentsFragment);
    } else if (event.case === 'toolCallDone') {
      const whole = open.get(event.value.id);
      if (whole === undefined) faults.push('a call ends that is not open');
      else if (!isJsonObject(whole)) faults.push('the arguments are no JSON object');
      open.delete(event.value.id);
    }
  }
  return open.size > 0 ? [...faults, 'a call is never done'] : faults;
}

/** Nothing at all stands for `{}`. */
function isJsonObject(text: string): boolean {
  if (text.trim() === '') return true;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

const thinksWhereDeclared = recordCheck(
  { id: 'W-46', name: 'only a model that declares thinking thinks', level: MUST },
  'no thinking produced',
  (record, { thinking }) => {
    const thoughts = [
      ...eventsOf(record, 'thinkingDelta'),
      ...eventsOf(record, 'thinkingSignature'),
    ];
    if (thoughts.length === 0) return undefined;
    return thinking?.supported ? [] : ['it thinks, which it does not declare'];
  },
  async (session) => {
    const answer = session.options.dialect?.thinking?.response;
    await addRecord(session, ({ thinking }) => thinking?.supported === true, { answer });
    await addRecord(session, ({ thinking }) => thinking?.supported !== true);
  },
);

const forwardsRedacted = recordCheck(
  { id: 'W-47', name: 'a redacted block is whole, and comes from a thinking model', level: MUST },
  'no such block produced',
  (record, { thinking }) => {
    const blocks = eventsOf(record, 'redactedThinking');
    if (blocks.length === 0) return undefined;
    return [
      ...(blocks.some(({ data }) => data.length === 0) ? ['a redacted block is empty'] : []),
      ...(thinking?.supported ? [] : ['a redacted block from a model that does not think']),
    ];
  },
  async (session) => {
    const answer = session.options.dialect?.redacted?.response;
    if (answer) {
      await addRecord(session, ({ thinking }) => thinking?.supported === true, { answer });
    }
  },
);

const namesBudgets = recordCheck(
  { id: 'W-48', name: 'each rate-limit budget has a kind', level: MUST },
  'none published',
  (record) => {
    const snapshots = [
      ...eventsOf(record, 'usage').flatMap(({ rateLimits }) => rateLimits),
      ...eventsOf(record, 'metadata').flatMap(({ rateLimits }) => rateLimits),
    ];
    if (snapshots.length === 0) return undefined;
    const isUnset = snapshots.some(({ kind }) => kind === RateLimitKind.UNSPECIFIED);
    return isUnset ? ['a snapshot has no kind'] : [];
  },
);

const startsWithId = recordCheck(
  { id: 'W-49', name: 'stream_start comes first, and once', level: 'SHOULD' },
  'the vendor publishes no request id',
  (record) => {
    const starts = eventsOf(record, 'streamStart');
    if (starts.length === 0) return undefined;
    if (starts.length > 1) return ['stream_start comes more than once'];
    return knownEvents(record)[0]?.case === 'streamStart' ? [] : ['stream_start is not first'];
  },
);

/** Parts that a vendor counts inside others are counted once here, or the bill is too high. */
const countsOnce = completionCheck(
  { id: 'W-51', name: 'the five counters of usage do not overlap', level: MUST, needs: ['W-40'] },
  async (session) => {
    const usage = session.options.dialect?.usage;
    const model = await session.model();
    if (!usage || !model) return [skipped('no stub')];
    session.stub.mode = usage.response;
    const record = await session.client.stream(session.request(model.id));
    session.restoreVendor();
    if (!stopOf(record)) return [skipped('no completion ended with stop')];
    const last = eventsOf(record, 'usage').at(-1);
    if (!last) return [violation(model.id, 'no usage event')];
    const sum =
      last.inputTokens +
      last.outputTokens +
      (last.cacheReadTokens ?? 0n) +
      (last.cacheWriteTokens ?? 0n) +
      (last.reasoningAlreadyCounted ? 0n : (last.reasoningTokens ?? 0n));
    return sum === BigInt(usage.totalTokens)
      ? []
      : [violation(model.id, `the counters add up to ${sum}, expected ${usage.totalTokens}`)];
  },
);

/** In the order they run. */
export const contentChecks = [
  pairsToolCalls,
  thinksWhereDeclared,
  forwardsRedacted,
  namesBudgets,
  startsWithId,
  countsOnce,
] as const;
