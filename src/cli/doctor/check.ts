/** One thing that `agent doctor` looked at. */

export type CheckName =
  | 'trust'
  | 'environment'
  | 'proxy'
  | 'certificates'
  | 'credential'
  | 'process'
  | 'configure'
  | 'account'
  | 'endpoint';

export type CheckStatus = 'ok' | 'warning' | 'error' | 'skipped';

export interface Check {
  readonly name: CheckName;
  readonly status: CheckStatus;
  /** What was found, and the cause where something is wrong. */
  readonly message: string;
  /** What to do about it. */
  readonly remedy?: string | undefined;
}

export interface ProviderHealth {
  /** Local name. */
  readonly provider: string;
  /** Names of every variable its process gets, sorted. */
  readonly environment: readonly string[];
  readonly checks: readonly Check[];
}

export const passed = (name: CheckName, message: string): Check => ({
  name,
  status: 'ok',
  message,
});

export const skipped = (name: CheckName, message: string): Check => ({
  name,
  status: 'skipped',
  message,
});

export const failed = (name: CheckName, message: string, remedy: string): Check => ({
  name,
  status: 'error',
  message,
  remedy,
});
