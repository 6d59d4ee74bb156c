/** A conversation that is kept as it happens, new or resumed. */
import type { Conversation, UserContent } from '../../turn/conversation.ts';
import type { TurnEvent } from '../../turn/turn-event.ts';
import type { TurnPlan } from '../../turn/turn-plan.ts';
import type { CommandContext } from '../command-context.ts';
import type { Kernel } from '../kernel.ts';
import { startConversation } from '../start-conversation.ts';
import { openSession, type SessionChoice, type SessionInput } from './open-session.ts';
import { SessionRecorder } from './recorder.ts';

export interface KeptConversation {
  readonly type: 'kept';
  readonly conversation: Conversation;
  /** For a person: what happened to the session before, or why it is not kept. */
  readonly notes: readonly string[];
  /** `undefined` when nothing is kept, or not all of it. */
  sessionId(): string | undefined;
  /** A turn whose events are handed on once they are written. */
  stream(content: UserContent, signal: AbortSignal): AsyncIterable<TurnEvent>;
  /** Forgets the history, as the file will. */
  clear(): void;
  /** Waits for the disk and lets others write. */
  close(): Promise<void>;
}

export interface KeepInput extends Omit<SessionInput, 'newId' | 'origins'> {
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
  const { plan, kernel } = input;
  const choice = await openSession({ ...input, newId: kernel.sessionId, origins: [] }, context);
  if (choice.type !== 'chosen') return choice;
  const { session, history, notes } = choice;
  const recorder =
    session &&
    new SessionRecorder({
      log: session.log,
      history,
      clock: context.host.clock,
      ...context.secrets,
    });
  const systemPrompt = input.systemPrompt ?? choice.systemPrompt;
  if (session !== undefined && systemPrompt !== session.systemPrompt) {
    const text = systemPrompt === undefined ? null : context.secrets.redact(systemPrompt);
    session.log.write({ type: 'system', text });
  }
  const conversation = startConversation(plan, kernel, context, {
    systemPrompt,
    history,
    sessionId: session?.id,
    journal: recorder,
  });
  return {
    type: 'kept',
    conversation,
    notes,
    sessionId: () => (session?.log.isKept === true ? session.id : undefined),
    stream(content, signal) {
      const events = conversation.stream(content, signal);
      return recorder?.record(events, conversation.history) ?? events;
    },
    clear() {
      conversation.reset();
      recorder?.historyChanged(conversation.history());
    },
    close: async () => session?.close(),
  };
}
