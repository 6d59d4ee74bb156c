// Which version of the program is installed; asked only when it failed without saying why.
import { startChild } from './child.ts';
import type { Settings } from './options.ts';

/** The first version that takes our arguments. */
const OLDEST_MAJOR = 2;

const MOST_LENGTH = 1000;
const LONGEST_MS = 5000;

/** A sentence when the installed version is too old; empty when it is not, or can not be asked. */
export async function versionHint(
  { command, environment }: Pick<Settings, 'command' | 'environment'>,
  workingDirectory: string,
): Promise<string> {
  const child = startChild({
    command,
    args: ['--version'],
    workingDirectory,
    environment,
    input: '',
  });
  const timer = setTimeout(() => child.kill(), LONGEST_MS);
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of child.stdout) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MOST_LENGTH) break;
  }
  child.kill();
  await child.ended;
  clearTimeout(timer);
  const version = /(\d+)\.\d+[.\d]*/.exec(text);
  if (version === null || Number(version[1]) >= OLDEST_MAJOR) return '';
  return `version ${version[0]} is installed, and ${OLDEST_MAJOR}.0 or later is needed`;
}
