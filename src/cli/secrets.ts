import { createRedactor, createValueRedactor, type Redact } from '../protocol/redact.ts';
import { createStreamRedactor, type StreamRedactor } from '../protocol/redact-stream.ts';

/** Every secret that was resolved in this run. Held to keep it out of what leaves the program. */
export class Secrets {
  readonly #values = new Set<string>();
  /** By provider: what it may tell to be secret once it runs. */
  readonly #suspected = new Map<string, readonly string[]>();
  #redactValues: Redact = (text) => text;
  #redactAll: Redact | undefined;

  add(values: Iterable<string>): void {
    for (const value of values) this.#values.add(value);
    this.#renew();
  }

  /** Counts as secret until `settle`: only a running provider says which attributes are. */
  suspect(provider: string, values: readonly string[]): void {
    this.#suspected.set(provider, values);
    this.#renew();
  }

  /** The provider has told, and these are its secrets. */
  settle(provider: string, values: Iterable<string>): void {
    this.#suspected.delete(provider);
    this.add(values);
  }

  #all(): readonly string[] {
    return [...this.#values, ...[...this.#suspected.values()].flat()];
  }

  #renew(): void {
    this.#redactValues = createValueRedactor(this.#all());
    this.#redactAll = undefined;
  }

  /** Removes the values and their encoded forms: for answers and structured output. */
  readonly redact: Redact = (text) => this.#redactValues(text);

  /** The same for every text at any depth; numbers, bytes and names of members stay. */
  readonly redactStrings = <T>(value: T): T => redactStrings(value, this.redact);

  /** The same for one text that leaves in pieces. */
  readonly streamRedactor = (): StreamRedactor => createStreamRedactor(this.#all());

  /** Removes also what looks like a credential: for errors and log records. */
  readonly redactAll: Redact = (text) => {
    this.#redactAll ??= createRedactor(this.#all());
    return this.#redactAll(text);
  };
}

function redactStrings<T>(value: T, redact: Redact): T {
  // The shape does not change: each text is replaced by a text.
  if (typeof value === 'string') return redact(value) as T;
  if (Array.isArray(value)) return value.map((item) => redactStrings(item, redact)) as T;
  if (typeof value !== 'object' || value === null || isOpaque(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, redactStrings(item, redact)]);
  return Object.fromEntries(entries) as T;
}

function isOpaque(value: object): boolean {
  return value instanceof Uint8Array || value instanceof Map || value instanceof Error;
}
