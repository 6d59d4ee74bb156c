import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { Environment } from '../host/host.ts';

const BASES = {
  config: { variable: 'XDG_CONFIG_HOME', fallback: ['.config'] },
  cache: { variable: 'XDG_CACHE_HOME', fallback: ['.cache'] },
  state: { variable: 'XDG_STATE_HOME', fallback: ['.local', 'state'] },
} as const;

/**
 * The program's own directory under one XDG base. A relative or empty value of the variable is
 * ignored, as the XDG specification asks.
 */
export function userDirectory(base: keyof typeof BASES, environment: Environment): string {
  const { variable, fallback } = BASES[base];
  const value = environment[variable];
  if (value !== undefined && isAbsolute(value)) return join(value, 'agent');
  return join(environment['HOME'] || homedir(), ...fallback, 'agent');
}
