/** What stands between the client and the streams of its provider. */
import type { ModelProvider, ProviderEvent } from '../../protocol/model-provider.ts';
import type { ModelRequest } from '../../protocol/model-request.ts';
import type { ProviderDirectory } from '../../turn/turn-plan.ts';

type OpenStream = (
  provider: ModelProvider,
  request: ModelRequest,
  signal: AbortSignal,
) => AsyncIterable<ProviderEvent>;

/** The same providers, whose completions are opened in another way. */
export function withStreams(directory: ProviderDirectory, open: OpenStream): ProviderDirectory {
  return async (name, signal) => {
    const lookup = await directory(name, signal);
    if (lookup.type === 'unavailable') return lookup;
    const { provider } = lookup;
    const changed: ModelProvider = {
      name: provider.name,
      describe: (stop) => provider.describe(stop),
      capabilities: (stop) => provider.capabilities(stop),
      configure: (config, stop) => provider.configure(config, stop),
      countTokens: (request, stop) => provider.countTokens(request, stop),
      account: (stop) => provider.account(stop),
      stream: (request, stop) => open(provider, request, stop),
    };
    return { ...lookup, provider: changed };
  };
}

/** One stream that was opened. */
export interface StreamCount {
  readonly request: ModelRequest;
  /** How often its reader closed it. */
  closed: number;
}

/** @param counts - Takes one entry for each stream, in the order of their opening. */
export function watchStreams(
  directory: ProviderDirectory,
  counts: StreamCount[],
): ProviderDirectory {
  return withStreams(directory, (provider, request, signal) => ({
    [Symbol.asyncIterator]: () => {
      const count: StreamCount = { request, closed: 0 };
      counts.push(count);
      return counted(provider.stream(request, signal)[Symbol.asyncIterator](), count);
    },
  }));
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
