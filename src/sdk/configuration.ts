/** One `Configure`, from the moment it succeeds until its last call has ended. */
import type { ModelSpec } from '../protocol/model-spec.ts';
import type { Http } from './http.ts';
import type { ConfiguredProvider, Log } from './provider.ts';

export class Configuration {
  readonly provider: ConfiguredProvider;
  readonly #https: readonly Http[];
  readonly #log: Log;
  #calls = 0;
  #isRetired = false;
  #closed: Promise<void> | undefined;
  #wake: () => void = () => {};

  /** @param https - HTTP clients made for this configuration; closed with it. */
  constructor(provider: ConfiguredProvider, https: readonly Http[], log: Log) {
    this.provider = provider;
    this.#https = https;
    this.#log = log;
  }

  /** The roster now; `fallback` is the one of the definition. */
  models(fallback: readonly ModelSpec[]): readonly ModelSpec[] {
    const own = this.provider.models?.() ?? [];
    // An empty list could not be told from "serves nothing".
    return own.length > 0 ? own : fallback;
  }

  /** Counts a call in; the result counts it out, once. */
  enter(): () => void {
    this.#calls += 1;
    let isOut = false;
    return () => {
      if (isOut) return;
      isOut = true;
      this.#calls -= 1;
      if (this.#isRetired && this.#calls === 0) this.#wake();
    };
  }

  /** Takes no new calls; resolves when those inside have ended and everything is released. */
  retire(): Promise<void> {
    this.#isRetired = true;
    this.#closed ??= this.#closeWhenIdle();
    return this.#closed;
  }

  async #closeWhenIdle(): Promise<void> {
    if (this.#calls > 0) await new Promise<void>((resolve) => (this.#wake = resolve));
    await closeAll(this.provider, this.#https, this.#log);
  }
}

/** Releases what a configuration opened; a failure to do so concerns nobody but the log. */
export async function closeAll(
  provider: ConfiguredProvider | undefined,
  https: readonly Http[],
  log: Log,
): Promise<void> {
  const closing = [async () => provider?.close?.(), ...https.map((http) => () => http.close())];
  const results = await Promise.allSettled(closing.map((close) => close()));
  for (const result of results) {
    if (result.status === 'rejected') {
      log('warn', 'a configuration could not be released', { reason: String(result.reason) });
    }
  }
}
