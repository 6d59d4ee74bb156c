import { createRedactor, createValueRedactor, type Redact } from '../protocol/redact.ts';
import { createStreamRedactor, type StreamRedactor } from '../protocol/redact-stream.ts';

/** Every secret that was resolved in this run. Held to keep it out of what leaves the program. */
export class Secrets {
  readonly #values = new Set<string>();
  #redactValues: Redact = (text) => text;
  #redactAll: Redact | undefined;

  add(values: Iterable<string>): void {
    for (const value of values) this.#values.add(value);
    this.#redactValues = createValueRedactor(this.#values);
    this.#redactAll = undefined;
  }

  /** Removes the values and their encoded forms: for answers and structured output. */
  readonly redact: Redact = (text) => this.#redactValues(text);

  /** The same for one text that leaves in pieces. */
  readonly streamRedactor = (): StreamRedactor => createStreamRedactor(this.#values);

  /** Removes also what looks like a credential: for errors and log records. */
  readonly redactAll: Redact = (text) => {
    this.#redactAll ??= createRedactor(this.#values);
    return this.#redactAll(text);
  };
}
