/** What stands above the first prompt. */
import type { ChatOptions } from './chat-options.ts';
import type { Block } from './chat-state.ts';
import { resumedBlocks } from './reduce-session.ts';

export function welcomeBlocks(options: Pick<ChatOptions, 'notes' | 'resumed'>): readonly Block[] {
  const notes = options.notes ?? [];
  return [
    { type: 'panel', lines: ['agent-hcl chat. /help lists commands and keys, Ctrl+D leaves.'] },
    ...notes.map((text): Block => ({ type: 'notice', tone: 'plain', text })),
    ...(options.resumed === undefined ? [] : resumedBlocks(options.resumed)),
  ];
}
