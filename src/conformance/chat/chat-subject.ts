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
  /** The same with `true` in place of `json`, which makes it JSON. */
  | 'value'
  /** The first piece of it, then nothing more: the connection, or the child, stays. */
  | 'half'
  /** The first piece of it, then the connection breaks, or the child fails. */
  | 'broken'
  /** The whole answer with its end, then the connection breaks, or the child fails. */
  | 'late-failure'
  /** Nothing at all. */
  | 'hang'
  /** Once a thought, where it tells any, and a call of the suite's tool for each zone; then prose. */
  | 'calls'
  /** The vendor's own words for a conversation beyond the window of its model. */
  | 'too-long'
  /** The vendor's own failure of this status. */
  | FailureStatus;

export type FailureStatus = 400 | 429;

/** One turn of a request as the backend received it. */
export interface SeenTurn {
  readonly role: 'user' | 'assistant';
  /** Its texts, in order; media and tool blocks are left out. */
  readonly texts: readonly string[];
}

/** The result of a tool as the backend received it. */
export interface SeenResult {
  /** What the call that it answers gave with it. */
  readonly zone: string;
  readonly text: string;
}

/** A request as the backend received it. */
export interface SeenRequest {
  /** Texts of the system turns, empty ones included. */
  readonly system: readonly string[];
  readonly turns: readonly SeenTurn[];
  /** In the order of their calls. */
  readonly results: readonly SeenResult[];
  /** All of it, for what must not be in it. */
  readonly raw: string;
  /** What it came in: target and headers. */
  readonly envelope: string;
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
  /** Texts and tokens of the thought in `calls`; empty where it tells none. */
  readonly thoughts: readonly string[];
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

/** One of two providers that stand in one configuration. */
export interface PairMember {
  readonly backend: ChatBackend;
  readonly facts: ChatFacts;
  /** Its key, its model and what else its block alone holds, as its own backend must see them. */
  readonly marks: readonly string[];
  /** Absent: it takes none. */
  readonly key?: string | undefined;
}

/** Two configured providers with a backend each; the second takes over where the first fails. */
export interface StartedPair extends StartedChat {
  /** Its backend is the one above. */
  readonly first: PairMember;
  readonly second: PairMember;
}

/** What is wrong with a configuration, or keeps its provider from working. */
export interface LoadFault {
  /** Before anything was started, or by the provider itself. */
  readonly stage: 'load' | 'bring-up';
  readonly message: string;
}

/** Parts of a file that configures the provider. */
export interface FileParts {
  /** Added to its block; one that is there already is replaced. */
  readonly settings?: JsonObject | undefined;
  /** Variables of its process. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
  /** Further settings of the program itself. */
  readonly program?: JsonObject | undefined;
  /** How often its block stands in the file; default once. */
  readonly times?: number | undefined;
}

/** How a configuration becomes providers. */
export interface ChatConfiguration {
  /** Writes a file, loads it as the program does, and brings its provider up where it may. */
  load(parts: FileParts): Promise<readonly LoadFault[]>;
  /** A setting with a right value that another provider has, and this one has not. */
  readonly foreign: JsonObject;
  /** Names of settings that belong to no provider: of the program and of its profiles. */
  readonly sharedNames: readonly string[];
  /** Names of settings that exactly one provider has. */
  readonly ownNames: readonly string[];
  /** Makes a table of built-in providers; a warning counts as a fault here. */
  register(names: readonly string[]): readonly string[];
  /** A provider that advertises this version of the contract. */
  startVersion(version: number): Promise<StartedChat>;
}

/** What a backend truly can not do. */
export type Ability =
  | 'backend'
  | 'timeout'
  | 'output-limit'
  | 'base-url'
  | 'key'
  | 'tools'
  | 'fallback';

export interface ChatSubject {
  /** Of the provider's block. */
  readonly name: string;
  readonly facts: ChatFacts;
  /** Why something can not be done, in a few words; what is absent can. */
  readonly lacks: Readonly<Partial<Record<Ability, string>>>;
  readonly configuration: ChatConfiguration;
  start(options?: StartOptions): Promise<StartedChat>;
  /**
   * Starts it with another provider behind it.
   *
   * @param keys - Who has a key; no other is anywhere in the environment.
   */
  startPair(keys: 'both' | 'first'): Promise<StartedPair>;
}
