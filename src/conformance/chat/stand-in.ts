/** A provider beside the one under test, which says what a case needs and asks nobody. */
import type { ModelErrorCategory } from '../../protocol/model-error.ts';
import type { ProviderEvent } from '../../protocol/model-provider.ts';
import type { ModelSpec } from '../../protocol/model-spec.ts';
import type { ProviderDirectory } from '../../turn/turn-plan.ts';
import { withStreams } from './watch-streams.ts';

/** Its local name. */
export const ANOTHER = 'another-provider';

/**
 * Two providers: the one of the directory, and another of the same models.
 *
 * @param answer - The one event of each of the other's streams.
 * @param change - What its models do otherwise.
 */
export function withAnother(
  directory: ProviderDirectory,
  own: string,
  answer: () => ProviderEvent,
  change: (spec: ModelSpec) => Partial<ModelSpec> = () => ({}),
): ProviderDirectory {
  const others = withStreams(directory, async function* () {
    yield answer();
  });
  return async (name, signal) => {
    if (name !== ANOTHER) return directory(name, signal);
    const lookup = await others(own, signal);
    if (lookup.type === 'unavailable') return lookup;
    const models = lookup.capabilities.models.map((spec) => ({ ...spec, ...change(spec) }));
    return { ...lookup, capabilities: { ...lookup.capabilities, models } };
  };
}

/** What the other says when it fails so. */
export function failureOf(category: ModelErrorCategory): ProviderEvent {
  return {
    type: 'error',
    error: { category, message: `${ANOTHER}: it fails`, retryable: false, rawDetail: '' },
  };
}
