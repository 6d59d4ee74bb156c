/** What the chat offers to choose from: models, and commands of providers. */
import type { ModelSpec, PromptExpansion } from '../protocol/model-spec.ts';
import type { ProviderDirectory } from '../turn/turn-plan.ts';
import type { ChatModel } from '../ui/chat-options.ts';
import { builtIns } from './built-ins.ts';
import type { OpenConfiguration } from './open-configuration.ts';

export interface ChatOffers {
  readonly models: () => Promise<readonly ChatModel[]>;
  /** @throws When two providers have a command of the same name. */
  readonly expansions: () => Promise<readonly PromptExpansion[]>;
}

/**
 * A provider that runs anyway is asked, and one whose models are known to nobody else; those of the
 * other built-ins are known without a process.
 *
 * @param running - Local name of the provider that is started already.
 */
export function chatOffers(
  { config }: OpenConfiguration,
  profile: string,
  directory: ProviderDirectory,
  running: string | undefined,
): ChatOffers {
  const allowed = config.profiles.get(profile)?.slashCommands ?? [];
  const asked = config.providers.map(async ({ localName, implementation }) => {
    const known =
      implementation?.type === 'built-in' ? builtIns.get(implementation.name)?.models : undefined;
    const models = known ?? [];
    if (models.length > 0 && localName !== running) return { localName, models, commands: [] };
    const found = await directory(localName, new AbortController().signal);
    if (found.type === 'unavailable') return { localName, models, commands: [] };
    const { capabilities } = found;
    return { localName, models: capabilities.models, commands: capabilities.slashCommands };
  });
  return {
    async models() {
      const all = await Promise.all(asked);
      return all.flatMap(({ localName, models }) =>
        models.map((spec) => chatModel(localName, spec)),
      );
    },
    async expansions() {
      const all = await Promise.all(asked);
      return allowedCommands(all, allowed);
    },
  };
}

function chatModel(provider: string, { id, catalog, contextWindow, thinking }: ModelSpec) {
  return { ref: { provider, model: id }, aliases: catalog?.aliases, contextWindow, thinking };
}

interface ProviderCommands {
  readonly localName: string;
  readonly commands: readonly PromptExpansion[];
}

function allowedCommands(
  providers: readonly ProviderCommands[],
  allowed: readonly string[],
): readonly PromptExpansion[] {
  const owners = new Map<string, string>();
  const expansions = providers.flatMap(({ localName, commands }) =>
    commands
      .filter(({ name }) => allowed.includes(name))
      .map((command) => ({ localName, command })),
  );
  for (const { localName, command } of expansions) {
    const owner = owners.get(command.name);
    if (owner !== undefined) {
      throw new Error(
        `The providers "${owner}" and "${localName}" both have a command /${command.name}, so no command of providers is available.`,
      );
    }
    owners.set(command.name, localName);
  }
  return expansions.map(({ command }) => command);
}
