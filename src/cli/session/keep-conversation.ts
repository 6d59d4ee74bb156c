/** A conversation that is kept as it happens, new or resumed, and whose cost is noted. */
import type { SessionLog } from '../../session/log.ts';
import type { Session } from '../../session/session.ts';
import type { Conversation } from '../../turn/conversation.ts';
import type { HistoryMessage } from '../../turn/history.ts';
import { summaryMessage, summaryRequest } from '../../turn/summary.ts';
import type { TurnEvent } from '../../turn/turn-event.ts';
import { createTurnMemory } from '../../turn/turn-memory.ts';
import type { TurnPlan } from '../../turn/turn-plan.ts';
import { ulidSource } from '../../turn/ulid.ts';
import type { CommandContext } from '../command-context.ts';
import type { AdmittedConfiguration } from '../fleet-members.ts';
import type { Kernel } from '../kernel.ts';
import { startConversation } from '../start-conversation.ts';
import { originsOf } from '../trust-asks.ts';
import { LedgerKeeper, ledgerOf } from './ledger-keeper.ts';
import {
  type ChosenSession,
  openSession,
  type SessionChoice,
  type SessionInput,
} from './open-session.ts';
import { SessionRecorder } from './recorder.ts';
import { journalOf, keepEvents, type TurnKeeper } from './turn-keeper.ts';
import { TurnLog } from './turn-log.ts';

type Question = Parameters<Conversation['stream']>;

export interface KeptConversation {
  readonly type: 'kept';
  /** Another one after `compact` and `resume`. */
  readonly conversation: Conversation;
  /** Of the run's beginning; for a person: what happened to the session before, or why it is not kept. */
  readonly notes: readonly string[];
  readonly systemPrompt: string | undefined;
  /** The file of the conversation; `undefined` when nothing is kept. */
  readonly session: Session | undefined;
  /** `undefined` when nothing is kept, or not all of it. */
  sessionId(): string | undefined;
  /** A turn whose events are handed on once they are kept. */
  stream(...question: Question): AsyncIterable<TurnEvent>;
  /** Forgets the history, as the file will. */
  clear(): void;
  /** For the next turns. */
  setSystemPrompt(text: string | undefined): void;
  /** A turn that asks for a summary; a complete one takes the place of the history. */
  compact(plan: TurnPlan, signal: AbortSignal): AsyncIterable<TurnEvent>;
  /** Leaves this conversation for another one, by the beginning of its id. */
  resume(id: string, allowed?: readonly string[]): Promise<SessionChoice>;
  /** Ends the wait for the next attempt. */
  retryNow(): void;
  /** Waits for the disk and lets others write. */
  close(): Promise<void>;
}

export interface KeepInput extends Omit<SessionInput, 'newId' | 'origins'> {
  readonly configuration: AdmittedConfiguration;
  readonly plan: TurnPlan;
  readonly kernel: Kernel;
  /** Of the flags; a resumed session's own holds otherwise. */
  readonly systemPrompt: string | undefined;
}

export type KeepResult = KeptConversation | Exclude<SessionChoice, { readonly type: 'chosen' }>;

export async function keepConversation(
  input: KeepInput,
  context: CommandContext,
): Promise<KeepResult> {
  const { kernel } = input;
  const choice = await openSession(
    { ...input, newId: kernel.sessionId, origins: originsFor(input, context) },
    context,
  );
  if (choice.type !== 'chosen') return choice;
  // A session that was to be kept and is not has said already that nothing can be written.
  const isTold = choice.session === undefined && !input.args.noSession;
  const ledger = await ledgerOf(context, isTold ? () => undefined : input.onBroken);
  return new Keeper(input, context, choice, ledger);
}

/** The conversation of the moment. */
interface Open {
  readonly session: Session | undefined;
  readonly recorder: SessionRecorder | undefined;
  readonly keepers: readonly TurnKeeper[];
  readonly conversation: Conversation;
  readonly systemPrompt: string | undefined;
}

class Keeper implements KeptConversation {
  readonly type = 'kept';
  readonly notes: readonly string[];
  readonly #input: KeepInput;
  readonly #context: CommandContext;
  readonly #ledger: SessionLog | undefined;
  readonly #memory = createTurnMemory();
  #wait = new AbortController();
  #open: Open;

  constructor(
    input: KeepInput,
    context: CommandContext,
    choice: ChosenSession,
    ledger: SessionLog | undefined,
  ) {
    this.#input = input;
    this.#context = context;
    this.#ledger = ledger;
    this.notes = choice.notes;
    const systemPrompt = input.systemPrompt ?? choice.systemPrompt;
    this.#open = this.#begin(choice, systemPrompt);
    if (systemPrompt !== choice.session?.systemPrompt) this.#noteSystemPrompt(systemPrompt);
  }

  get conversation(): Conversation {
    return this.#open.conversation;
  }

  get systemPrompt(): string | undefined {
    return this.#open.systemPrompt;
  }

  get session(): Session | undefined {
    return this.#open.session;
  }

  sessionId(): string | undefined {
    const { session } = this.#open;
    return session?.log.isKept === true ? session.id : undefined;
  }

  stream(...question: Question): AsyncIterable<TurnEvent> {
    const { conversation, keepers } = this.#open;
    return keepEvents(conversation.stream(...question), keepers, conversation.history);
  }

  clear(): void {
    const { conversation, recorder } = this.#open;
    conversation.reset();
    recorder?.historyChanged(conversation.history());
  }

  setSystemPrompt(systemPrompt: string | undefined): void {
    this.#open.conversation.setSystemPrompt(systemPrompt);
    this.#open = { ...this.#open, systemPrompt };
    this.#noteSystemPrompt(systemPrompt);
  }

  compact(plan: TurnPlan, signal: AbortSignal): AsyncIterable<TurnEvent> {
    const { conversation, keepers } = this.#open;
    // A conversation aside: whatever becomes of it, this one stays as it is until there is a summary.
    const aside = this.#converse(this.#open, conversation.history());
    aside.setPlan(plan);
    const events = this.#summarized(aside.stream(summaryRequest('').content, signal));
    return keepEvents(events, keepers, () => this.#open.conversation.history());
  }

  async resume(id: string, allowed?: readonly string[]): Promise<SessionChoice> {
    const { kernel, args } = this.#input;
    const named = { ...args, noSession: false, continueLast: false, resume: id, fork: false };
    const choice = await openSession(
      {
        ...this.#input,
        args: named,
        allowed,
        newId: kernel.sessionId,
        origins: originsFor(this.#input, this.#context),
      },
      this.#context,
    );
    if (choice.type !== 'chosen') return choice;
    const before = this.#open;
    this.#open = this.#begin(choice, choice.systemPrompt);
    await before.session?.close();
    return choice;
  }

  retryNow(): void {
    this.#wait.abort();
  }

  /** On its own, so that it can be handed on. */
  readonly close = async (): Promise<void> => {
    await Promise.all([this.#open.session?.close(), this.#ledger?.close()]);
  };

  /** The history is replaced before anybody hears of the end. */
  async *#summarized(events: AsyncIterable<TurnEvent>): AsyncGenerator<TurnEvent> {
    const { host } = this.#context;
    for await (const event of events) {
      if (event.type === 'turn-end') {
        const { status, incomplete, text } = event.outcome;
        if (status === 'success' && !incomplete && text !== '') {
          const summary = summaryMessage(ulidSource(host.clock, host.random)(), text);
          const conversation = this.#converse(this.#open, [summary]);
          this.#open = { ...this.#open, conversation };
        }
      }
      yield event;
    }
  }

  #begin({ session, history }: ChosenSession, systemPrompt: string | undefined): Open {
    const { host, secrets } = this.#context;
    const { clock } = host;
    const recorder =
      session && new SessionRecorder({ log: session.log, history, clock, ...secrets });
    const ledger = this.#ledger;
    const keepers: readonly TurnKeeper[] = [
      ...(recorder ? [recorder] : []),
      ...(ledger ? [new LedgerKeeper({ ledger, clock, sessionId: session?.id })] : []),
      new TurnLog(this.#input.kernel.log, secrets),
    ];
    const parts = { session, recorder, keepers, systemPrompt };
    return { ...parts, conversation: this.#converse(parts, history) };
  }

  #converse(
    { session, keepers, systemPrompt }: Omit<Open, 'conversation'>,
    history: readonly HistoryMessage[],
  ): Conversation {
    const { plan, kernel } = this.#input;
    return startConversation(plan, kernel, this.#context, {
      systemPrompt,
      history,
      sessionId: session?.id,
      journal: journalOf(keepers),
      memory: this.#memory,
      retryNow: () => {
        this.#wait = new AbortController();
        return this.#wait.signal;
      },
    });
  }

  #noteSystemPrompt(text: string | undefined): void {
    const { redact } = this.#context.secrets;
    const { session } = this.#open;
    session?.log.write({ type: 'system', text: text === undefined ? null : redact(text) });
  }
}

function originsFor({ configuration }: KeepInput, { host }: CommandContext): readonly string[] {
  return originsOf(configuration.loaded, configuration.launchables, host);
}
