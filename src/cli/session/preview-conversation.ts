/** The request that a turn would begin with; of a session that would go on nothing is changed. */
import type { UserContent } from '../../turn/conversation.ts';
import type { Preview } from '../../turn/preview.ts';
import type { AnswerSchema } from '../../turn/structured-answer.ts';
import { createTurnMemory } from '../../turn/turn-memory.ts';
import type { CommandContext } from '../command-context.ts';
import { startConversation } from '../start-conversation.ts';
import { originsOf } from '../trust-asks.ts';
import type { KeepInput } from './keep-conversation.ts';
import { openSession, type SessionChoice } from './open-session.ts';

export type PreviewResult =
  | Exclude<SessionChoice, { readonly type: 'chosen' }>
  | { readonly type: 'preview'; readonly preview: Preview };

export interface PreviewQuestion {
  readonly content: UserContent;
  readonly schema?: AnswerSchema | undefined;
}

export async function previewConversation(
  input: KeepInput,
  { content, schema }: PreviewQuestion,
  signal: AbortSignal,
  context: CommandContext,
): Promise<PreviewResult> {
  const { plan, kernel, configuration } = input;
  const { loaded, launchables } = configuration;
  const origins = originsOf(loaded, launchables, context.host);
  const session = { ...input, newId: kernel.sessionId, origins, isPreview: true };
  const choice = await openSession(session, context);
  if (choice.type !== 'chosen') return choice;
  const conversation = startConversation(plan, kernel, context, {
    systemPrompt: input.systemPrompt ?? choice.systemPrompt,
    history: choice.history,
    sessionId: undefined,
    journal: undefined,
    memory: createTurnMemory(),
    retryNow: undefined,
  });
  return { type: 'preview', preview: await conversation.preview(content, signal, schema) };
}
