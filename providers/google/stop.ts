// Why an answer ended, in our terms.
import type { StopReason } from 'agent-hcl/sdk';

/** What is known when the bytes are over. */
export interface Ending {
  /** The vendor's word for the end of the answer, or for its refusal to begin one. */
  readonly reason: string | undefined;
  /** The prompt itself was refused. */
  readonly blockReason: string | undefined;
  readonly hasCalls: boolean;
  /** Any text, thought, call or medium. */
  readonly hasContent: boolean;
}

export type Outcome =
  /** `isExact` is false where our word says less than the vendor's. */
  | { readonly type: 'stop'; readonly reason: StopReason; readonly isExact: boolean }
  | { readonly type: 'failed'; readonly problem: string; readonly retryable: boolean };

const FILTERED = new Set([
  'SAFETY',
  'RECITATION',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'LANGUAGE',
  'IMAGE_SAFETY',
  'IMAGE_PROHIBITED_CONTENT',
  'IMAGE_RECITATION',
]);

/** The model wrote what its server could not read: no call of such an answer may be run. */
const MALFORMED = new Set([
  'MALFORMED_FUNCTION_CALL',
  'UNEXPECTED_TOOL_CALL',
  'TOO_MANY_TOOL_CALLS',
  'MALFORMED_RESPONSE',
  'MISSING_THOUGHT_SIGNATURE',
]);

/** Judges how an answer ended. The vendor reports no stop sequence and no refusal of the model. */
export function outcomeOf({ reason, blockReason, hasCalls, hasContent }: Ending): Outcome {
  if (reason === undefined) {
    return blockReason === undefined
      ? failed('the answer ended before it was complete', true)
      : { type: 'stop', reason: 'content_filtered', isExact: false };
  }
  if (reason === 'MAX_TOKENS') return { type: 'stop', reason: 'max_tokens', isExact: true };
  if (FILTERED.has(reason)) return { type: 'stop', reason: 'content_filtered', isExact: false };
  if (MALFORMED.has(reason))
    return failed(`the model's answer could not be read (${reason})`, true);
  if (!hasContent) {
    return reason === 'STOP'
      ? failed('the answer is empty', true)
      : failed(`the answer ended with ${reason}`, false);
  }
  const isExact = reason === 'STOP';
  return { type: 'stop', reason: hasCalls ? 'tool_use' : 'end_turn', isExact };
}

function failed(problem: string, retryable: boolean): Outcome {
  return { type: 'failed', problem, retryable };
}
