/** Stamped by the bundler; absent when run from source. */
declare const AGENT_VERSION: string | undefined;

/** The program's version; `0.0.0` when run from source. */
export function version(): string {
  return typeof AGENT_VERSION === 'undefined' ? '0.0.0' : AGENT_VERSION;
}
