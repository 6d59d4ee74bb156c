import { type Conversation, createConversation } from '../turn/conversation.ts';
import type { HistoryMessage } from '../turn/history.ts';
import type { TurnJournal } from '../turn/turn-journal.ts';
import type { TurnMemory } from '../turn/turn-memory.ts';
import type { TurnPlan } from '../turn/turn-plan.ts';
import type { TurnDependencies } from '../turn/turn-request.ts';
import { ulidSource } from '../turn/ulid.ts';
import type { CommandContext } from './command-context.ts';
import type { Kernel } from './kernel.ts';

export interface ConversationStart {
  readonly systemPrompt: string | undefined;
  /** Of the session that goes on. */
  readonly history: readonly HistoryMessage[];
  readonly sessionId: string | undefined;
  readonly journal: TurnJournal | undefined;
  /** Of the whole run, whatever conversation it has. */
  readonly memory: TurnMemory;
  readonly retryNow: TurnDependencies['retryNow'];
}

/** A conversation with the providers of a kernel. */
export function startConversation(
  plan: TurnPlan,
  kernel: Kernel,
  { host }: CommandContext,
  { systemPrompt, history, sessionId, journal, memory, retryNow }: ConversationStart,
): Conversation {
  return createConversation({
    plan,
    dependencies: {
      providers: kernel.directory,
      clock: host.clock,
      random: host.random,
      newId: ulidSource(host.clock, host.random),
      memory,
      retryNow,
      didYouMean: kernel.didYouMean,
      log: (message) => kernel.log.write({ level: 'info', module: 'turn', message }),
      journal,
    },
    sessionId: sessionId ?? kernel.sessionId,
    workingDirectory: host.workingDirectory,
    systemPrompt,
    history,
  });
}
