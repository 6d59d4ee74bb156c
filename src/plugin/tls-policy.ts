/** When a provider is asked for mutual TLS (docs/decisions/0008-mutual-tls-where-others-can-connect.md). */
import type { Environment } from '../host/host.ts';

/**
 * - `auto`: where others on this machine could connect too, that is on a TCP port; a socket in our own
 *   0700 directory is private as it is.
 * - `always`: on every channel.
 * - `never`: on none, also where others can connect.
 */
export type TlsPolicy = 'auto' | 'always' | 'never';

/** Why a provider was asked: the policy says `always`, or others can connect. */
export type TlsCause = 'wanted' | 'shared';

export const TLS_POLICIES: readonly TlsPolicy[] = ['auto', 'always', 'never'];

/** The user's own choice. No file can make it: it would weaken what protects the user from others. */
export const TLS_VARIABLE = 'AGENT_PLUGIN_TLS';

/** For a provider that did not become one after it was asked. */
export const TLS_CAUSE_TEXT: Readonly<Record<TlsCause, string>> = {
  wanted: `It was asked for mutual TLS, as ${TLS_VARIABLE} wants.`,
  shared: `It was asked for mutual TLS, because everybody on this machine can connect to a TCP port. It should listen on a Unix socket, or offer TLS; ${TLS_VARIABLE}=never takes the risk.`,
};

export interface TlsChoice {
  /** Absent: as the environment says. */
  readonly tls?: TlsPolicy | undefined;
  /** This process's own variables. */
  readonly environment: Environment;
}

/** @returns `undefined` when the variable has a value that is no policy. */
export function tlsPolicyOf({ tls, environment }: TlsChoice): TlsPolicy | undefined {
  const value = tls ?? (environment[TLS_VARIABLE] || 'auto');
  return TLS_POLICIES.find((policy) => policy === value);
}

/**
 * @param isShared - Others can connect to its channel.
 * @returns Why a provider is to be asked; `undefined` when it is not.
 */
export function tlsCauseOf(policy: TlsPolicy, isShared: boolean): TlsCause | undefined {
  if (policy === 'never') return undefined;
  if (isShared) return 'shared';
  return policy === 'always' ? 'wanted' : undefined;
}
