/** W-44, W-48, W-49, W-51: tool calls, limits, request ids and counts in answers. */
import type { RateLimitSnapshot } from '../../protocol/gen/pluggableharness/model/v1/types_pb.js';
import { RateLimitKind, StopReason } from '../../protocol/gen/wire-tables.ts';
import { skipped, violation } from '../finding.ts';
import type { StubAnswer } from '../loopback-stub.ts';
import { completionCheck, recordCheck } from './completion.ts';
import { addRecord } from './exercise.ts';
import { clockTool, userMessage } from './requests.ts';
import { eventsOf, type KnownEvent, knownEvents, stopOf } from './stream-shape.ts';

const MUST = 'MUST' as const;

const pairsToolCalls = recordCheck(
  {
    id: 'W-44',
    name: 'tool calls start, go on and end in order, with one JSON object',
    level: MUST,
  },
  'no call produced',
  ({ record }) => {
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

const namesBudgets = recordCheck(
  {
    id: 'W-48',
    name: 'each rate-limit budget has a kind, and only published figures',
    level: MUST,
  },
  'none published',
  ({ record, heard }) => {
    const snapshots = [
      ...eventsOf(record, 'usage').flatMap(({ rateLimits }) => rateLimits),
      ...eventsOf(record, 'metadata').flatMap(({ rateLimits }) => rateLimits),
    ];
    if (snapshots.length === 0) return undefined;
    const isUnset = snapshots.some(({ kind }) => kind === RateLimitKind.UNSPECIFIED);
    const invented =
      heard === undefined ? [] : snapshots.flatMap((each) => inventedIn(each, heard));
    return [...(isUnset ? ['a snapshot has no kind'] : []), ...new Set(invented)];
  },
);

/** Figures that the vendor did not say, such as a percentage that was computed from counts. */
function inventedIn(snapshot: RateLimitSnapshot, heard: string): readonly string[] {
  const { limit, remaining, usedPercent } = snapshot;
  const numbers = new Set((heard.match(/\d+(?:\.\d+)?/g) ?? []).map(Number));
  const isSaid = (figure: number | bigint | undefined): boolean =>
    figure === undefined || numbers.has(Number(figure));
  // Some vendors say a share of one.
  const isShareSaid = isSaid(usedPercent) || isSaid(usedPercent && usedPercent / 100);
  return [
    ...(isSaid(limit) ? [] : ['a limit is not what the vendor published']),
    ...(isSaid(remaining) ? [] : ['a remaining amount is not what the vendor published']),
    ...(isShareSaid ? [] : ['a percentage is not what the vendor published']),
  ];
}

const REQUEST_ID = 'agent-conformance-request';

const startsWithId = recordCheck(
  {
    id: 'W-49',
    name: 'stream_start comes first, once, with the id of the vendor',
    level: 'SHOULD',
  },
  'the vendor publishes no request id',
  ({ record, expected }) => {
    const starts = eventsOf(record, 'streamStart');
    const [start] = starts;
    if (!start) return expected?.requestId === undefined ? undefined : ['no stream_start'];
    if (starts.length > 1) return ['stream_start comes more than once'];
    const isFirst = knownEvents(record)[0]?.case === 'streamStart';
    const isRight = start.providerRequestId === (expected?.requestId ?? start.providerRequestId);
    return [
      ...(isFirst ? [] : ['stream_start is not first']),
      ...(isRight ? [] : ['stream_start does not carry the id of the vendor']),
    ];
  },
  async (session) => {
    const { text, requestIdHeader } = session.options.dialect ?? {};
    if (text === undefined || requestIdHeader === undefined) return;
    // Also where the stream then fails: a user who asks the vendor for help needs it most there.
    for (const answer of [text, { status: 500 }]) {
      const withId = withHeader(answer, requestIdHeader, REQUEST_ID);
      const expected = { requestId: REQUEST_ID };
      await addRecord(session, () => true, { answer: withId, expected });
    }
  },
);

function withHeader(answer: StubAnswer, name: string, value: string): StubAnswer {
  return (request) => {
    const response = typeof answer === 'function' ? answer(request) : answer;
    return { ...response, headers: { ...response.headers, [name]: value } };
  };
}

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
export const contentChecks = [pairsToolCalls, namesBudgets, startsWithId, countsOnce] as const;
