import type { ChatModel } from '../ui/chat-options.ts';
import { builtIns } from './built-ins.ts';
import type { OpenConfiguration } from './open-configuration.ts';

/** Models that `/model` can name without starting a provider: those of the built-ins in the file. */
export function chatModels({ config }: OpenConfiguration): readonly ChatModel[] {
  return config.providers.flatMap(({ localName, implementation }) => {
    const known =
      implementation?.type === 'built-in' ? builtIns.get(implementation.name) : undefined;
    return (known?.models ?? []).map(({ id, catalog, contextWindow, thinking }) => ({
      ref: { provider: localName, model: id },
      aliases: catalog?.aliases,
      contextWindow,
      thinking,
    }));
  });
}
