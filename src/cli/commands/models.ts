import { Fleet } from '../../plugin/fleet.ts';
import { admit } from '../admit.ts';
import type { ModelsArguments } from '../arguments.ts';
import type { CommandContext } from '../command-context.ts';
import { turnErrorOf } from '../directory.ts';
import { exitCodeFor } from '../exit-code.ts';
import { failedOutcome } from '../failed-outcome.ts';
import { type AdmittedConfiguration, fleetMembers } from '../fleet-members.ts';
import {
  modelsJson,
  modelsText,
  type ProviderFailure,
  type ProviderModels,
} from '../models-report.ts';
import { NO_CONFIGURATION, openConfiguration } from '../open-configuration.ts';
import { reportConfiguration } from '../report-configuration.ts';

/** `agent models`: what every configured provider offers, asked after it was configured. */
export async function models(args: ModelsArguments, context: CommandContext): Promise<number> {
  const { host, secrets } = context;
  const opened = await openConfiguration(args, context);
  if (opened.type === 'invalid') {
    await reportConfiguration(opened, args, context);
    return 3;
  }
  if (opened.configuration.isBuiltIn && !args.quiet) {
    await host.stderr.write(`${NO_CONFIGURATION}\n`);
  }
  const admitted = await admit(opened.configuration, args, context);
  if (admitted.type === 'refused') {
    await reportConfiguration(admitted, args, context);
    return 3;
  }
  const answers = await askAll(admitted.configuration, context);
  const found = answers.filter((answer) => 'models' in answer);
  const failures = answers.filter((answer) => 'category' in answer);
  const text = args.json ? modelsJson(found, failures) : modelsText(found, host.clock.now());
  await host.stdout.write(text);
  for (const { message } of failures) {
    await host.stderr.write(`Error: ${secrets.redactAll(message)}\n`);
  }
  const [first] = failures;
  return first === undefined ? 0 : exitCodeFor(failedOutcome(first));
}

type Failure = ProviderFailure & Parameters<typeof failedOutcome>[0];

/** All providers side by side, in the order of the file. */
async function askAll(
  configuration: AdmittedConfiguration,
  context: CommandContext,
): Promise<readonly (ProviderModels | Failure)[]> {
  const { processes, files, clock, environment } = context.host;
  const { members, missing } = fleetMembers(configuration, context);
  const fleet = new Fleet(members, { processes, files, clock, environment, log: () => {} });
  const { signal } = new AbortController();
  try {
    for (const { spec } of members) fleet.start(spec.name);
    return await Promise.all(
      configuration.config.providers.map(async ({ localName: provider }) => {
        const absent = missing.get(provider);
        if (absent !== undefined) {
          return { provider, category: 'provider_unavailable' as const, message: absent };
        }
        const ready = await fleet.get(provider, signal);
        if (ready.type === 'ready') return { provider, models: ready.capabilities.models };
        const { category, message } = turnErrorOf(ready.failure);
        return { provider, category, message };
      }),
    );
  } finally {
    await fleet.close();
  }
}
