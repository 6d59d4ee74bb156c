/** A turn whose end was never written, since the program ended suddenly. Pure. */
import type { HistoryMessage } from '../turn/history.ts';

export interface OpenTurn {
  readonly id: string;
  /** Ids of what was asked. */
  readonly asked: readonly string[];
  /** Who answers, once a call has begun. */
  readonly answerer?: { readonly provider: string; readonly model: string } | undefined;
  /** What has come of the answer, without that of failed calls. */
  readonly text: string;
}

/** The question and what has come of its answer, as a turn that the user cuts; none came: nothing. */
export function messagesOfCutTurn(
  { id, asked, answerer, text }: OpenTurn,
  messages: ReadonlyMap<string, HistoryMessage>,
): readonly HistoryMessage[] {
  const questions = asked.flatMap((message) => messages.get(message) ?? []);
  if (answerer === undefined || text === '' || questions.length === 0) return [];
  const answer: HistoryMessage = {
    // Turns and messages have their ids from one source.
    id,
    role: 'assistant',
    content: [{ type: 'text', text }],
    producedByProvider: answerer.provider,
    producedByModelId: answerer.model,
    isCut: true,
  };
  return [...questions, answer];
}
