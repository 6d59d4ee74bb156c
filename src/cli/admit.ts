/** The gate before a run: nothing starts and nothing is sent until all asks of the file are granted. */
import type { GlobalArguments } from './arguments.ts';
import type { CommandContext } from './command-context.ts';
import type { AdmittedConfiguration } from './fleet-members.ts';
import { locateProviders } from './locate-providers.ts';
import type { OpenConfiguration } from './open-configuration.ts';
import type { ConfigurationFaults } from './report-configuration.ts';
import { type Judgement, judge } from './trust-gate.ts';
import { askDiagnostics } from './trust-report.ts';

export type Admission =
  | { readonly type: 'admitted'; readonly configuration: AdmittedConfiguration }
  | ({ readonly type: 'refused'; readonly file: string } & ConfigurationFaults);

/** Answers for a person who is there to be asked, and keeps a yes; without one the rest is refused. */
export type Question = (judgement: Judgement) => Promise<boolean>;

export async function admit(
  configuration: OpenConfiguration,
  args: GlobalArguments,
  { host }: CommandContext,
  question?: Question | undefined,
): Promise<Admission> {
  const { config, loaded, sources } = configuration;
  for (;;) {
    const launchables = await locateProviders(config.providers, config.projectRoot, host, true);
    const judgement = await judge(loaded, launchables, args, host);
    if (judgement.open.length === 0) {
      return { type: 'admitted', configuration: { ...configuration, launchables } };
    }
    if (!(await question?.(judgement))) {
      return {
        type: 'refused',
        file: config.file,
        diagnostics: askDiagnostics(judgement),
        sources,
      };
    }
    // A build may change while the question stands: a yes is to what was shown, so look once more.
  }
}
