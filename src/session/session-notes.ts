/** What a sudden end has done to a session, in words. */
import type { Replay } from './replay.ts';

/** One message that says what happened, if anything did. */
export function sessionNotes(
  id: string,
  { unfinishedPrompt, recovered }: Replay,
  tornBytes: number,
  unreadableLines: number,
): readonly string[] {
  const parts: string[] = [];
  if (tornBytes > 0) {
    parts.push(`a line was being written, and its ${tornBytes} bytes were removed`);
  }
  if (unreadableLines > 0) {
    const lines = unreadableLines === 1 ? '1 line' : `${unreadableLines} lines`;
    parts.push(`${lines} can not be read and are passed over`);
  }
  if (unfinishedPrompt !== undefined) {
    const rest = recovered.length > 0 ? 'what had come of it is kept' : 'so both are left out';
    parts.push(`the answer to "${shorten(unfinishedPrompt)}" was cut off, ${rest}`);
  }
  if (parts.length === 0) return [];
  return [`Session ${id} ended suddenly: ${parts.join('; ')}. Everything before is there.`];
}

/** A text on one line, cut to a few words. */
export function shorten(text: string, mostCharacters = 60): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const characters = [...line];
  if (characters.length <= mostCharacters) return line;
  return `${characters.slice(0, mostCharacters - 1).join('')}…`;
}
