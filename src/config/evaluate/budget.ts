import type { Value } from './value.ts';

/** Ends an evaluation that no real configuration needs. */
export class EvaluationTooLarge extends Error {}

/** Steps of one evaluation, or of all of a file: a whole file of literals stays below. */
const MAX_STEPS = 1_500_000;
/** Characters and parts of one value. */
const MAX_WEIGHT = 8_000_000;

/** What is lighter is weighed again each time; remembering it would cost more. */
const SMALL_WEIGHT = 100;

/**
 * Bounds what expressions can cost, one or all of a file together. A few nested `for`s can ask for any number of steps, and for
 * values of any size, from a line of text.
 */
export class Budget {
  #steps = 0;
  readonly #weights = new WeakMap<object, number>();

  /** @throws EvaluationTooLarge */
  spend(): void {
    this.#steps += 1;
    if (this.#steps > MAX_STEPS) throw new EvaluationTooLarge();
  }

  /** @throws EvaluationTooLarge */
  weigh(value: Value): void {
    if (this.#weightOf(value) > MAX_WEIGHT) throw new EvaluationTooLarge();
  }

  /** Parts are remembered: a value may hold another many times over without copying it. */
  #weightOf(value: Value): number {
    if (value.type === 'string') return value.value.length;
    if (value.type !== 'tuple' && value.type !== 'object') return 1;
    const remembered = this.#weights.get(value);
    if (remembered !== undefined) return remembered;
    let weight = 1;
    if (value.type === 'tuple') {
      for (const item of value.items) weight += this.#weightOf(item);
    } else {
      for (const [key, item] of value.entries) weight += key.length + this.#weightOf(item);
    }
    if (weight > SMALL_WEIGHT) this.#weights.set(value, weight);
    return weight;
  }
}
