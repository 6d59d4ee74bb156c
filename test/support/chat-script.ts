/** What the chat fixture plays, as JSON. */
import type { Usage } from '../../src/protocol/usage.ts';
import type { ModelRef, TurnEvent, TurnOutcome } from '../../src/turn/turn-event.ts';
import type { ChatModel, ColorChoice } from '../../src/ui/chat-options.ts';
import type { SessionSummary } from '../../src/ui/conversation-port.ts';

export type ScriptStep =
  | TurnEvent
  | { readonly waitMs: number }
  | { readonly untilAborted: true }
  /** The events break off. */
  | { readonly throw: string }
  /** An exception nobody catches. */
  | { readonly crash: string }
  /** So many deltas; `#` in the text becomes the number. */
  | { readonly flood: number; readonly text: string; readonly everyMs?: number };

export interface ChatScript {
  /** One list a turn. */
  readonly turns: readonly (readonly ScriptStep[])[];
  /** What `/compact` plays. */
  readonly compact?: readonly ScriptStep[];
  readonly sessions?: readonly SessionSummary[];
  /** Each answer begins with what `startTurn` was given. */
  readonly echoesPrompt?: boolean;
  /** The process writes `pid N` into the window's title first. */
  readonly showsPid?: boolean;
  readonly model?: ModelRef;
  readonly models?: readonly ChatModel[];
  readonly notes?: readonly string[];
  readonly initialPrompt?: string;
  readonly color?: ColorChoice;
  readonly isPlain?: boolean;
}

export const MODEL: ModelRef = { provider: 'example', model: 'demo' };

export const USAGE: Usage = {
  inputTokens: 12_345,
  outputTokens: 678,
  cacheReadTokens: 2_000,
  reasoningTokens: 90,
};

export const start: TurnEvent = {
  type: 'turn-start',
  turn: 1,
  attempt: 1,
  model: MODEL,
  contextWindow: 200_000,
};

export function text(delta: string): TurnEvent {
  return { type: 'text-delta', text: delta };
}

export function thinking(delta: string): TurnEvent {
  return { type: 'thinking-delta', text: delta };
}

/** The end of a turn; a good one with figures unless told otherwise. */
export function end(outcome: Partial<TurnOutcome> = {}): TurnEvent {
  return {
    type: 'turn-end',
    outcome: {
      status: 'success',
      text: 'text',
      stopReason: 'end_turn',
      usage: USAGE,
      costUsd: 0.0042,
      durationMs: 1_000,
      model: MODEL,
      rateLimits: [],
      incomplete: false,
      ...outcome,
    },
  };
}
