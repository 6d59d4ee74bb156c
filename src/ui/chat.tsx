/** The chat face. Loaded for an interactive terminal only: what it needs is large. */
import type { ChatOptions } from './chat-options.ts';
import { terminalLook } from './terminal-look.ts';

/**
 * Runs the chat until the person leaves or a signal ends it; the terminal is restored on every way
 * out, also when the process ends inside.
 *
 * @returns The exit code: 0, or 128 plus the number of the signal.
 * @throws Only for a defect of the chat itself, after the terminal was restored.
 */
export async function runChat(options: ChatOptions): Promise<number> {
  const look = terminalLook(options.environment, options.color, options.isPlain);
  if (look.isPlain) {
    const { runPlainChat } = await import('./plain-chat.ts');
    return await runPlainChat(options, look);
  }
  const { runScreenChat } = await import('./screen-chat.ts');
  return await runScreenChat(options, look);
}
