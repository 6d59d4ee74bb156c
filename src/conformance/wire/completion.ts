/** W-40 … W-43, W-65 and W-67: the shape of an answer, of a failure, and of a cancelled one. */
import { ModelErrorCategory, StopReason } from '../../protocol/gen/wire-tables.ts';
import { GRPC_CODE } from '../../protocol/status-detail.ts';
import type { Check } from '../check.ts';
import { type Remark, skipped, violation } from '../finding.ts';
import { addRecord } from './exercise.ts';
import { userMessage } from './requests.ts';
import { isClassified, isGivenUp, statusText } from './status.ts';
import { endFault, errorsOf, eventsOf, knownEvents, stopOf } from './stream-shape.ts';
import type { RecordedEntry } from './wire-context.ts';
import type { WireSession } from './wire-session.ts';

const MUST = 'MUST' as const;

/** A check that needs a completion; `judge` is not asked where none may be driven. */
export function completionCheck(
  declaration: Pick<Check<WireSession>, 'id' | 'name' | 'level' | 'needs'>,
  judge: (session: WireSession) => Promise<readonly Remark[]> | readonly Remark[],
): Check<WireSession> {
  return {
    ...declaration,
    async run(session) {
      const mute = await session.muteReason();
      return mute === undefined ? judge(session) : [skipped(mute)];
    },
  };
}

const endsOnce = completionCheck(
  {
    id: 'W-40',
    name: 'exactly one terminal event, in last position',
    level: MUST,
    needs: ['W-04', 'W-31'],
  },
  async (session) => {
    const model = await session.model();
    if (!model) {
      const id = session.options.model ?? '';
      return [violation(id, 'the provider offers no model of this id')];
    }
    return session.records.flatMap(({ record }) => {
      const fault = endFault(record);
      return fault === undefined ? [] : [violation(model.id, fault)];
    });
  },
);

/**
 * A check of every recorded stream; `judge` returns `undefined` where it has nothing to judge.
 *
 * @param prepare - Adds records, for this check and those after it.
 */
export function recordCheck(
  declaration: Pick<Check<WireSession>, 'id' | 'name' | 'level'>,
  muteReason: string,
  judge: (entry: RecordedEntry) => readonly string[] | undefined,
  prepare: (session: WireSession) => Promise<void> = () => Promise.resolve(),
): Check<WireSession> {
  return completionCheck({ ...declaration, needs: ['W-40'] }, async (session) => {
    await prepare(session);
    const verdicts = session.records.map((entry) => ({
      id: entry.model.id,
      faults: judge(entry),
    }));
    if (verdicts.every(({ faults }) => faults === undefined)) return [skipped(muteReason)];
    return verdicts.flatMap(({ id, faults = [] }) => faults.map((fault) => violation(id, fault)));
  });
}

/** A vendor that refuses or is in trouble, so that an error is seen where all else goes well. */
async function addFailure(session: WireSession): Promise<void> {
  const { dialect } = session.options;
  if (!dialect) return;
  const { response = { status: 500 }, prompt } = dialect.refusal ?? {};
  if (prompt === undefined && !(await session.plan()).isRedirected) return;
  const content = prompt === undefined ? {} : { messages: [userMessage(prompt)] };
  await addRecord(session, () => true, { answer: response, content });
}

const reportsUsage = recordCheck(
  { id: 'W-41', name: 'usage comes before stop, is not negative, and only grows', level: MUST },
  'no completion ended with stop',
  ({ record }) => {
    if (!stopOf(record)) return undefined;
    const usages = eventsOf(record, 'usage');
    if (usages.length === 0) return ['no usage event'];
    const counters = usages.map((usage) => [
      usage.inputTokens,
      usage.outputTokens,
      usage.cacheReadTokens ?? 0n,
      usage.cacheWriteTokens ?? 0n,
      usage.reasoningTokens ?? 0n,
    ]);
    const isNegative = counters.flat().some((count) => count < 0n);
    const shrinks = counters.some((counts, index) =>
      counts.some((count, counter) => count < (counters[index - 1]?.[counter] ?? 0n)),
    );
    if (isNegative) return ['a count is negative'];
    return shrinks ? ['a later usage event counts less than an earlier one'] : [];
  },
);

const saysWhy = recordCheck(
  {
    id: 'W-42',
    name: 'stop has a reason; a matched sequence exactly with STOP_SEQUENCE',
    level: MUST,
  },
  'no completion ended with stop',
  ({ record }) => {
    const stop = stopOf(record);
    if (!stop) return undefined;
    const isSequence = stop.reason === StopReason.STOP_SEQUENCE;
    const hasSequence = (stop.matchedStopSequence ?? '') !== '';
    if (stop.reason === StopReason.UNSPECIFIED) return ['the reason is UNSPECIFIED'];
    if (isSequence && !hasSequence) return ['STOP_SEQUENCE names no sequence'];
    return !isSequence && hasSequence ? ['a sequence is named without STOP_SEQUENCE'] : [];
  },
);

const explainsErrors = recordCheck(
  { id: 'W-43', name: 'an error has a category and words; an unknown one its detail', level: MUST },
  'no error seen',
  ({ record }) => {
    const errors = errorsOf(record);
    if (errors.length === 0) return undefined;
    return errors.flatMap((error) => {
      if (!error) return ['an error event holds no error'];
      const isUnknown = error.category === ModelErrorCategory.UNKNOWN;
      return [
        ...(isSet(error.category) ? [] : ['the category is not set']),
        ...(error.message.trim() === '' ? ['the message is empty'] : []),
        ...(isUnknown && !error.rawDetail ? ['an unknown error has no raw_detail'] : []),
      ];
    });
  },
  addFailure,
);

function isSet(category: number): boolean {
  const { UNSPECIFIED, ...known } = ModelErrorCategory;
  return Object.values<number>(known).includes(category) && category !== UNSPECIFIED;
}

const cancels = completionCheck(
  {
    id: 'W-67',
    name: 'a cancelled completion starts, and its end is no failure',
    level: MUST,
    needs: ['W-40'],
  },
  async (session) => {
    const model = await session.model();
    if (!model) return [skipped('the model asked for is not offered')];
    const request = session.request(model.id, {
      messages: [userMessage('Count from 1 to 1000, one number a line.')],
    });
    const record = await session.client.stream(request, { cancelAfter: 1 });
    const { failure } = record;
    if (failure === undefined || failure.code === GRPC_CODE.cancelled) return [];
    const isStarted = knownEvents(record).length > 0;
    if (isStarted && isGivenUp(failure)) return [];
    // A vendor that can not be reached ends it before it could be cancelled.
    if (!isStarted && isClassified(failure)) return [skipped('it failed before its first event')];
    const place = isStarted ? 'after' : 'before';
    return [violation(model.id, `${statusText(failure)} ${place} its first event`)];
  },
);

/** In the order they run. */
export const completionChecks = [endsOnce, reportsUsage, saysWhy, explainsErrors, cancels] as const;
