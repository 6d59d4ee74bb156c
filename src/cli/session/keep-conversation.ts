/** A conversation that is kept as it happens, new or resumed, and whose cost is noted. */
import { ledgerRoot, openLedger } from '../../session/ledger.ts';
import type { SessionLog } from '../../session/log.ts';
import type { Session } from '../../session/session.ts';
import type { Conversation, UserContent } from '../../turn/conversation.ts';
import type { TurnEvent } from '../../turn/turn-event.ts';
import type { TurnPlan } from '../../turn/turn-plan.ts';
import type { CommandContext } from '../command-context.ts';
import type { AdmittedConfiguration } from '../fleet-members.ts';
import type { Kernel } from '../kernel.ts';
import { userDirectory } from '../paths.ts';
import { startConversation } from '../start-conversation.ts';
import { originsOf } from '../trust-asks.ts';
import { LedgerKeeper } from './ledger-keeper.ts';
import { openSession, type SessionChoice, type SessionInput } from './open-session.ts';
import { SessionRecorder } from './recorder.ts';
import { journalOf, keepEvents, type TurnKeeper } from './turn-keeper.ts';

export interface KeptConversation {
  readonly type: 'kept';
  readonly conversation: Conversation;
  /** For a person: what happened to the session before, or why it is not kept. */
  readonly notes: readonly string[];
  /** `undefined` when nothing is kept, or not all of it. */
  sessionId(): string | undefined;
  /** A turn whose events are handed on once they are kept. */
  stream(content: UserContent, signal: AbortSignal): AsyncIterable<TurnEvent>;
  /** Forgets the history, as the file will. */
  clear(): void;
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
  const { plan, kernel } = input;
  const { host, secrets } = context;
  const { loaded, launchables } = input.configuration;
  const origins = originsOf(loaded, launchables, host);
  const choice = await openSession({ ...input, newId: kernel.sessionId, origins }, context);
  if (choice.type !== 'chosen') return choice;
  const { session, history, notes } = choice;
  const { clock } = host;
  const recorder = session && new SessionRecorder({ log: session.log, history, clock, ...secrets });
  const ledger = await ledgerOf(context);
  const keepers: readonly TurnKeeper[] = [
    ...(recorder ? [recorder] : []),
    ...(ledger ? [new LedgerKeeper({ ledger, clock, sessionId: session?.id })] : []),
  ];
  const systemPrompt = input.systemPrompt ?? choice.systemPrompt;
  if (session) noteSystemPrompt(session, systemPrompt, secrets.redact);
  const journal = journalOf(keepers);
  const start = { systemPrompt, history, sessionId: session?.id, journal };
  const conversation = startConversation(plan, kernel, context, start);
  return {
    type: 'kept',
    conversation,
    notes,
    sessionId: () => (session?.log.isKept === true ? session.id : undefined),
    stream: (content, signal) =>
      keepEvents(conversation.stream(content, signal), keepers, conversation.history),
    clear() {
      conversation.reset();
      recorder?.historyChanged(conversation.history());
    },
    async close() {
      await Promise.all([session?.close(), ledger?.close()]);
    },
  };
}

/** Money is noted also where the conversation is not kept: nothing of it is in the ledger. */
async function ledgerOf({ host }: CommandContext): Promise<SessionLog | undefined> {
  const { files, clock, environment } = host;
  const folder = ledgerRoot(userDirectory('state', environment));
  try {
    // Whoever can not write here was told so by the session.
    return await openLedger({ files, clock, folder, onBroken: () => undefined });
  } catch {
    return undefined;
  }
}

function noteSystemPrompt(
  session: Session,
  text: string | undefined,
  redact: (text: string) => string,
): void {
  if (text === session.systemPrompt) return;
  session.log.write({ type: 'system', text: text === undefined ? null : redact(text) });
}
