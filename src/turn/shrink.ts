/** Leaves the oldest turns out of a conversation that is too long. Pure. */
import type { ContentBlock, Message } from '../protocol/message.ts';

/**
 * The newest part of a conversation that weighs no more than `share` of it, or the smallest part
 * there is. It begins with what the user says, and no tool call is parted from its result.
 *
 * @param share - From 0 to 1.
 * @returns How many messages to leave out; `undefined` when nothing can be: one turn is whole.
 */
export function oldestToDrop(messages: readonly Message[], share: number): number | undefined {
  const weights = messages.map(({ content }) => sum(content.map(weightOf)));
  const most = sum(weights) * share;
  let kept = 0;
  let last: number | undefined;
  const unanswered = new Set<string>();
  for (let index = messages.length - 1; index > 0; index -= 1) {
    const message = messages[index];
    if (message === undefined) break;
    kept += weights[index] ?? 0;
    if (last !== undefined && kept > most) return last;
    trackCalls(message, unanswered);
    const isStart = message.role === 'user' && messages[index - 1]?.role === 'assistant';
    if (isStart && unanswered.size === 0) last = index;
  }
  return last;
}

/** Read backwards: a result wants its call, and the call satisfies it. Ids may repeat over turns. */
function trackCalls({ content }: Message, unanswered: Set<string>): void {
  for (const block of content.toReversed()) {
    if (block.type === 'tool-result') unanswered.add(block.toolUseId);
    else if (block.type === 'tool-use') unanswered.delete(block.id);
  }
}

/** What an attachment is taken for, bytes of text; vendors count by its size in pixels or pages. */
const ATTACHMENT_WEIGHT = 6_000;

/** Roughly the bytes of text a block stands for. */
function weightOf(block: ContentBlock): number {
  switch (block.type) {
    case 'text':
    case 'thinking':
      return Buffer.byteLength(block.text);
    case 'tool-use':
      return Buffer.byteLength(JSON.stringify(block.arguments));
    case 'tool-result':
      return sum(block.content.map(weightOf));
    case 'redacted-thinking':
      return block.data.byteLength;
    case 'image':
    case 'document':
      return ATTACHMENT_WEIGHT;
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
