import type { Clock, Random } from '../host/host.ts';
import type { Message } from '../protocol/message.ts';
import type { ContextSection, ToolChoice, ToolDeclaration } from '../protocol/model-request.ts';
import type { AnswerSchema } from './structured-answer.ts';
import type { ToolHandlers } from './tool-handler.ts';
import type { TurnJournal } from './turn-journal.ts';
import type { TurnMemory } from './turn-memory.ts';
import type { ProviderDirectory } from './turn-plan.ts';

/** What one turn asks, whichever model answers. */
export interface TurnRequest {
  /** 1-based turn of the run. */
  readonly turn: number;
  readonly sessionId: string;
  readonly turnId: string;
  readonly workingDirectory: string;
  /** The whole history with the new user messages; reasoning of every vendor still in it. */
  readonly messages: readonly Message[];
  readonly assembledContext: readonly ContextSection[];
  readonly tools: readonly ToolDeclaration[];
  readonly toolChoice?: ToolChoice | undefined;
  /** Tools of the turn before; `undefined` on the first. */
  readonly previousTools?: readonly ToolDeclaration[] | undefined;
  /** The answer must be a JSON value that it accepts. */
  readonly answerSchema?: AnswerSchema | undefined;
}

/** What the engine needs of the world; all effects go through here. */
export interface TurnDependencies {
  readonly providers: ProviderDirectory;
  readonly clock: Clock;
  readonly random: Random;
  /** A new message id, a ULID. */
  readonly newId: () => string;
  readonly memory: TurnMemory;
  /** Runs the tools a request declares; without it a call of one ends the turn. */
  readonly tools?: ToolHandlers | undefined;
  /** ` Did you mean "x"?` with its leading blank, or an empty text. */
  readonly didYouMean?: ((name: string, candidates: Iterable<string>) => string) | undefined;
  /** Takes what is worth a log record but no notice; texts hold no content of messages. */
  readonly log?: ((message: string) => void) | undefined;
  readonly journal?: TurnJournal | undefined;
  /** Called for each wait before a retry; when the signal aborts, the retry follows at once. */
  readonly retryNow?: (() => AbortSignal) | undefined;
}
