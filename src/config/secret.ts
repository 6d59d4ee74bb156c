/** A value that prints as `***`; it is revealed only where the kernel hands it to a provider. */
import type { JsonObject, JsonValue } from '../protocol/json.ts';

export const MASK = '***';

export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** The value itself; call it in `cli/compose.ts` only. */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return MASK;
  }

  toJSON(): string {
    return MASK;
  }

  /** What `console.log` and error reports show. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return MASK;
  }
}

/** A decoded value; the values of sensitive attributes are `Secret`s, at any depth. */
export type ConfigValue =
  | string
  | number
  | boolean
  | null
  | Secret
  | readonly ConfigValue[]
  | ConfigObject;

export interface ConfigObject {
  readonly [key: string]: ConfigValue;
}

/** The plain JSON that `Configure` receives. Call it in `cli/compose.ts` only. */
export function revealObject(values: ConfigObject): JsonObject {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, reveal(value)]));
}

/** Every secret below a value, for the redactor; empty ones are left out. */
export function secretsIn(value: ConfigValue): readonly string[] {
  if (value instanceof Secret) return value.reveal() === '' ? [] : [value.reveal()];
  if (isList(value)) return value.flatMap(secretsIn);
  return isObject(value) ? Object.values(value).flatMap(secretsIn) : [];
}

function reveal(value: ConfigValue): JsonValue {
  if (value instanceof Secret) return value.reveal();
  if (isList(value)) return value.map(reveal);
  return isObject(value) ? revealObject(value) : value;
}

// `Array.isArray` does not narrow a readonly array away from the other members of the union.
function isList(value: ConfigValue): value is readonly ConfigValue[] {
  return Array.isArray(value);
}

function isObject(value: ConfigValue): value is ConfigObject {
  return typeof value === 'object' && value !== null && !isList(value);
}

/** A variable's name as it may be shown: an odd one may be a secret pasted in its place. */
export function shownVariable(name: string): string {
  return PLAIN_VARIABLE.test(name) ? name : MASK;
}

const PLAIN_VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;
