import type { Host } from '../host/host.ts';
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
 *
 * @param signal - Ends the reading where it is.
 */
export async function readPrompt(
  sources: PromptSources,
  host: Pick<Host, 'stdin' | 'files' | 'clock' | 'workingDirectory'>,
  signal?: AbortSignal,
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
    const piped = await readAll(host.stdin.chunks()[Symbol.asyncIterator](), signal);
    return piped === '' && hasNothing ? missingPrompt() : prompt(joined(given, piped));
  }
  if (host.stdin.isTerminal) return prompt(given);
  const piped = await readUnlessSilent(host, signal);
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

type Chunks = AsyncIterator<Uint8Array>;

async function readAll(
  chunks: Chunks,
  signal: AbortSignal | undefined,
  first?: IteratorResult<Uint8Array>,
): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  const next = () => orAborted(chunks.next(), signal);
  for (let read = first ?? (await next()); read?.done === false; read = await next()) {
    text += decoder.decode(read.value, { stream: true });
  }
  // The read that is still pending can only end with the process; nobody waits for it.
  if (signal?.aborted === true) void chunks.return?.();
  return text + decoder.decode();
}

/** All of stdin, or `undefined` when neither data nor the end came within 200 ms. */
async function readUnlessSilent(
  host: Pick<Host, 'stdin' | 'clock'>,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const chunks = host.stdin.chunks()[Symbol.asyncIterator]();
  const timer = new AbortController();
  const silent = host.clock.sleep(SILENT_STDIN_MS, timer.signal).then(() => undefined);
  const first = await Promise.race([chunks.next(), silent]);
  timer.abort();
  if (first !== undefined) return readAll(chunks, signal, first);
  void chunks.return?.();
  return undefined;
}

function orAborted<T>(read: Promise<T>, signal: AbortSignal | undefined): Promise<T | undefined> {
  if (signal === undefined) return read;
  if (signal.aborted) return Promise.resolve(undefined);
  const aborted = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  return Promise.race([read, aborted]);
}
