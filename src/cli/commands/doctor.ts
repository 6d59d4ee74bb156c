import { Fleet } from '../../plugin/fleet.ts';
import type { PluginLogger, PluginLogRecord } from '../../plugin/plugin-log.ts';
import type { Redact } from '../../protocol/redact.ts';
import type { DoctorArguments } from '../arguments.ts';
import type { CommandContext } from '../command-context.ts';
import { type Health, healthJson, healthText, isHealthy } from '../doctor/doctor-report.ts';
import { unpassedNames } from '../doctor/network-checks.ts';
import { providerHealth } from '../doctor/provider-health.ts';
import { memberOf } from '../fleet-members.ts';
import { locateProviders } from '../locate-providers.ts';
import { type LoadedFile, loadFile } from '../open-configuration.ts';
import { reportConfiguration } from '../report-configuration.ts';
import { judge } from '../trust-gate.ts';

/**
 * `agent doctor`: names cause and remedy of what keeps a provider from working. Exit 1 when there is
 * a fault. Only providers whose asks are granted are started, and they alone open connections.
 */
export async function doctor(args: DoctorArguments, context: CommandContext): Promise<number> {
  const { host, secrets } = context;
  const file = await loadFile(args, context);
  const health: Health = {
    file: file.file,
    diagnostics: file.diagnostics,
    notPassed: unpassedNames(host.environment, file.loaded?.providers ?? []),
    providers: await examine(file, args, context),
  };
  if (!args.json) await reportConfiguration(file, args, context);
  const safe = withoutCredentials(health, secrets.redactAll);
  await host.stdout.write(args.json ? healthJson(safe) : healthText(safe));
  return isHealthy(health) ? 0 : 1;
}

/** What a vendor said may hold a credential that nobody configured. */
function withoutCredentials(health: Health, redact: Redact): Health {
  const providers = health.providers.map((provider) => ({
    ...provider,
    checks: provider.checks.map((check) => ({
      ...check,
      message: redact(check.message),
      ...(check.remedy === undefined ? {} : { remedy: redact(check.remedy) }),
    })),
  }));
  return { ...health, providers };
}

async function examine(
  { loaded }: LoadedFile,
  args: DoctorArguments,
  context: CommandContext,
): Promise<Health['providers']> {
  if (loaded === undefined) return [];
  const { host } = context;
  const { providers, projectRoot } = loaded;
  const launchables = await locateProviders(providers, projectRoot, host, true);
  const judgement = await judge(loaded, launchables, args, host);
  const asking = new Set(judgement.open.map(({ provider }) => provider));
  const members = providers
    .filter(({ localName }) => !asking.has(localName))
    .flatMap((block) => memberOf(block, launchables, context) ?? []);
  const { processes, files, clock, environment } = host;
  const told: PluginLogRecord[] = [];
  const log: PluginLogger = (record) => told.push(record);
  const fleet = new Fleet(members, { processes, files, clock, environment, log });
  try {
    for (const { spec } of members) fleet.start(spec.name);
    return await Promise.all(
      providers.map((block) => {
        const launchable = launchables.get(block.localName);
        const records = () => told.filter(({ provider }) => provider === block.localName);
        return providerHealth({ block, launchable, judgement, fleet, records }, context);
      }),
    );
  } finally {
    await fleet.close();
  }
}
