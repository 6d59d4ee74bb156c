import type { Decimal } from './decimal.ts';
import type { Type } from './type.ts';

/**
 * A value of the expression language. Numbers are exact decimals until they are converted; an
 * `unknown` stands for what `env()` would yield under `--no-env`, and for all computed from it.
 */
export type Value =
  /** `of`: what it would be, if a conversion has settled that. */
  | { readonly type: 'null'; readonly of?: Type | undefined }
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'number'; readonly value: Decimal }
  | { readonly type: 'string'; readonly value: string }
  /** `elementType`: a conditional has made it a list, whose items are all of this type. */
  | {
      readonly type: 'tuple';
      readonly items: readonly Value[];
      readonly elementType?: Type | undefined;
    }
  /**
   * Keys in the order written; a `Map`, so that a key such as `__proto__` is just a key.
   * `elementType`: a conditional has made it a map, whose values are all of this type.
   */
  | {
      readonly type: 'object';
      readonly entries: ReadonlyMap<string, Value>;
      readonly elementType?: Type | undefined;
    }
  /** `of`: its type, where that is known. */
  | { readonly type: 'unknown'; readonly of?: Type | undefined };

export const NULL: Value = { type: 'null' };
/** Nothing is known about it; stands also for the result of an expression that failed. */
export const UNKNOWN: Value = { type: 'unknown' };
export const UNKNOWN_STRING: Value = { type: 'unknown', of: { kind: 'string' } };

export const stringValue = (value: string): Value => ({ type: 'string', value });
export const numberValue = (value: Decimal): Value => ({ type: 'number', value });
export const boolValue = (value: boolean): Value => ({ type: 'bool', value });

/** What `true`, `false`, `null` and bare object keys stand for. */
export function constantValue(value: boolean | null | string): Value {
  if (value === null) return NULL;
  return typeof value === 'boolean' ? boolValue(value) : stringValue(value.normalize('NFC'));
}
