// Why an answer ended, in our words.
import type { StopReason, StreamEvent } from 'agent-hcl/sdk';

/** How the vendor says an answer ended. */
export interface VendorStop {
  readonly reason: string | undefined;
  readonly sequence: string | undefined;
  /** A call to one of our tools is complete. */
  readonly hasCalls: boolean;
}

const REASONS: Readonly<Record<string, StopReason>> = {
  end_turn: 'end_turn',
  max_tokens: 'max_tokens',
  refusal: 'refusal',
  // The text so far is valid.
  model_context_window_exceeded: 'max_tokens',
};

/** Whether to run tools is decided by the blocks, not by the vendor's word for the stop. */
export function stopOf({ reason, sequence, hasCalls }: VendorStop): {
  readonly stop: StreamEvent;
  readonly isExact: boolean;
} {
  if (reason === 'stop_sequence' && sequence !== undefined) {
    const stop = { type: 'stop', reason: 'stop_sequence', matchedStopSequence: sequence } as const;
    return { stop, isExact: true };
  }
  const mapped =
    reason !== undefined && Object.hasOwn(REASONS, reason) ? REASONS[reason] : undefined;
  const ended = mapped ?? 'end_turn';
  const canonical = ended === 'end_turn' && hasCalls ? 'tool_use' : ended;
  return { stop: { type: 'stop', reason: canonical }, isExact: canonical === reason };
}
