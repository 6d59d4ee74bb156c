/** `@path` in a message of the chat: the file goes with it. */
import { basename, dirname, join, resolve } from 'node:path';
import type { Host } from '../host/host.ts';
import type { UserContent } from '../turn/conversation.ts';
import { readAttachments } from './attachments.ts';

type Folder = Pick<Host, 'files' | 'workingDirectory'>;

export interface MentionedContent {
  readonly content: UserContent;
  /** What could not be attached, for a person. */
  readonly warnings: readonly string[];
}

/** A path, in quotes where it holds blanks, behind an `@` that begins a word. */
const MENTION = /(?<=^|\s)@(?:"([^"\n]+)"|([^\s"]+))/g;

/** Marks of a sentence that may stand behind a path. */
const PUNCTUATION = /[.,;:!?)\]]+$/;

/**
 * Adds the files that a message names; what names no file is left as it was written.
 *
 * @param typed - The part of the text that names files: what was pasted is somebody else's.
 */
export async function withMentions(
  text: string,
  typed: string,
  folder: Folder,
): Promise<MentionedContent> {
  const paths = await mentionedFiles(typed, folder);
  const warnings: string[] = [];
  const texts: string[] = [text];
  const media = [];
  for (const path of paths) {
    const read = await readAttachments([path], folder, '@');
    if (read.type === 'usage-error') {
      warnings.push(read.message);
      continue;
    }
    texts.push(...read.texts);
    media.push(...read.media);
  }
  const words = texts.join('\n\n');
  const content = media.length === 0 ? words : [...media, { type: 'text', text: words } as const];
  return { content, warnings };
}

async function mentionedFiles(text: string, folder: Folder): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const [, quoted, bare = ''] of text.matchAll(MENTION)) {
    const candidates = quoted === undefined ? [bare, bare.replace(PUNCTUATION, '')] : [quoted];
    for (const path of candidates) {
      if (path === '' || !(await isFile(path, folder))) continue;
      found.add(path);
      break;
    }
  }
  return [...found];
}

async function isFile(path: string, { files, workingDirectory }: Folder): Promise<boolean> {
  const info = await files.info(resolve(workingDirectory, path)).catch(() => undefined);
  return info?.kind === 'file';
}

/** Names told for one prefix. */
const MAX_PATHS = 50;

/**
 * Paths that begin as a person has typed, for Tab; folders end in a slash. Hidden ones only behind a
 * dot.
 */
export async function completePath(prefix: string, folder: Folder): Promise<readonly string[]> {
  const parent = prefix.endsWith('/') ? prefix : dirname(prefix);
  const start = prefix.endsWith('/') || prefix === '' ? '' : basename(prefix);
  const place = resolve(folder.workingDirectory, parent);
  const names = await folder.files.list(place).catch(() => []);
  const matching = names
    .filter((name) => name.startsWith(start) && (start.startsWith('.') || !name.startsWith('.')))
    .sort()
    .slice(0, MAX_PATHS);
  const shownParent = parent === '.' && !prefix.startsWith('./') ? '' : parent;
  return Promise.all(
    matching.map(async (name) => {
      const info = await folder.files.info(join(place, name)).catch(() => undefined);
      const path = shownParent === '' ? name : join(shownParent, name);
      const kept = prefix.startsWith('./') && !path.startsWith('.') ? `./${path}` : path;
      return info?.kind === 'directory' ? `${kept}/` : kept;
    }),
  );
}
