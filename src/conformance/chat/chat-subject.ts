/**
 * What suite C is run on: the chat client bound to one configured provider, with a backend whose
 * answers the suite chooses and whose requests it can read. Who calls the suite gives it, since
 * configuration and vendors are none of its business.
 */
import type { JsonObject } from '../../protocol/json.ts';
import type { Conversation, ConversationOptions } from '../../turn/conversation.ts';
import type { ProviderDirectory, TurnPlan } from '../../turn/turn-plan.ts';

/** The client under test. */
export type ChatClient = (options: ConversationOptions) => Conversation;

/** How a backend answers from the next request on. */
export type BackendAnswer =
  /** The whole answer, `facts.prose`. */
  | 'prose'
  /** The first piece of it, then nothing more: the connection, or the child, stays. */
  | 'half'
  /** The first piece of it, then the connection breaks, or the child fails. */
  | 'broken'
  /** The whole answer with its end, then the connection breaks, or the child fails. */
  | 'late-failure'
  /** Nothing at all. */
  | 'hang'
  /** The vendor's own failure of this status. */
  | FailureStatus;

export type FailureStatus = 400 | 429;

/** One turn of a request as the backend received it. */
export interface SeenTurn {
  readonly role: 'user' | 'assistant';
  /** Its texts, in order; media and tool blocks are left out. */
  readonly texts: readonly string[];
}

/** A request as the backend received it. */
export interface SeenRequest {
  /** Texts of the system turns, empty ones included. */
  readonly system: readonly string[];
  readonly turns: readonly SeenTurn[];
  /** All of it, for what must not be in it. */
  readonly raw: string;
}

/** A stub of the vendor: a local HTTP server, or a command. */
export interface ChatBackend {
  play(answer: BackendAnswer): void;
  /** Completions asked for so far. */
  requests(): readonly SeenRequest[];
  /** Resolves once no request is being answered: its connection is closed, or its child is gone. */
  idle(): Promise<void>;
}

/** What the backend's answers hold. */
export interface ChatFacts {
  /** Begins and ends with blanks, and looks like JSON without being any. */
  readonly prose: string;
  readonly failures: Readonly<Record<FailureStatus, FailureFacts>>;
}

/** What must be reachable of a vendor's failure. */
export interface FailureFacts {
  readonly category: string;
  readonly httpStatus: number;
  readonly vendorCode: string;
  /** Absent: the backend gives none. */
  readonly requestId?: string | undefined;
}

export interface StartOptions {
  /** Further settings of the provider's block. */
  readonly settings?: JsonObject | undefined;
  /** Waits of a minute and more pass quickly inside the provider; `longWaits` tells of each. */
  readonly isHurried?: boolean | undefined;
}

/** A configured provider that is running, and the backend it speaks to. */
export interface StartedChat {
  /** Absent where `lacks.backend` says why. */
  readonly backend?: ChatBackend | undefined;
  readonly directory: ProviderDirectory;
  /** As the configuration gives it: the one candidate is the model to talk with. */
  readonly plan: TurnPlan;
  /** Milliseconds of each wait of a minute and more that the provider began; of hurried ones only. */
  longWaits(): readonly number[];
  /** What keeps this process busy: sockets, timers, pipes. */
  handles(): number;
  close(): Promise<void>;
}

/** What a backend truly can not do. */
export type Ability = 'backend' | 'timeout';

export interface ChatSubject {
  /** Of the provider's block. */
  readonly name: string;
  readonly facts: ChatFacts;
  /** Why something can not be done, in a few words; what is absent can. */
  readonly lacks: Readonly<Partial<Record<Ability, string>>>;
  start(options?: StartOptions): Promise<StartedChat>;
}
