/** Counts how the client handles the streams of a provider, at the port between the two. */
import type { ModelProvider, ProviderEvent } from '../../protocol/model-provider.ts';
import type { ProviderDirectory } from '../../turn/turn-plan.ts';

/** One stream that was opened. */
export interface StreamCount {
  /** How often its reader closed it. */
  closed: number;
}

/** @param counts - Takes one entry for each stream, in the order of their opening. */
export function watchStreams(
  directory: ProviderDirectory,
  counts: StreamCount[],
): ProviderDirectory {
  return async (name, signal) => {
    const lookup = await directory(name, signal);
    if (lookup.type === 'unavailable') return lookup;
    return { ...lookup, provider: watched(lookup.provider, counts) };
  };
}

function watched(provider: ModelProvider, counts: StreamCount[]): ModelProvider {
  return {
    name: provider.name,
    describe: (signal) => provider.describe(signal),
    capabilities: (signal) => provider.capabilities(signal),
    configure: (config, signal) => provider.configure(config, signal),
    countTokens: (request, signal) => provider.countTokens(request, signal),
    account: (signal) => provider.account(signal),
    stream: (request, signal) => ({
      [Symbol.asyncIterator]: () => {
        const count: StreamCount = { closed: 0 };
        counts.push(count);
        return counted(provider.stream(request, signal)[Symbol.asyncIterator](), count);
      },
    }),
  };
}

function counted(
  source: AsyncIterator<ProviderEvent>,
  count: StreamCount,
): AsyncIterator<ProviderEvent> {
  return {
    next: () => source.next(),
    return: async () => {
      count.closed += 1;
      return (await source.return?.()) ?? { done: true, value: undefined };
    },
  };
}
