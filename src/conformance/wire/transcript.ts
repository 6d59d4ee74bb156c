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

  /** All messages as text; what is no text in them does not matter here. */
  messages(): string {
    return this.#heard.map((bytes) => Buffer.from(bytes).toString('utf8')).join('\n');
  }

  /** All failed statuses with their details, as text. */
  statuses(): string {
    return this.#failures
      .map(({ message, details }) => `${message}\n${Buffer.from(details ?? []).toString('utf8')}`)
      .join('\n');
  }
}
