import type { JsonObject, JsonValue } from '../protocol/json.ts';
import { isJsonArray, isJsonObject } from './json.ts';

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

/** The view of a block as `Configure` received it. */
export function configView(config: JsonObject): ConfigView {
  return new ObjectView(config);
}

/** The view of a request's `provider_options`; absent options are empty ones. */
export function providerOptions(options: JsonObject | undefined): OptionsView {
  return new ObjectView(options ?? {});
}

/** Own members only: a key called `constructor` is set when it was sent, and only then. */
class ObjectView implements ConfigView {
  readonly #values: JsonObject;

  constructor(values: JsonObject) {
    this.#values = values;
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#values, name);
  }

  string(name: string): string | undefined {
    const value = this.#own(name);
    return typeof value === 'string' ? value : undefined;
  }

  setString(name: string): string | undefined {
    return this.string(name) || undefined;
  }

  number(name: string): number | undefined {
    const value = this.#own(name);
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
  }

  integer(name: string): number | undefined {
    const value = this.number(name);
    return Number.isSafeInteger(value) ? value : undefined;
  }

  boolean(name: string): boolean | undefined {
    const value = this.#own(name);
    return typeof value === 'boolean' ? value : undefined;
  }

  stringList(name: string): readonly string[] | undefined {
    const value = this.#own(name);
    return isJsonArray(value) && value.every((item) => typeof item === 'string')
      ? value
      : undefined;
  }

  stringMap(name: string): Readonly<Record<string, string>> | undefined {
    const value = this.#own(name);
    if (!isJsonObject(value)) return undefined;
    const entries = Object.entries(value).filter(isTextEntry);
    // `fromEntries` defines its keys, so that one called `__proto__` is a key like any other.
    return entries.length === Object.keys(value).length ? Object.fromEntries(entries) : undefined;
  }

  object(name: string): OptionsView | undefined {
    const value = this.#own(name);
    return isJsonObject(value) ? new ObjectView(value) : undefined;
  }

  keys(): readonly string[] {
    return Object.keys(this.#values);
  }

  #own(name: string): JsonValue | undefined {
    return this.has(name) ? this.#values[name] : undefined;
  }
}

function isTextEntry(entry: [string, JsonValue]): entry is [string, string] {
  return typeof entry[1] === 'string';
}
