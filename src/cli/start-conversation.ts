import { type Conversation, createConversation } from '../turn/conversation.ts';
import { createTurnMemory } from '../turn/turn-memory.ts';
import type { TurnPlan } from '../turn/turn-plan.ts';
import { ulidSource } from '../turn/ulid.ts';
import type { CommandContext } from './command-context.ts';
import type { Kernel } from './kernel.ts';

/** A conversation with the providers of a kernel. */
export function startConversation(
  plan: TurnPlan,
  kernel: Kernel,
  { host }: CommandContext,
  systemPrompt: string | undefined,
): Conversation {
  return createConversation({
    plan,
    dependencies: {
      providers: kernel.directory,
      clock: host.clock,
      random: host.random,
      newId: ulidSource(host.clock, host.random),
      memory: createTurnMemory(),
      didYouMean: kernel.didYouMean,
      log: kernel.logTurn,
    },
    sessionId: kernel.sessionId,
    workingDirectory: host.workingDirectory,
    systemPrompt,
  });
}
