/** From a configuration and flags to what a turn may do. */
import type { AgentProfile, Config, ModelChoice } from '../config/config.ts';
import { didYouMean } from '../diagnostics/suggest.ts';
import type { JsonObject, JsonValue } from '../protocol/json.ts';
import {
  type CandidateParams,
  DEFAULT_IDLE_MS,
  type TurnCandidate,
  type TurnPlan,
} from '../turn/turn-plan.ts';
import type { TurnArguments } from './arguments.ts';

export type PlanResult =
  | {
      readonly type: 'plan';
      /** Empty when no model is named anywhere: the only provider's best model is then taken. */
      readonly plan: TurnPlan;
      readonly profile: string;
      /** Milliseconds. */
      readonly timeoutMs?: number | undefined;
      readonly defaultProvider?: string | undefined;
    }
  | { readonly type: 'usage-error'; readonly message: string }
  /** Nothing names a model, and more than one could be meant. */
  | { readonly type: 'no-model'; readonly message: string };

/** `max_turns` when neither flag nor profile has it. */
const DEFAULT_MAX_TURNS = 100;

export interface PlanArguments extends TurnArguments {
  readonly profile?: string | undefined;
  readonly maxTurns?: number | undefined;
  readonly timeoutMs?: number | undefined;
}

/** Chooses the chain of models: the flag, else the profile, else the only provider there is. */
export function planTurn(config: Config, args: PlanArguments): PlanResult {
  const profile = findProfile(config, args.profile);
  if (profile.type === 'usage-error') return profile;
  const options = parseProviderOptions(args.providerOptions);
  if (options.type === 'usage-error') return options;
  const chain = chooseChain(config, args, profile.value);
  if (chain.type !== 'chain') return chain;
  const [first, ...fallbacks] = chain.candidates;
  // Parameters are for whoever answers; options of one vendor mean nothing to another.
  const others = fallbacks.map((fallback) => withFlags(fallback, args, undefined));
  const candidates = first ? [withFlags(first, args, options.value), ...others] : [];
  const wallClockS = profile.value?.maxWallClockS;
  return {
    type: 'plan',
    plan: {
      candidates,
      retry: config.settings.retry,
      onOverflow: config.settings.onOverflow,
      maxTurns: args.maxTurns ?? profile.value?.maxTurns ?? DEFAULT_MAX_TURNS,
      repetition: config.settings.doomLoop,
      maxCostUsd: args.maxCostUsd ?? profile.value?.maxCostUsd,
      idleMs: DEFAULT_IDLE_MS,
      primaryIsExplicit: args.model !== undefined,
    },
    profile: args.profile ?? 'default',
    timeoutMs: args.timeoutMs ?? (wallClockS === undefined ? undefined : wallClockS * 1000),
    defaultProvider: chain.defaultProvider,
  };
}

/** The one candidate of a plan that named none, once the provider's best model is known. */
export function defaultCandidate(
  provider: string,
  model: string,
  args: TurnArguments,
): TurnCandidate {
  const options = parseProviderOptions(args.providerOptions);
  const candidate = { ref: { provider, model }, params: { stopSequences: [] } };
  return withFlags(candidate, args, options.type === 'options' ? options.value : undefined);
}

type Chain =
  | {
      readonly type: 'chain';
      readonly candidates: readonly TurnCandidate[];
      readonly defaultProvider?: string | undefined;
    }
  | { readonly type: 'usage-error' | 'no-model'; readonly message: string };

function chooseChain(
  config: Config,
  args: TurnArguments,
  profile: AgentProfile | undefined,
): Chain {
  if (args.model !== undefined) return chainOfFlag(config, args.model);
  if (profile?.primary) {
    const candidates = [profile.primary, ...profile.fallbacks].map(candidateOf);
    return { type: 'chain', candidates };
  }
  const names = config.providers.map((provider) => provider.localName);
  const [only] = names;
  if (names.length === 1) return { type: 'chain', candidates: [], defaultProvider: only };
  const known =
    names.length === 0 ? 'no provider is configured' : `configured: ${names.join(', ')}`;
  return {
    type: 'no-model',
    message: `No model is named. Give -m PROVIDER/MODEL or a profile with a model block (${known}).`,
  };
}

function chainOfFlag(config: Config, model: string): Chain {
  const slash = model.indexOf('/');
  if (slash <= 0 || slash === model.length - 1) {
    return { type: 'usage-error', message: `-m takes PROVIDER/MODEL, not "${model}".` };
  }
  const provider = model.slice(0, slash);
  const names = config.providers.map((block) => block.localName);
  if (!names.includes(provider)) {
    const known = names.length === 0 ? 'none' : names.join(', ');
    const hint = didYouMean(provider, names);
    const message = `-m names the provider "${provider}", which is not configured.${hint} Configured: ${known}.`;
    return { type: 'usage-error', message };
  }
  const ref = { provider, model: model.slice(slash + 1) };
  return { type: 'chain', candidates: [{ ref, params: { stopSequences: [] } }] };
}

function candidateOf(choice: ModelChoice): TurnCandidate {
  return {
    ref: { provider: choice.provider.value, model: choice.id.value },
    params: {
      thinkingEffort: choice.thinkingEffort?.value,
      thinkingBudgetTokens: choice.thinkingBudgetTokens?.value,
      maxOutputTokens: choice.maxOutputTokens,
      temperature: choice.temperature,
      stopSequences: [],
    },
    providerOptions: choice.providerOptions?.value,
  };
}

/** Flags win over what the file says of the primary; fallbacks keep the file's settings. */
function withFlags(
  candidate: TurnCandidate,
  args: TurnArguments,
  options: JsonObject | undefined,
): TurnCandidate {
  const isOff = args.thinkingEffort === 'off';
  const setsThinking = args.thinkingEffort !== undefined || args.thinkingBudget !== undefined;
  const thinking: Partial<CandidateParams> = setsThinking
    ? {
        thinkingOff: isOff || undefined,
        thinkingEffort: isOff ? undefined : args.thinkingEffort,
        thinkingBudgetTokens: args.thinkingBudget,
      }
    : {};
  return {
    ...candidate,
    params: {
      ...candidate.params,
      ...thinking,
      maxOutputTokens: args.maxOutputTokens ?? candidate.params.maxOutputTokens,
      temperature: args.temperature ?? candidate.params.temperature,
      stopSequences: args.stop,
    },
    providerOptions:
      options === undefined
        ? candidate.providerOptions
        : { ...candidate.providerOptions, ...options },
  };
}

type Found<T> =
  | { readonly type: 'found'; readonly value: T }
  | { readonly type: 'usage-error'; readonly message: string };

function findProfile(config: Config, name: string | undefined): Found<AgentProfile | undefined> {
  const profile = config.profiles.get(name ?? 'default');
  if (profile || name === undefined || name === 'default') return { type: 'found', value: profile };
  const names = [...config.profiles.keys()];
  const known = names.length === 0 ? 'The file has none.' : `It has: ${names.join(', ')}.`;
  const hint = didYouMean(name, names);
  return {
    type: 'usage-error',
    message: `--profile names "${name}", which ${config.file} does not have.${hint} ${known}`,
  };
}

type ParsedOptions =
  | { readonly type: 'options'; readonly value: JsonObject | undefined }
  | { readonly type: 'usage-error'; readonly message: string };

function parseProviderOptions(pairs: readonly string[]): ParsedOptions {
  const entries: [string, JsonValue][] = [];
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    if (equals <= 0) return badOption(pair.slice(0, 40));
    try {
      entries.push([pair.slice(0, equals), readJson(pair.slice(equals + 1))]);
    } catch {
      return badOption(pair.slice(0, equals));
    }
  }
  return { type: 'options', value: entries.length === 0 ? undefined : Object.fromEntries(entries) };
}

function badOption(name: string): ParsedOptions {
  return {
    type: 'usage-error',
    message: `--provider-option takes KEY=JSON, such as seed=7 or tier='"flex"'; see "${name}".`,
  };
}

/** What `JSON.parse` returns is JSON by its contract. */
function readJson(text: string): JsonValue {
  return JSON.parse(text) as JsonValue;
}
