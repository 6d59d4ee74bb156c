/** The messages of a conversation, and what of them another vendor may see. Pure. */
import type { ContentBlock, Message, ToolResultBlock } from '../protocol/message.ts';

/** A message as the kernel keeps it. */
export interface HistoryMessage extends Message {
  /** The user ended the turn before the model did. */
  readonly isCut?: boolean | undefined;
  /** Tool calls that were not run, or whose result came too late: call id → why. */
  readonly callFailures?: ReadonlyMap<string, string> | undefined;
}

export interface HandOver {
  readonly messages: readonly Message[];
  /** Reasoning blocks left out. */
  readonly droppedBlocks: number;
}

/**
 * The history as one provider may receive it. Reasoning of another provider is left out, since its
 * signatures mean nothing elsewhere; a message of nothing else goes with it. Who produced a message
 * stays recorded.
 */
export function handOver(messages: readonly Message[], provider: string): HandOver {
  const kept: Message[] = [];
  let droppedBlocks = 0;
  for (const message of messages) {
    const content =
      message.producedByProvider === provider
        ? message.content
        : message.content.filter((block) => !isReasoning(block));
    droppedBlocks += message.content.length - content.length;
    if (content.length === message.content.length) kept.push(message);
    else if (content.length > 0) kept.push({ ...message, content });
  }
  return { messages: kept, droppedBlocks };
}

/**
 * Answers tool calls that nobody ran, so that the conversation can go on: every vendor refuses a
 * call without its result.
 *
 * @returns The messages to send; the results come first in the first of them.
 */
export function answerOpenCalls(
  history: readonly HistoryMessage[],
  asked: readonly Message[],
): readonly Message[] {
  const results = openCallResults(history.at(-1));
  const [first, ...others] = asked;
  if (results.length === 0 || first === undefined) return asked;
  return [{ ...first, content: [...results, ...first.content] }, ...others];
}

function openCallResults(last: HistoryMessage | undefined): readonly ToolResultBlock[] {
  if (last?.role !== 'assistant') return [];
  return last.content.flatMap((block) => {
    if (block.type !== 'tool-use') return [];
    const text =
      last.callFailures?.get(block.id) ?? `The tool "${block.name}" is not available here.`;
    const content = [{ type: 'text' as const, text }];
    return [{ type: 'tool-result' as const, toolUseId: block.id, content, isError: true }];
  });
}

function isReasoning(block: ContentBlock): boolean {
  return block.type === 'thinking' || block.type === 'redacted-thinking';
}
