/** The three ways to say something in a conversation, and what came of each. */
import type { Conversation, UserContent } from '../../turn/conversation.ts';
import type { TurnEvent, TurnOutcome } from '../../turn/turn-event.ts';

export const WAYS = ['chat', 'ask', 'stream'] as const;

export type Way = (typeof WAYS)[number];

export interface Said {
  readonly outcome: TurnOutcome;
  /** Of a stream; the other ways show their outcome only. */
  readonly events: readonly TurnEvent[];
}

export const QUESTION = 'Say it.';

const NEVER = new AbortController().signal;

export async function say(
  conversation: Conversation,
  way: Way,
  content: UserContent = QUESTION,
  signal: AbortSignal = NEVER,
): Promise<Said> {
  if (way === 'chat') return { outcome: await conversation.chat(content, signal), events: [] };
  if (way === 'ask') return { outcome: await conversation.ask(content, signal), events: [] };
  const events: TurnEvent[] = [];
  const stream = conversation.stream(content, signal);
  for (;;) {
    const step = await stream.next();
    if (step.done === true) return { outcome: step.value, events };
    events.push(step.value);
  }
}

/** What the user and the model said, without ids. */
export function textsOf(conversation: Conversation): readonly string[] {
  return conversation
    .history()
    .map(({ role, content }) =>
      [role, ...content.map((block) => (block.type === 'text' ? block.text : block.type))].join(
        ': ',
      ),
    );
}

/** How a turn ended, in a few words. */
export function endOf({ status, limit, error }: TurnOutcome): string {
  if (error !== undefined) return `${status} (${error.category}: ${error.message})`;
  return limit === undefined ? status : `${status} (${limit})`;
}
