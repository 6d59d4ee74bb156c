/** Prompts of earlier chats, on disk: a JSON string a line, the newest last, for its user alone. */
import type { Files } from '../host/host.ts';

const FILE_NAME = 'prompt-history.jsonl';
const PRIVATE = 0o600;

/** Prompts kept; the file is cut to as many when a chat starts and it has grown to twice that. */
const MAX_PROMPTS = 1_000;

/** A longer one, such as a pasted file, is not worth keeping. */
const MAX_LENGTH = 16_384;

export interface PromptFile {
  /** Oldest first. */
  readonly prompts: readonly string[];
  /** Never fails: what can not be kept is forgotten with this chat. */
  add(prompt: string): void;
  /** Waits for what is being written. */
  close(): Promise<void>;
}

/**
 * @param directory - The program's own state directory, absolute; made when it is first needed.
 * @param redact - Takes secrets out of what is written.
 */
export async function openPromptFile(
  files: Files,
  directory: string,
  redact: (text: string) => string,
): Promise<PromptFile> {
  const path = `${directory}/${FILE_NAME}`;
  const lines = await readLines(files, path);
  const prompts = lines.flatMap(parsePrompt).slice(-MAX_PROMPTS);
  let writing: Promise<unknown> = Promise.resolve();
  const write = (work: () => Promise<void>): void => {
    writing = writing.then(work).catch(() => undefined);
  };
  if (lines.length > 2 * MAX_PROMPTS) {
    const kept = prompts.map((prompt) => `${JSON.stringify(prompt)}\n`).join('');
    write(() => files.writeAtomically(path, kept, PRIVATE));
  }
  let last = prompts.at(-1);
  return {
    prompts,
    add(prompt) {
      if (prompt === last || prompt.length > MAX_LENGTH) return;
      last = prompt;
      // One write a line, so that chats side by side do not mix theirs.
      write(() => files.append(path, `${JSON.stringify(redact(prompt))}\n`, PRIVATE));
    },
    async close() {
      await writing;
    },
  };
}

async function readLines(files: Files, path: string): Promise<readonly string[]> {
  // No file yet, or one that can not be read: there is no history then.
  const bytes = await files.read(path).catch(() => new Uint8Array());
  return new TextDecoder()
    .decode(bytes)
    .split('\n')
    .filter((line) => line !== '');
}

/** A line that was torn or is none of ours is passed over. */
function parsePrompt(line: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'string' ? [value] : [];
  } catch {
    return [];
  }
}
