/** What the chat does with its conversation, besides asking. */
import type { TurnEvent } from '../turn/turn-event.ts';
import type { Cost, TokenCounts } from './figures.ts';
import type { TurnChoice } from './turn-choice.ts';

/** A kept conversation, to be chosen from. */
export interface SessionSummary {
  readonly id: string;
  /** First words of the person; raw. */
  readonly title: string;
  readonly turns: number;
  /** RFC 3339. */
  readonly lastUsedAt: string;
  /** US dollars; `undefined`: not known. */
  readonly costUsd: number | undefined;
}

/** A conversation that goes on. */
export interface ResumedSession extends SessionSummary {
  /** Messages in its history. */
  readonly messages: number;
  readonly usage: TokenCounts | undefined;
  readonly cost: Cost;
  readonly systemPrompt: string | undefined;
  /** What was said last; raw. */
  readonly lastPrompt: string | undefined;
  readonly lastAnswer: string | undefined;
  /** What happened to it meanwhile. */
  readonly notes: readonly string[];
}

export type ResumeResult =
  | { readonly type: 'resumed'; readonly session: ResumedSession }
  /** What was said would go where it did not go before: a person has to allow it. */
  | {
      readonly type: 'not-trusted';
      readonly sessionId: string;
      readonly origins: readonly string[];
      readonly question: string;
      /** Says the same where nobody can be asked. */
      readonly message: string;
    }
  /** The conversation is the one it was. */
  | { readonly type: 'refused'; readonly message: string };

export type SessionList =
  | { readonly type: 'listed'; readonly sessions: readonly SessionSummary[] }
  | { readonly type: 'refused'; readonly message: string };

export type ExportResult =
  | { readonly type: 'written'; readonly path: string }
  | { readonly type: 'failed'; readonly message: string };

/** Nothing rejects; `clear`, `compact` and `resume` are not called while a turn runs. */
export interface ConversationPort {
  /** Forgets what was said. */
  readonly clear: () => void;
  /**
   * Asks the model for a summary. Its events are those of a turn; after a complete answer the
   * summary stands in place of what it sums up.
   */
  readonly compact: (signal: AbortSignal, choice: TurnChoice) => AsyncIterable<TurnEvent>;
  /** For the next turns; `undefined` for none. */
  readonly setSystemPrompt: (text: string | undefined) => void;
  /** @param path - As it was typed. */
  readonly exportTo: (path: string) => Promise<ExportResult>;
  /** Other conversations of this configuration, the last used first. */
  readonly list: () => Promise<SessionList>;
  /**
   * @param id - Or a beginning that no other has.
   * @param allowed - Origins to which a person lets it go.
   */
  readonly resume: (id: string, allowed?: readonly string[]) => Promise<ResumeResult>;
  /** Ends the wait for the next attempt. */
  readonly retryNow: () => void;
}
