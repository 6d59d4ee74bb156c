/** What the chat is given by whoever starts it. */
import type { Clock, Environment } from '../host/host.ts';
import type { Terminal } from '../host/terminal.ts';
import type { PromptExpansion, ThinkingSpec } from '../protocol/model-spec.ts';
import type { ModelRef, TurnEvent } from '../turn/turn-event.ts';
import type { ConversationPort, ResumedSession } from './conversation-port.ts';
import type { TurnChoice } from './turn-choice.ts';

/** A model that can be chosen with `/model`. */
export interface ChatModel {
  readonly ref: ModelRef;
  /** Other names of the model with the same provider. */
  readonly aliases?: readonly string[] | undefined;
  /** Tokens. */
  readonly contextWindow?: number | undefined;
  readonly thinking?: ThinkingSpec | undefined;
}

/**
 * Asks the model. Yields the events of one turn, `turn-end` last, also when it failed; ends soon
 * after the signal aborts.
 */
export type StartTurn = (
  prompt: string,
  signal: AbortSignal,
  choice: TurnChoice,
) => AsyncIterable<TurnEvent>;

export type ColorChoice = 'auto' | 'always' | 'never';

export interface ChatOptions {
  readonly terminal: Terminal;
  readonly clock: Clock;
  /**
   * Read for `NO_COLOR`, `FORCE_COLOR`, `CLICOLOR`, `TERM`, `XTERM_VERSION`, `VISUAL` and `EDITOR`.
   */
  readonly environment: Environment;
  /** `--color`; default `auto`. */
  readonly color?: ColorChoice | undefined;
  /** `--plain`: lines only, without moving the cursor. */
  readonly isPlain?: boolean | undefined;
  readonly startTurn: StartTurn;
  readonly conversation: ConversationPort;
  /** Sent as the first message. */
  readonly initialPrompt?: string | undefined;
  /** The model in force; `undefined` until the first turn says which one answers. */
  readonly model?: ModelRef | undefined;
  /** Asked once, after the first frame: providers may still be starting. A rejection is shown. */
  readonly loadModels: () => Promise<readonly ChatModel[]>;
  /** Commands of providers that the profile allows; asked once. A rejection is shown. */
  readonly loadExpansions?: (() => Promise<readonly PromptExpansion[]>) | undefined;
  /** Shown above the first prompt, such as a missing configuration file. */
  readonly notes?: readonly string[] | undefined;
  /** Paths that begin with what was typed behind an `@`; folders end in a slash. */
  readonly completePath?: ((prefix: string) => Promise<readonly string[]>) | undefined;
  /** The conversation that goes on. */
  readonly resumed?: ResumedSession | undefined;
  readonly systemPrompt?: string | undefined;
  /** Earlier prompts, oldest first. */
  readonly history?: readonly string[] | undefined;
  /** Called with every prompt that was sent, for the history of later chats. */
  readonly rememberPrompt?: ((text: string) => void) | undefined;
}
