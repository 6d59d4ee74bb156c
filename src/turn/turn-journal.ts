import type { Message } from '../protocol/message.ts';
import type { Usage } from '../protocol/usage.ts';
import type { ModelRef } from './turn-event.ts';

/** A turn that is about to be asked. */
export interface StartedTurn {
  readonly turnId: string;
  /** The whole history with what is asked now. */
  readonly messages: readonly Message[];
}

/** One call of a model, over. */
export interface EndedAttempt {
  readonly turnId: string;
  /** 1-based within the turn. */
  readonly attempt: number;
  readonly model: ModelRef;
  readonly status: 'ok' | 'failed' | 'cut';
  readonly usage?: Usage | undefined;
  /** US dollars; `undefined` when not known. */
  readonly costUsd?: number | undefined;
}

/**
 * Keeps what must not be lost. The turn goes on only when a method has resolved, so that whatever
 * ends the program finds it kept; none rejects.
 */
export interface TurnJournal {
  /** Before anything is sent. */
  turnStarted(turn: StartedTurn): Promise<void>;
  /** Before anything follows it, such as another attempt. */
  attemptEnded(attempt: EndedAttempt): Promise<void>;
}
