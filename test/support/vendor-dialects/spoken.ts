/** What a vendor says, before it is in the vendor's own words. */
import { createHash } from 'node:crypto';
import type { StubResponse, VendorRequest } from '../../../src/conformance/index.ts';
import type { JsonObject } from '../../../src/protocol/json.ts';

export interface Spoken {
  /** Tells one answer from another; becomes the id of the request. */
  readonly id: string;
  readonly thought?: string;
  /** The integrity token behind the thought. */
  readonly signature?: string;
  /** An encrypted thought. */
  readonly redacted?: string;
  /** Told in one piece. */
  readonly text?: string;
  readonly calls?: readonly ClockCall[];
  /** The sequence that ended it. */
  readonly stopSequence?: string;
  /** The vendor's own account of it, in place of a short one. */
  readonly usage?: JsonObject;
}

/** A call of the suite's tool `clock`. */
export interface ClockCall {
  readonly id: string;
  readonly zone: string;
}

export type Say = (spoken: Spoken) => StubResponse;

const UTC: ClockCall = { id: 'call_utc', zone: 'UTC' };
const CET: ClockCall = { id: 'call_cet', zone: 'CET' };

/** The answers that every vendor has. */
export function commonAnswers(say: Say) {
  return {
    text: ({ body }: VendorRequest) => say({ id: idOf(body), text: 'Hello.' }),
    tool: say({ id: 'tool', calls: [UTC] }),
    parallelTools: say({ id: 'parallel', calls: [UTC, CET] }),
    answer: (text: string) => say({ id: idOf(text), text }),
  };
}

/** Answers that differ have ids that differ. */
export function idOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

export function argumentsOf({ zone }: ClockCall): string {
  return JSON.stringify({ zone });
}
