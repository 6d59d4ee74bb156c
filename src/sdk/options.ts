/**
 * Typed look-ups in a configured block or in a request's `provider_options`. Absent and wrongly
 * typed both read as `undefined`; `has` tells them apart.
 */
export interface OptionsView {
  has(name: string): boolean;
  string(name: string): string | undefined;
  number(name: string): number | undefined;
  /** Only a finite, integral, safe integer; anything else is "not set", never truncated. */
  integer(name: string): number | undefined;
  boolean(name: string): boolean | undefined;
  stringList(name: string): readonly string[] | undefined;
  stringMap(name: string): Readonly<Record<string, string>> | undefined;
  /** A nested object as a view of its own. */
  object(name: string): OptionsView | undefined;
  /** Every key present. */
  keys(): readonly string[];
}

/**
 * A configured block. The kernel fills every declared attribute, with zero values for omitted ones,
 * so `setString` reads an empty text as not set.
 */
export interface ConfigView extends OptionsView {
  /** A text that is set and not empty. */
  setString(name: string): string | undefined;
}
