/** The composition root of a run: configuration, provider processes and turn engine, joined. */
import { didYouMean } from '../diagnostics/suggest.ts';
import type { PluginInfo } from '../output/printer.ts';
import { Fleet } from '../plugin/fleet.ts';
import type { TurnError } from '../turn/turn-event.ts';
import type { ProviderDirectory, TurnPlan } from '../turn/turn-plan.ts';
import { ulidSource } from '../turn/ulid.ts';
import type { GlobalArguments, TurnArguments } from './arguments.ts';
import { bestModel } from './best-model.ts';
import type { CommandContext } from './command-context.ts';
import { providerDirectory } from './directory.ts';
import { type AdmittedConfiguration, fleetMembers } from './fleet-members.ts';
import type { Log } from './log.ts';
import { openLog } from './open-log.ts';
import { defaultCandidate, type PlanResult } from './plan.ts';

export type PlannedRun = Extract<PlanResult, { readonly type: 'plan' }>;

/** The plan of a run, once the model that nobody named is known. */
export type ResolvedPlan =
  | { readonly type: 'plan'; readonly plan: TurnPlan; readonly note?: string | undefined }
  | { readonly type: 'unavailable'; readonly error: TurnError };

export interface Kernel {
  readonly directory: ProviderDirectory;
  readonly sessionId: string;
  /** Milliseconds for the whole run. */
  readonly timeoutMs: number | undefined;
  readonly didYouMean: typeof didYouMean;
  readonly log: Log;
  plan(args: TurnArguments, signal: AbortSignal): Promise<ResolvedPlan>;
  plugins(): readonly PluginInfo[];
  /** Ends every process and flushes the log. */
  close(): Promise<void>;
}

/**
 * Joins everything, and starts the provider that is asked first: the rest is loaded and read while
 * it starts.
 */
export async function openKernel(
  configuration: AdmittedConfiguration,
  planned: PlannedRun,
  args: GlobalArguments,
  context: CommandContext,
): Promise<Kernel> {
  const { host } = context;
  const log = openLog(args, configuration.config.settings.logLevel, context);
  const { members, missing } = fleetMembers(configuration, context);
  const fleet = new Fleet(members, {
    processes: host.processes,
    files: host.files,
    clock: host.clock,
    environment: host.environment,
    log: ({ provider, level, message, fields }) =>
      log.write({ level, module: provider, message, fields }),
  });
  const first = planned.plan.candidates[0]?.ref.provider ?? planned.defaultProvider;
  if (first !== undefined) fleet.start(first);
  const directory = withMissing(providerDirectory(fleet), missing);
  return {
    directory,
    sessionId: ulidSource(host.clock, host.random)(),
    timeoutMs: planned.timeoutMs,
    didYouMean,
    log,
    plan: (turn, signal) => resolvePlan(planned, turn, directory, signal),
    plugins: () => fleet.processes(),
    async close() {
      await fleet.close();
      await log.close();
    },
  };
}

function withMissing(
  directory: ProviderDirectory,
  missing: ReadonlyMap<string, string>,
): ProviderDirectory {
  return async (name, signal) => {
    const message = missing.get(name);
    if (message === undefined) return directory(name, signal);
    const error = { category: 'provider_unavailable', message, retryable: false } as const;
    return { type: 'unavailable', error: { ...error, provider: name } };
  };
}

/** Where no model is named, the only provider's best one is asked for. */
async function resolvePlan(
  { plan, defaultProvider }: PlannedRun,
  args: TurnArguments,
  directory: ProviderDirectory,
  signal: AbortSignal,
): Promise<ResolvedPlan> {
  if (defaultProvider === undefined) return { type: 'plan', plan };
  const lookup = await directory(defaultProvider, signal);
  if (lookup.type === 'unavailable') return lookup;
  const model = bestModel(lookup.capabilities.models);
  if (model === undefined) {
    const message = `The provider "${defaultProvider}" offers no model.`;
    const error = { category: 'no_eligible_model', message, retryable: false } as const;
    return { type: 'unavailable', error };
  }
  const candidates = [defaultCandidate(defaultProvider, model, args)];
  const note = `No model is named, so ${defaultProvider}/${model} answers; -m names another.`;
  return { type: 'plan', plan: { ...plan, candidates }, note };
}
