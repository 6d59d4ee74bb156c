/** One more completion, and what of it reached the vendor. */
import type { ModelSpec } from '../../protocol/gen/pluggableharness/model/v1/types_pb.js';
import type { Check } from '../check.ts';
import { type Remark, skipped } from '../finding.ts';
import type { StubAnswer, VendorRequest } from '../loopback-stub.ts';
import { completionCheck } from './completion.ts';
import type { VendorDialect } from './vendor-dialect.ts';
import type { CompletionRequest, StreamRecord } from './wire-context.ts';
import type { WireSession } from './wire-session.ts';

export interface Exercise {
  readonly content?: CompletionRequest | undefined;
  /** What the vendor answers; default its answer in text, or nothing where there is no dialect. */
  readonly answer?: StubAnswer | undefined;
}

export interface Exercised {
  readonly model: ModelSpec;
  readonly record: StreamRecord;
  /** Absent: the vendor was not asked. */
  readonly sent: VendorRequest | undefined;
}

/** Completes with one model. */
export async function completeWith(
  session: WireSession,
  model: ModelSpec,
  { content = {}, answer }: Exercise,
): Promise<Exercised> {
  const { stub, client } = session;
  const before = stub.requests.length;
  stub.mode = answer ?? session.vendorMode;
  try {
    const record = await client.stream(session.request(model.id, content));
    return { model, record, sent: lastWithBody(stub.requests.slice(before)) };
  } finally {
    session.restoreVendor();
  }
}

/** A roster may be refreshed at any time; what asks for something has a body. */
export function lastWithBody(requests: readonly VendorRequest[]): VendorRequest | undefined {
  return requests.filter(({ body }) => body !== '').at(-1);
}

interface DialectCheck<Part> extends Pick<Check<WireSession>, 'id' | 'name' | 'level' | 'needs'> {
  /** What of the dialect it needs. */
  readonly part: (dialect: VendorDialect) => Part | undefined;
  /** Why it is skipped where the dialect has none. */
  readonly lack: string;
}

/** A check that plays the vendor in its own dialect, against the suite's stub. */
export function dialectCheck<Part>(
  { part, lack, needs = ['W-40'], ...declaration }: DialectCheck<Part>,
  judge: (session: WireSession, part: Part) => Promise<readonly Remark[]>,
): Check<WireSession> {
  return completionCheck({ ...declaration, needs }, async (session) => {
    const { dialect } = session.options;
    if (!dialect || !(await session.plan()).isRedirected) return [skipped('no stub')];
    const found = part(dialect);
    if (found === undefined) return [skipped(lack)];
    // A lone error is a legal answer; of one who gives it always nothing more can be learnt.
    if (!session.hasAnswered) return [skipped('the usual completion does not end with stop')];
    try {
      return await judge(session, found);
    } finally {
      session.restoreVendor();
    }
  });
}
