// Where one call of the program works: an empty directory, so that no project's files or settings
// are found, and beside it what is too long or too private for an argument.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Workplace {
  /** Everything of it. */
  readonly folder: string;
  /** Empty. */
  readonly directory: string;
  /** Arguments that give the program its system prompt, none included. */
  readonly systemArgs: readonly string[];
  remove(): Promise<void>;
}

/** Only the user of this process can read it. */
export async function makeWorkplace(systemPrompt: string): Promise<Workplace> {
  const root = await mkdtemp(join(tmpdir(), 'agent-claude-'));
  const directory = join(root, 'work');
  const file = join(root, 'system-prompt.txt');
  await mkdir(directory);
  if (systemPrompt !== '') await writeFile(file, systemPrompt, { mode: 0o600 });
  return {
    folder: root,
    directory,
    systemArgs: systemPrompt === '' ? ['--system-prompt', ''] : ['--system-prompt-file', file],
    remove: () => rm(root, { recursive: true, force: true }),
  };
}
