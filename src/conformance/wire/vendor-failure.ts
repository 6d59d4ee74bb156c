/** W-63, W-64, W-66, W-68 and W-69: what a provider makes of a vendor that fails or hangs. */
import { within } from '../../plugin/within.ts';
import { ModelErrorCategory } from '../../protocol/gen/wire-tables.ts';
import { fromGrpcStatus } from '../../protocol/status-detail.ts';
import type { Check } from '../check.ts';
import { type Remark, skipped, violation } from '../finding.ts';
import type { StubMode, StubResponse } from '../loopback-stub.ts';
import { completionCheck } from './completion.ts';
import { errorsOf, nameIn, outcomeOf } from './stream-shape.ts';
import type { StreamOptions, StreamRecord } from './wire-context.ts';
import type { WireSession } from './wire-session.ts';

const MUST = 'MUST' as const;

/** A check that speaks as the vendor: the provider must have been pointed at the suite's stub. */
function stubCheck(
  declaration: Pick<Check<WireSession>, 'id' | 'name' | 'level'>,
  judge: (session: WireSession, modelId: string) => Promise<readonly Remark[]>,
): Check<WireSession> {
  return completionCheck({ ...declaration, needs: ['W-40'] }, async (session) => {
    const model = await session.model();
    if (!model || !(await session.plan()).isRedirected) return [skipped('no stub')];
    try {
      return await judge(session, model.id);
    } finally {
      session.restoreVendor();
    }
  });
}

interface Failed {
  readonly category: string;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  readonly rawDetail: string;
}

/** How a completion failed, whichever way it said so. */
function failureIn(record: StreamRecord): Failed | undefined {
  const [error] = errorsOf(record);
  if (error) {
    const { seconds, nanos } = error.retryAfter ?? { seconds: 0n, nanos: 0 };
    const waitMs = Number(seconds) * 1000 + nanos / 1e6;
    return {
      category: nameIn(ModelErrorCategory, error.category).toLowerCase(),
      retryable: error.retryable,
      retryAfterMs: error.retryAfter ? waitMs : undefined,
      rawDetail: error.rawDetail ?? '',
    };
  }
  const meaning = record.failure && fromGrpcStatus(record.failure);
  if (meaning?.type !== 'error') return undefined;
  const { category, retryable, retryAfterMs, rawDetail = '' } = meaning.error;
  return { category, retryable, retryAfterMs, rawDetail };
}

async function failWith(
  session: WireSession,
  modelId: string,
  mode: StubMode,
): Promise<{ readonly failed: Failed | undefined; readonly requests: number }> {
  session.stub.mode = mode;
  const before = session.stub.requests.length;
  const record = await session.client.stream(session.request(modelId));
  return { failed: failureIn(record), requests: session.stub.requests.length - before };
}

const PAGE: StubResponse = {
  status: 502,
  headers: { 'content-type': 'text/html' },
  body: '<html><body>Bad gateway</body></html>',
};

/** `error-taxonomy` §4: a failure without a vendor's own error object. */
const STATUSES: readonly (readonly [string, StubMode, string, boolean])[] = [
  ['400', { status: 400, body: 'Bad request' }, 'invalid_request', false],
  ['401', { status: 401 }, 'auth_error', false],
  ['402', { status: 402 }, 'auth_error', false],
  ['403', { status: 403 }, 'auth_error', false],
  ['404', { status: 404 }, 'invalid_request', false],
  ['413', { status: 413 }, 'context_length_exceeded', false],
  ['429', { status: 429 }, 'rate_limited', true],
  ['500', { status: 500 }, 'overloaded', true],
  ['503', { status: 503 }, 'overloaded', true],
  ['529', { status: 529 }, 'overloaded', true],
  ['HTML 502', PAGE, 'overloaded', true],
  ['reset', 'reset', 'overloaded', true],
];

const classifies = stubCheck(
  {
    id: 'W-63',
    name: 'a failure of the vendor has the category of its status, and is not tried again',
    level: MUST,
  },
  async (session, modelId) => {
    const remarks: Remark[] = [];
    for (const [subject, mode, category, retryable] of STATUSES) {
      const { failed, requests } = await failWith(session, modelId, mode);
      if (requests === 0 && mode !== 'reset') return [skipped('the vendor is not asked over HTTP')];
      const found = failed && `${failed.category}, retryable=${failed.retryable}`;
      const expected = `${category}, retryable=${retryable}`;
      if (found !== expected) {
        remarks.push(violation(subject, `it is ${found ?? 'no failure'}, expected ${expected}`));
      }
      if (requests > 1 && mode !== 'reset') {
        remarks.push(violation(subject, 'the request was sent more than once'));
      }
    }
    return remarks;
  },
);

const DATE = 'Wed, 21 Oct 2026 07:28:00 GMT';
const LATER = 'Wed, 21 Oct 2026 07:28:07 GMT';

const WAITS: readonly (readonly [string, StubResponse, number | undefined])[] = [
  ['seconds', { status: 429, headers: { 'retry-after': '3' } }, 3000],
  ['milliseconds', { status: 429, headers: { 'retry-after-ms': '1500' } }, 1500],
  ['HTTP date', { status: 429, headers: { 'retry-after': LATER, date: DATE } }, 7000],
  ['malformed', { status: 429, headers: { 'retry-after': 'soon' } }, undefined],
  ['not retryable', { status: 403, headers: { 'retry-after': '3' } }, undefined],
];

const carriesWaits = stubCheck(
  {
    id: 'W-64',
    name: 'a wait the vendor asks for is carried, a malformed one left out',
    level: MUST,
  },
  async (session, modelId) => {
    const remarks: Remark[] = [];
    for (const [subject, response, expected] of WAITS) {
      const { failed, requests } = await failWith(session, modelId, response);
      if (requests === 0) return [skipped('the vendor is not asked over HTTP')];
      if (failed?.retryAfterMs === expected) continue;
      const found = failed?.retryAfterMs === undefined ? 'none' : `${failed.retryAfterMs} ms`;
      remarks.push(violation(subject, `the wait is ${found}, expected ${expected ?? 'none'}`));
    }
    return remarks;
  },
);

const HUGE: StubResponse = {
  status: 500,
  headers: { 'content-type': 'text/html' },
  body: `<html>${'x'.repeat(1024 * 1024)}</html>`,
};
const HUGE_ANSWER_MS = 2000;
const RAW_DETAIL_BYTES = 2048;

const cutsDetails = stubCheck(
  { id: 'W-66', name: 'a huge error body gives a short detail at once', level: MUST },
  async (session, modelId) => {
    const outcome = await within(failWith(session, modelId, HUGE), HUGE_ANSWER_MS, session.clock);
    if (!outcome) return [violation(modelId, 'no answer within 2 s')];
    const bytes = Buffer.byteLength(outcome.failed?.rawDetail ?? '');
    return bytes <= RAW_DETAIL_BYTES
      ? []
      : [violation(modelId, `raw_detail is longer than ${RAW_DETAIL_BYTES} bytes`)];
  },
);

const CLOSED_MS = 1000;

const stopsGenerating = stubCheck(
  { id: 'W-68', name: 'a cancelled completion closes its connection to the vendor', level: MUST },
  async (session, modelId) => {
    const asked = await hangingRequest(session, modelId, {});
    if (!asked) return [skipped('the vendor is not asked over HTTP')];
    const closed = asked.closed.then(() => true);
    asked.cancel();
    return (await within(closed, CLOSED_MS, session.clock))
      ? []
      : [violation(modelId, 'the connection to the vendor is open 1 s after the cancellation')];
  },
);

/** Starts a completion whose vendor never answers, and waits until that vendor was asked. */
async function hangingRequest(session: WireSession, modelId: string, options: StreamOptions) {
  const { stub, client, clock, options: run } = session;
  stub.mode = 'hang';
  const controller = new AbortController();
  const next = stub.nextRequest();
  const record = client.stream(session.request(modelId), { ...options, signal: controller.signal });
  const first = await within(
    Promise.race([next, record.then(() => undefined)]),
    run.limitMs,
    clock,
  );
  const cancel = () => controller.abort();
  if (!first) cancel();
  return first && { closed: first.closed, cancel };
}

const DEADLINE_MS = 200;

const survivesDeadlines = stubCheck(
  { id: 'W-69', name: 'after a deadline that passed the next call works', level: MUST },
  async (session, modelId) => {
    const { client, stub, records } = session;
    stub.mode = 'hang';
    await client.stream(session.request(modelId), { deadlineMs: DEADLINE_MS });
    session.restoreVendor();
    const expected = outcomeOf(records[0]?.record);
    const found = outcomeOf(await client.stream(session.request(modelId)));
    return found === expected
      ? []
      : [violation(modelId, `the next completion ends with ${found}, before it was ${expected}`)];
  },
);

/** In the order they run. */
export const vendorChecks = [
  classifies,
  carriesWaits,
  cutsDetails,
  survivesDeadlines,
  stopsGenerating,
] as const;
