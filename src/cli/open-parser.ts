import type { ParseFile } from '../config/load.ts';
import { lazyJudge, parseConfigText } from '../config/parse-config.ts';
import { type VerdictCache, verdictCache } from '../config/verdict-cache.ts';
import type { CommandContext } from './command-context.ts';
import { userDirectory } from './paths.ts';
import { version } from './version.ts';

/** Our own text needs no judge. */
const ALWAYS_ACCEPTED: VerdictCache = {
  isAccepted: () => Promise.resolve(true),
  remember: () => Promise.resolve(),
};

/**
 * The parser of one command: HCL's own parser judges, unless it has accepted the same text before.
 *
 * @param isOwnText - Whether a file of this name is part of the program.
 */
export function openParser(
  { host }: CommandContext,
  isOwnText: (file: string) => boolean,
): ParseFile {
  const directory = userDirectory('cache', host.environment);
  const kept = verdictCache(host.files, directory, version());
  const judge = lazyJudge(host.files);
  return async (file, bytes) => {
    const verdicts = isOwnText(file) ? ALWAYS_ACCEPTED : kept;
    const parsed = await parseConfigText(bytes, file, { judge, verdicts });
    return { value: parsed.value?.body, diagnostics: parsed.diagnostics };
  };
}
