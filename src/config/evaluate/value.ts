import type { Decimal } from './decimal.ts';

/**
 * A value of the expression language. Numbers are exact decimals until they are converted; an
 * `unknown` stands for what `env()` would yield under `--no-env`, and for all computed from it.
 */
export type Value =
  | { readonly type: 'null' }
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'number'; readonly value: Decimal }
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'tuple'; readonly items: readonly Value[] }
  /** Keys in the order written; a `Map`, so that a key such as `__proto__` is just a key. */
  | { readonly type: 'object'; readonly entries: ReadonlyMap<string, Value> }
  | { readonly type: 'unknown' };
