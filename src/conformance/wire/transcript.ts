/** What a provider said in a whole run, for checks that judge all of it. */
import type { Witness } from './wire-client.ts';
import type { WireFailure } from './wire-context.ts';

export class Transcript implements Witness {
  readonly #heard: Uint8Array[] = [];
  readonly #failures: WireFailure[] = [];
  readonly #judged: WireFailure[] = [];

  heard(bytes: Uint8Array): void {
    this.#heard.push(bytes);
  }

  failed(failure: WireFailure, isJudged: boolean): void {
    this.#failures.push(failure);
    if (isJudged) this.#judged.push(failure);
  }

  /** Those that must be classified. */
  get failures(): readonly WireFailure[] {
    return this.#judged;
  }

  /**
   * Each message as text; what is no text in it does not matter here. One by one, because all of a
   * run may be more than one string can hold.
   */
  *messages(): Generator<string> {
    for (const bytes of this.#heard) yield Buffer.from(bytes).toString('utf8');
  }

  /** Each failed status with its details, as text. */
  *statuses(): Generator<string> {
    for (const { message, details } of this.#failures) {
      yield `${message}\n${Buffer.from(details ?? []).toString('utf8')}`;
    }
  }
}
