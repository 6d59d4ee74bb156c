import type { ModelFailure } from './model-failure.ts';

/**
 * The way back from a vendor's names of tools to the declared ones.
 *
 * @param wireName - A tool's name as the vendor takes it; the same name always gives the same result.
 * @param refuse - Makes the provider's `invalid_request` of a text.
 * @throws ModelFailure - What `refuse` made: two declared tools would get one name.
 */
export function toolNameReader(
  declared: readonly string[],
  wireName: (name: string) => string,
  refuse: (text: string) => ModelFailure,
): (wireName: string) => string {
  const names = new Map<string, string>();
  for (const name of declared) {
    const taken = names.get(wireName(name));
    if (taken !== undefined) {
      throw refuse(`the tools "${taken}" and "${name}" can not be told apart by the vendor`);
    }
    names.set(wireName(name), name);
  }
  return (name) => names.get(name) ?? name;
}
