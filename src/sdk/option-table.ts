import type { JsonValue } from '../protocol/json.ts';
import type { ModelFailure } from './model-failure.ts';

/** One of a vendor's own knobs, as a request's `provider_options` may set it. */
export interface DeclaredOption {
  readonly check: (value: JsonValue) => boolean;
  /** What passes the check, in words: "must be …". */
  readonly wanted: string;
}

/**
 * Looks an option up in a provider's table and holds its value to it.
 *
 * @param refuse - Makes the provider's `invalid_request` of a text.
 * @throws ModelFailure - What `refuse` made: there is no such option, or its value is another kind.
 */
export function requireOption<Option extends DeclaredOption>(
  table: Readonly<Record<string, Option>>,
  name: string,
  value: JsonValue,
  refuse: (text: string) => ModelFailure,
): Option {
  const option = Object.hasOwn(table, name) ? table[name] : undefined;
  if (option === undefined) {
    const known = Object.keys(table).join(', ');
    throw refuse(`there is no provider option "${name}"; known are ${known}`);
  }
  if (!option.check(value)) throw refuse(`the provider option "${name}" must be ${option.wanted}`);
  return option;
}
