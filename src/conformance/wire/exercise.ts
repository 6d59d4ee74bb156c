/** One more completion, and what of it reached the vendor. */
import type { ModelSpec } from '../../protocol/gen/pluggableharness/model/v1/types_pb.js';
import type { StubAnswer, VendorRequest } from '../loopback-stub.ts';
import type { CompletionRequest, RecordedEntry, StreamRecord } from './wire-context.ts';
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
  /** What the vendor answered, as text; absent: nothing. */
  readonly heard: string | undefined;
}

/** Completes with one model. */
export async function completeWith(
  session: WireSession,
  model: ModelSpec,
  { content = {}, answer }: Exercise,
): Promise<Exercised> {
  const { stub, client } = session;
  const before = stub.requests.length;
  const answered = stub.answers.length;
  stub.mode = answer ?? session.vendorMode;
  try {
    const record = await client.stream(session.request(model.id, content));
    const sent = lastWithBody(stub.requests.slice(before));
    const answers = stub.answers.slice(answered);
    const heard = answers.length === 0 ? undefined : answers.join('\n');
    return { model, record, sent, heard };
  } finally {
    session.restoreVendor();
  }
}

/** One more completion, whose record every later check of events judges too. */
export async function addRecord(
  session: WireSession,
  fits: (model: ModelSpec) => boolean,
  { expected, ...exercise }: Exercise & { readonly expected?: RecordedEntry['expected'] } = {},
): Promise<void> {
  const model = await session.modelThat(fits);
  if (!model) return;
  const { record, heard } = await completeWith(session, model, exercise);
  // Of one who answers with a lone error always, which is legal, nothing more can be expected.
  const known = session.hasAnswered ? expected : undefined;
  session.records.push({ model, record, heard, expected: known });
}

/** Whether a request holds these words; JSON may escape the slash. */
export function holds(sent: VendorRequest | undefined, words: string): boolean {
  return sent?.body.replaceAll('\\/', '/').includes(words) ?? false;
}

/** A roster may be refreshed at any time; what asks for something has a body. */
export function lastWithBody(requests: readonly VendorRequest[]): VendorRequest | undefined {
  return requests.filter(({ body }) => body !== '').at(-1);
}
