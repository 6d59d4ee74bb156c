import type { Host } from '../host/host.ts';
import type { TurnArguments } from './arguments.ts';
import { readGivenFile } from './read-given-file.ts';

export type SystemPrompt =
  | { readonly type: 'system-prompt'; readonly text: string | undefined }
  | { readonly type: 'usage-error'; readonly message: string };

/** `--system-prompt` and `--append-system-prompt`, each a text or `@FILE`, joined by a blank line. */
export async function systemPromptOf(
  args: TurnArguments,
  host: Pick<Host, 'files' | 'workingDirectory'>,
): Promise<SystemPrompt> {
  const parts: string[] = [];
  for (const given of [args.systemPrompt, args.appendSystemPrompt]) {
    if (given === undefined) continue;
    if (!given.startsWith('@')) parts.push(given);
    else {
      const path = given.slice(1);
      try {
        const bytes = await readGivenFile(path, host);
        parts.push(new TextDecoder().decode(bytes));
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        return {
          type: 'usage-error',
          message: `The system prompt ${path} can not be read: ${reason}`,
        };
      }
    }
  }
  return { type: 'system-prompt', text: parts.length === 0 ? undefined : parts.join('\n\n') };
}
