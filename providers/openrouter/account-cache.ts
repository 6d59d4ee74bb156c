// What the gateway says of the key, for a moment: whoever asks often, such as a status line, does not
// cost a request each time, and does not wait for one.
import { type AccountSnapshot, type Log, ModelFailure } from 'agent-hcl/sdk';

/** So long an answer counts as the newest, milliseconds. */
export const FRESH_MS = 60_000;

/** So long an older one is given at once, while a newer is fetched behind it, milliseconds. */
export const USABLE_MS = 600_000;

export interface AccountCacheOptions {
  /** Asks the gateway. The signal aborts when the configuration is closed, not with one caller. */
  fetch(signal: AbortSignal): Promise<AccountSnapshot>;
  /** Milliseconds since any fixed moment. */
  now(): number;
  readonly log: Log;
}

export class AccountCache {
  readonly #options: AccountCacheOptions;
  readonly #end = new AbortController();
  #known: { readonly account: AccountSnapshot; readonly atMs: number } | undefined;
  /** Callers that come while one request is on its way share it. */
  #fetching: Promise<AccountSnapshot> | undefined;

  constructor(options: AccountCacheOptions) {
    this.#options = options;
  }

  /** @throws ModelFailure - as of the request; a failure is not kept, the next call asks again. */
  get(): Promise<AccountSnapshot> {
    const known = this.#known;
    const ageMs = known === undefined ? Number.POSITIVE_INFINITY : this.#options.now() - known.atMs;
    if (known !== undefined && ageMs < FRESH_MS) return Promise.resolve(known.account);
    const fetching = this.#refresh();
    if (known === undefined || ageMs >= USABLE_MS) return fetching;
    fetching.catch((error: unknown) => this.#tell(error));
    return Promise.resolve(known.account);
  }

  close(): void {
    this.#end.abort();
  }

  #refresh(): Promise<AccountSnapshot> {
    this.#fetching ??= this.#fetch().finally(() => {
      this.#fetching = undefined;
    });
    return this.#fetching;
  }

  async #fetch(): Promise<AccountSnapshot> {
    const account = await this.#options.fetch(this.#end.signal);
    this.#known = { account, atMs: this.#options.now() };
    return account;
  }

  #tell(error: unknown): void {
    const reason = error instanceof ModelFailure ? error.message : 'unexpected';
    if (!this.#end.signal.aborted) this.#options.log('debug', 'no news of the account', { reason });
  }
}
