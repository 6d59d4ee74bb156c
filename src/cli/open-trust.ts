/** The asks of the file, for the commands that show and answer them. Starts nothing. */
import type { GlobalArguments } from './arguments.ts';
import type { CommandContext } from './command-context.ts';
import { locateProviders } from './locate-providers.ts';
import { type LoadedFile, loadFile } from './open-configuration.ts';
import { reportConfiguration } from './report-configuration.ts';
import { type FileTrust, type Judgement, judge, trustOf } from './trust-gate.ts';

export interface OpenedTrust extends FileTrust {
  readonly judgement: Judgement;
  /** Local names of the file's providers. */
  readonly providers: readonly string[];
}

/** @returns `undefined` when the file can not be loaded, which has been reported then: exit 3. */
export async function openTrust(
  args: GlobalArguments,
  context: CommandContext,
): Promise<OpenedTrust | undefined> {
  const file = await loadFile(args, context, { needsFile: true });
  const judgement = await judgeFile(file, args, context);
  if (file.loaded?.config === undefined || judgement === undefined) {
    await reportConfiguration(file, args, context);
    return undefined;
  }
  const trust = await trustOf(file.loaded, context.host);
  const providers = file.loaded.providers.map(({ localName }) => localName);
  return { ...trust, judgement, providers };
}

/** @returns `undefined` without a loaded file. */
export async function judgeFile(
  { loaded }: Pick<LoadedFile, 'loaded'>,
  args: Pick<GlobalArguments, 'trustProviders' | 'chdir'>,
  { host }: CommandContext,
): Promise<Judgement | undefined> {
  if (loaded === undefined) return undefined;
  const { providers, projectRoot } = loaded;
  const launchables = await locateProviders(providers, projectRoot, host, true);
  return judge(loaded, launchables, args, host);
}
