import type { Host, Input } from '../host/host.ts';
import type { ContentBlock } from '../protocol/message.ts';
import type { UserContent } from '../turn/conversation.ts';
import { readAttachments, textBlock } from './attachments.ts';

/** How long a silent, open stdin is waited for when a prompt was given, milliseconds. */
const SILENT_STDIN_MS = 200;

export interface PromptSources {
  /** Words of the command line; `-` stands for all of stdin. */
  readonly words: readonly string[];
  /** Files to add, relative to the working directory. */
  readonly files: readonly string[];
}

export type PromptResult =
  | { readonly type: 'prompt'; readonly content: UserContent; readonly note?: string | undefined }
  | { readonly type: 'usage-error'; readonly message: string };

/**
 * Puts the prompt together from words, files and piped stdin.
 *
 * A silent stdin that stays open never blocks when there is a prompt already: it is left alone
 * after 200 ms, with a note. Data that has begun is read to its end.
 */
export async function readPrompt(
  sources: PromptSources,
  host: Pick<Host, 'stdin' | 'files' | 'clock' | 'workingDirectory'>,
): Promise<PromptResult> {
  const wantsStdin = sources.words.includes('-');
  const words = sources.words.filter((word) => word !== '-').join(' ');
  const files = await readAttachments(sources.files, host, '-f');
  if (files.type === 'usage-error') return files;
  const given = [words, ...files.texts].filter((part) => part !== '').join('\n\n');
  const hasNothing = given === '' && files.media.length === 0;
  const prompt = (text: string, note?: string): PromptResult => ({
    type: 'prompt',
    content: withMedia(text, files.media),
    note,
  });
  if (hasNothing || wantsStdin) {
    if (hasNothing && host.stdin.isTerminal && !wantsStdin) return missingPrompt();
    const piped = await readAll(host.stdin);
    return piped === '' && hasNothing ? missingPrompt() : prompt(joined(given, piped));
  }
  if (host.stdin.isTerminal) return prompt(given);
  const piped = await readUnlessSilent(host);
  if (piped !== undefined) return prompt(joined(given, piped));
  return prompt(given, 'stdin is open but silent, so it was not read; use - to wait for it');
}

/** Media first: a model reads the question with them in view. */
function withMedia(text: string, media: readonly ContentBlock[]): UserContent {
  if (media.length === 0) return text;
  return text === '' ? media : [...media, { type: 'text', text }];
}

function missingPrompt(): PromptResult {
  return {
    type: 'usage-error',
    message: 'There is no prompt. Write it after "agent run", pipe it in, or name a file with -f.',
  };
}

function joined(given: string, piped: string): string {
  if (given === '' || piped === '') return given + piped;
  return `${given}\n\n${textBlock('stdin', piped)}`;
}

async function readAll(input: Input): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of input.chunks()) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}

/** All of stdin, or `undefined` when neither data nor the end came within 200 ms. */
async function readUnlessSilent(host: Pick<Host, 'stdin' | 'clock'>): Promise<string | undefined> {
  const iterator = host.stdin.chunks()[Symbol.asyncIterator]();
  const timer = new AbortController();
  const first = iterator.next();
  const silent = host.clock.sleep(SILENT_STDIN_MS, timer.signal).then(() => undefined);
  const result = await Promise.race([first, silent]);
  timer.abort();
  if (result === undefined) {
    // The read that is still pending can only end with the process; nobody waits for it.
    void iterator.return?.();
    return undefined;
  }
  const decoder = new TextDecoder();
  let text = '';
  for (let next = result; !next.done; next = await iterator.next()) {
    text += decoder.decode(next.value, { stream: true });
  }
  return text + decoder.decode();
}
